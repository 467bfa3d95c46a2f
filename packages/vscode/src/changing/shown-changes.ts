import { commands, EventEmitter, TabInputTextDiff, Uri, window, workspace, type Disposable } from 'vscode';
import { core, type Facts, type PreviewedFile } from '../core.ts';

const scheme = 'snap-change';
/** Texts that are kept: the editor asks again for the ones that it shows. */
const maxTexts = 100;

const texts = new Map<string, string>();
const changed = new EventEmitter<Uri>();
let number = 0;

/** Serves the two sides of changes that were not written yet. Secrets in them are masked. */
export function registerShownChanges(): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
}

/** Changes that are shown to a person. */
export interface ShownChanges {
  /** Closes what was opened for them. */
  close(): Promise<void>;
}

/** Opens the diff of one file, or of several at once. @returns `undefined` when no file would change. */
export async function showChanges(title: string, files: readonly PreviewedFile[], facts: Facts): Promise<ShownChanges | undefined> {
  const { maskedText, shownSides } = await core.changes();
  const written = files.filter(({ results }) => results.some(({ computed }) => computed.kind === 'write'));
  if (written.length === 0) return undefined;
  number += 1;
  const sides: { readonly file: Uri; readonly before: Uri; readonly after: Uri }[] = [];
  for (const file of written) {
    const { after, before } = await shownSides(file, facts);
    sides.push({
      file: Uri.file(file.path),
      before: keep(file.path, 'before', maskedText(before)),
      after: keep(file.path, 'after', maskedText(after)),
    });
  }
  const [only] = sides;
  if (only !== undefined && sides.length === 1)
    // Not as a preview, which the next file that is opened replaces.
    await commands.executeCommand('vscode.diff', only.before, only.after, title, { preview: false });
  else
    await commands.executeCommand(
      'vscode.changes',
      title,
      sides.map(({ after, before, file }) => [file, before, after]),
    );
  return { close: () => closeTabs(title, new Set(sides.flatMap(({ after, before }) => [after.toString(), before.toString()]))) };
}

/**
 * The name of the file is in the address, so that the editor colours its text as it does that of the file. For JSON it ends in `.jsonl`, which the editor
 * colours the same and does not judge: the side before a fix is wrong, and would be counted in Problems a second time
 * (https://github.com/microsoft/vscode/blob/main/extensions/json/package.json, 2026-11-23).
 */
function keep(path: string, side: 'before' | 'after', text: string): Uri {
  const named = Uri.file(path).path.replace(/\.json[c5]?$/i, '.jsonl');
  const uri = Uri.from({ scheme, path: named, query: `${number}-${side}` });
  texts.set(uri.toString(), text);
  for (const oldest of texts.keys()) {
    if (texts.size <= maxTexts) break;
    texts.delete(oldest);
  }
  return uri;
}

async function closeTabs(title: string, uris: ReadonlySet<string>): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, label }) =>
      input instanceof TabInputTextDiff ? uris.has(input.modified.toString()) : label === title || label.startsWith(`${title} (`),
    );
  if (tabs.length > 0) await window.tabGroups.close(tabs);
}
