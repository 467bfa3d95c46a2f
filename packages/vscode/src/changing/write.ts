import { window, workspace } from 'vscode';
import { core, type FileChange, type PreviewedFile } from '../core.ts';
import type { Desk } from '../desk.ts';
import { unsavedOf } from './unsaved.ts';

/** The words in the journal for each of them: the history shows "snap <these words>". */
export const words = {
  configure: 'in the editor: Configure MCP',
  duplicate: 'in the editor: remove a second entry',
  fix: 'in the editor: fix',
  undo: 'in the editor: undo',
} as const;

/** Whether the extension may write and start things here. Says so where it may not. */
export function mayWrite(what: string): boolean {
  if (workspace.isTrusted) return true;
  void window.showWarningMessage(`${what}: nothing was done, because this workspace is not trusted. Snap only reads here.`);
  return false;
}

/** Whether none of the files has changes in the editor that are not saved. Says which have. */
export async function requireSaved(desk: Desk, files: readonly PreviewedFile[]): Promise<boolean> {
  const paths = files.flatMap(({ path, results }) => [path, ...results.map(({ change }) => change.path)]);
  const open = workspace.textDocuments.map(({ isDirty, uri }) => ({ path: uri.fsPath, isDirty: isDirty && uri.scheme === 'file' }));
  const unsaved = unsavedOf(paths, open);
  if (unsaved.length === 0) return true;
  const names = await shownPaths(desk, unsaved);
  void window.showWarningMessage(
    `Nothing was written: ${names.join(', ')} has changes in the editor that are not saved. Save or discard them, then try again.`,
  );
  return false;
}

/** Paths with `~`, and nothing in them that a message could hide. */
export async function shownPaths(desk: Desk, paths: readonly string[]): Promise<readonly string[]> {
  const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
  return paths.map((path) => cleanLine(displayPath(path, system)));
}

/** What came of writing: the number of the change, and a sentence for each file that was left. */
export interface Written {
  readonly change: number | undefined;
  readonly refused: readonly string[];
}

/** Writes the changes with the journal of the core: all files that are not refused, or none. */
export async function writeChanges(desk: Desk, changes: readonly FileChange[], command: string): Promise<Written> {
  const { apply } = await core.applying();
  const { change, outcomes } = await apply(await desk.writable(), changes, { command });
  return { change, refused: await refusalsOf(desk, outcomes) };
}

/** Undoes one change to the byte; where a file has changed since, only what Snap did in it. */
export async function undoChange(desk: Desk, number: number): Promise<Written> {
  const [{ undo }, { undoOptions }] = await Promise.all([core.undoing(), core.configuring()]);
  const { change, outcomes } = await undo(await desk.writable(), number, await undoOptions(words.undo));
  return { change, refused: await refusalsOf(desk, outcomes) };
}

async function refusalsOf(
  desk: Desk,
  outcomes: readonly { readonly kind: string; readonly path: string; readonly message?: string; readonly hint?: string | undefined }[],
) {
  const [{ cleanLine }, { home }] = await Promise.all([core.system(), desk.system()]);
  return outcomes.flatMap(({ hint, kind, message, path }) => {
    if (kind !== 'refused') return [];
    const lead = message?.includes(path) === true ? '' : `${path}: `;
    return [cleanLine(`${lead}${message ?? ''}${hint === undefined ? '' : ` ${hint}`}`).replaceAll(`${home}/`, '~/')];
  });
}

/** Says what was done and offers to undo it. @param after what follows an undo. */
export async function offerUndo(desk: Desk, message: string, number: number | undefined, after: () => Promise<void>): Promise<void> {
  if (number === undefined) return void window.showInformationMessage(message);
  const answer = await window.showInformationMessage(message, 'Undo');
  if (answer !== 'Undo') return;
  const { refused } = await undoChange(desk, number);
  await after();
  if (refused.length > 0) void window.showWarningMessage(`It was not undone. ${refused.join(' ')}`);
  else void window.showInformationMessage('It is undone: the files are as they were before.');
}
