import {
  commands,
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  Range,
  Selection,
  workspace,
  type Disposable,
} from 'vscode';
import type { Checkup, ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { examinerOf, type Examiner } from '../problems/examiner.ts';
import { explain } from '../problems/explain.ts';
import { fixFinding } from '../problems/fix.ts';
import { fixTitle } from '../problems/fix-title.ts';
import { linesOf, rangeOf } from '../problems/range.ts';
import { visible } from '../shown-text.ts';
import { say } from '../say.ts';
import { toldErrors } from '../tell-error.ts';
import { countsText, findingGroups, type FindingGroup } from './finding-groups.ts';

type Node = { readonly kind: 'group'; readonly group: FindingGroup } | { readonly kind: 'finding'; readonly finding: ConfigFinding };

const looks = {
  error: { icon: 'error', color: 'problemsErrorIcon.foreground', word: 'Error' },
  warning: { icon: 'warning', color: 'problemsWarningIcon.foreground', word: 'Warning' },
  info: { icon: 'info', color: 'problemsInfoIcon.foreground', word: 'Note' },
} as const;

/** The view of findings by assistant, and the commands of its rows. */
export function registerFindingsView(desk: Desk): Disposable {
  const examiner = examinerOf(desk);
  const changed = new EventEmitter<void>();
  const view = window.createTreeView<Node>('snap.findings', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren(node) {
        if (node === undefined) return findingGroups(examiner.last?.findings ?? []).map((group) => ({ kind: 'group', group }));
        return node.kind === 'group' ? node.group.findings.map((finding) => ({ kind: 'finding', finding })) : [];
      },
      getTreeItem: (node) => (node.kind === 'group' ? groupItem(node.group) : findingItem(node.finding)),
    },
  });
  const show = ({ findings }: Checkup): void => {
    changed.fire();
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    view.badge = errors === 0 ? undefined : { value: errors, tooltip: `${countsText(findings)} in the MCP configuration` };
    void commands.executeCommand('setContext', 'snap.findings.state', findings.length === 0 ? 'none' : 'some');
  };
  const own = [
    commands.registerCommand('snap.findings.refresh', () =>
      toldErrors(desk, async () => {
        await window.withProgress({ location: { viewId: 'snap.findings' } }, () => examiner.examine('none'));
      }),
    ),
    ...Object.entries(commandsOf(desk, examiner)).map(([id, { by, run }]) =>
      commands.registerCommand(id, (given: unknown) => {
        const named = namedIn(given, by);
        return named === undefined ? void say.info('Choose a row of the view Findings first.') : toldErrors(desk, () => run(named));
      }),
    ),
  ];
  const listening = examiner.onDidChange(show);
  if (examiner.last !== undefined) show(examiner.last);
  return {
    dispose() {
      for (const each of [view, changed, listening, ...own]) each.dispose();
    },
  };
}

/** What the commands about one finding do, and by what they know it. */
function commandsOf(desk: Desk, examiner: Examiner) {
  return {
    'snap.findings.open': { by: 'fingerprint', run: (fingerprint: string) => openFinding(fingerprint, examiner.last) },
    'snap.findings.fix': { by: 'fingerprint', run: (fingerprint: string) => fixFinding(desk, fingerprint) },
    'snap.findings.explain': { by: 'id', run: explain },
  } as const;
}

/**
 * The finding of a row of the view, or of a link that the extension made; `undefined` for any other argument: a key or another extension may call the
 * command.
 */
export function namedIn(given: unknown, by: 'fingerprint' | 'id'): string | undefined {
  if (typeof given === 'string') return given;
  const finding = typeof given === 'object' && given !== null && 'finding' in given ? given.finding : undefined;
  if (typeof finding !== 'object' || finding === null) return undefined;
  const named: unknown = Object.entries(finding).find(([name]) => name === by)?.[1];
  return typeof named === 'string' ? named : undefined;
}

function groupItem({ findings, name }: FindingGroup): TreeItem {
  const hasProblem = findings.some(({ severity }) => severity !== 'info');
  const item = new TreeItem(name, hasProblem ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  item.description = countsText(findings);
  item.accessibilityInformation = { label: `${name}: ${countsText(findings)}` };
  item.contextValue = 'assistant';
  return item;
}

function findingItem(finding: ConfigFinding): TreeItem {
  const { fix, hint, id, path, server, severity } = finding;
  const { color, icon, word } = looks[severity];
  const message = visible(finding.message);
  const at = placeOf(finding);
  // Which server and where is short and stands first; a message before it would fill the row.
  const about = [visible(server ?? ''), at].filter((part) => part !== '').join(' · ');
  const item = new TreeItem(about === '' ? message : about, TreeItemCollapsibleState.None);
  item.description = about === '' ? '' : message;
  item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
  item.tooltip = [
    `${word}: ${id}`,
    message,
    ...(hint === undefined ? [] : [visible(hint)]),
    ...(fix === undefined ? [] : [`Fix: ${fixTitle(fix)}`]),
    ...(path === undefined ? [] : [visible(path)]),
  ].join('\n');
  item.accessibilityInformation = {
    label: `${word}: ${message}${at === '' ? '' : `, in ${at}`}${fix === undefined ? '' : ', can be fixed'}`,
  };
  item.contextValue = fix === undefined ? 'finding' : 'finding.fixable';
  item.command =
    path === undefined
      ? { command: 'snap.findings.explain', title: 'Show Explanation', arguments: [id] }
      : { command: 'snap.findings.open', title: 'Open', arguments: [finding.fingerprint] };
  return item;
}

function placeOf({ line, path }: ConfigFinding): string {
  if (path === undefined) return '';
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return line === undefined ? name : `${name}:${line}`;
}

/** At its place; the page on it where the file is not there. */
async function openFinding(fingerprint: string, last: Checkup | undefined): Promise<void> {
  const finding = last?.findings.find((one) => one.fingerprint === fingerprint);
  if (finding === undefined) return void say.info('This problem is gone.');
  const { id, path } = finding;
  const isThere = path !== undefined && last?.setup.facts.contents.get(path) !== undefined;
  if (!isThere) return explain(id);
  const editor = await window.showTextDocument(await workspace.openTextDocument(Uri.file(path)), { preview: true });
  const { from, line, to } = rangeOf(finding, linesOf(editor.document.getText()));
  editor.selection = new Selection(line, from, line, to);
  editor.revealRange(new Range(line, from, line, to));
}
