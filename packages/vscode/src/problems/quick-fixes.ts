import { CodeAction, CodeActionKind, languages, type Diagnostic, type Disposable } from 'vscode';
import type { ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { editorPath } from '../editor-path.ts';
import { examinerOf } from './examiner.ts';
import { fixTitle } from './fix-title.ts';
import { messageOf } from './problems.ts';

/** Offers the fix of a finding, and its page, at its place in the file. */
export function registerQuickFixes(desk: Desk): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions({ uri }, _range, { diagnostics }) {
        const own = diagnostics.filter(({ source }) => source === 'snap');
        const findings =
          own.length === 0
            ? []
            : (examinerOf(desk).last?.findings ?? []).filter(({ path }) => path !== undefined && editorPath(path) === uri.fsPath);
        return own.flatMap((diagnostic) =>
          findings.filter((finding) => isOf(diagnostic, finding)).flatMap((finding) => actionsOf(diagnostic, finding)),
        );
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

/** The editor gives diagnostics back as copies. */
function isOf({ code, message }: Diagnostic, finding: ConfigFinding): boolean {
  const id = typeof code === 'object' ? code.value : code;
  return id === finding.id && message === messageOf(finding);
}

function actionsOf(diagnostic: Diagnostic, { fingerprint, fix, id }: ConfigFinding): readonly CodeAction[] {
  const page = new CodeAction(`Show Explanation of "${id}"`, CodeActionKind.QuickFix);
  page.command = { command: 'snap.findings.explain', title: page.title, arguments: [id] };
  page.diagnostics = [diagnostic];
  if (fix === undefined) return [page];
  const action = new CodeAction(`${fixTitle(fix)} (shows the change first)`, CodeActionKind.QuickFix);
  action.command = { command: 'snap.findings.fix', title: action.title, arguments: [fingerprint] };
  action.diagnostics = [diagnostic];
  action.isPreferred = fix.kind === 'safe' && fix.loosens !== true;
  return [action, page];
}
