import { workspace } from 'vscode';
import { core, type PreviewedFile } from '../core.ts';
import type { Desk } from '../desk.ts';
import { asShown } from './as-shown.ts';
import { unsavedOf } from './unsaved.ts';
import { editorPath } from '../editor-path.ts';
import { say } from '../say.ts';

/** The command that the journal records for each kind of change: the history shows "snap <these words>". */
export const words = {
  configure: 'in the editor: Configure MCP',
  fix: 'in the editor: fix',
  undo: 'in the editor: undo',
} as const;

/** Whether none of the files has changes in the editor that are not saved. Says which have. */
export async function requireSaved(desk: Desk, files: readonly PreviewedFile[]): Promise<boolean> {
  const unsaved = await unsavedText(
    desk,
    files.flatMap(({ path, results }) => [path, ...results.map(({ change }) => change.path)]),
  );
  if (unsaved !== undefined) void say.warning(`Nothing was written: ${unsaved}`);
  return unsaved === undefined;
}

/** Which of the files have changes in the editor that are not saved, as a sentence; `undefined` when none has. */
async function unsavedText(desk: Desk, paths: readonly string[]): Promise<string | undefined> {
  const open = workspace.textDocuments.map(({ isDirty, uri }) => ({ path: uri.fsPath, isDirty: isDirty && uri.scheme === 'file' }));
  const unsaved = unsavedOf(paths.map(editorPath), open);
  if (unsaved.length === 0) return undefined;
  const names = (await shownPaths(desk, unsaved)).join(', ');
  return `${names} ${unsaved.length === 1 ? 'has' : 'have'} changes in the editor that are not saved. Save or discard them, then try again.`;
}

/** Paths with `~`, and nothing in them that a message could hide. */
export async function shownPaths(desk: Desk, paths: readonly string[]): Promise<readonly string[]> {
  const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
  return paths.map((path) => cleanLine(displayPath(path, system)));
}

/** The result of writing: the number of the change, and a sentence for each file that was not written. */
export interface Written {
  readonly change: number | undefined;
  /** The files that were written. */
  readonly paths: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Writes the changes that the person has seen, with the journal of the core: all files that are not refused, or none.
 * @param next what to do about a file that was not written; replaces the hint for the terminal.
 */
export async function writeChanges(desk: Desk, shown: readonly PreviewedFile[], command: string, next?: string): Promise<Written> {
  const { apply } = await core.applying();
  const { change, outcomes } = await apply(await desk.writable(), asShown(shown), { command });
  const told = next === undefined ? outcomes : outcomes.map((outcome) => ({ ...outcome, hint: `It was left as it is. ${next}` }));
  return { change, paths: pathsOf(outcomes), refused: await refusalsOf(desk, told) };
}

/** Files with changes that are not saved. Asked just before writing. */
function unsavedNow(): ReadonlySet<string> {
  return new Set(workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty && uri.scheme === 'file' ? [uri.fsPath] : [])));
}

/** How each file of a change is undone by itself, and an entry that is gone is nothing that is left to undo. */
export async function undoOfEach() {
  const unsaved = unsavedNow();
  return {
    ...(await (await core.undoing()).undoOptions(words.undo, { isGoneDone: true })),
    eachFile: true,
    whyNot: (path: string) =>
      unsaved.has(editorPath(path)) ? 'It has changes in the editor that are not saved. Save or discard them, then try again.' : undefined,
  };
}

/** A file that was left as it is, and why, as sentences. */
export interface LeftFile {
  readonly path: string;
  readonly text: string;
}

/** Undoes what can be undone of one change, each file by itself. */
export async function undoEach(
  desk: Desk,
  number: number,
): Promise<{ readonly paths: readonly string[]; readonly left: readonly LeftFile[] }> {
  const { undo } = await core.undoing();
  const { outcomes } = await undo(await desk.writable(), number, await undoOfEach());
  const left: LeftFile[] = [];
  for (const outcome of outcomes) for (const text of await refusalsOf(desk, [outcome])) left.push({ path: outcome.path, text });
  return { paths: pathsOf(outcomes), left };
}

/** Undoes one change to the byte; where a file has changed since, only what Snap did in it. */
export async function undoChange(desk: Desk, number: number): Promise<Written> {
  const { planUndo, undo, undoOptions } = await core.undoing();
  const options = await undoOptions(words.undo);
  const system = await desk.writable();
  const plan = await planUndo(system, number, options);
  const unsaved = await unsavedText(
    desk,
    plan.changes.map(({ path }) => path),
  );
  if (unsaved !== undefined) return { change: undefined, paths: [], refused: [unsaved] };
  const { change, outcomes } = await undo(system, number, options);
  return { change, paths: pathsOf(outcomes), refused: await refusalsOf(desk, outcomes) };
}

function pathsOf(outcomes: readonly { readonly kind: string; readonly path: string }[]): readonly string[] {
  return [...new Set(outcomes.flatMap(({ kind, path }) => (kind === 'written' ? [path] : [])))];
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

/** Says what was done and offers to undo it. @param number of the change of files, where there is one. @param after what follows an undo. */
export async function offerUndo(desk: Desk, message: string, number: number | undefined, after: () => Promise<void>): Promise<void> {
  const answer = await say.info(message, 'Undo');
  if (answer !== 'Undo') return;
  const { refused } = number === undefined ? { refused: [] } : await undoChange(desk, number);
  // All or nothing: when a file cannot be undone, what was set outside of files stays too.
  if (refused.length > 0) return void say.warning(`Not undone. ${refused.join(' ')}`);
  await after();
  const files = number === undefined ? '' : ': the files are as they were before';
  void say.info(`It is undone${files}.`);
}
