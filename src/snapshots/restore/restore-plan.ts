import { type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove, nameOfPath, parentPath, pathBelow } from '../raw-path.ts';
import type { Difference } from '../compare/changes.ts';
import { type FileEntry, isFileEntry } from '../store/stored-contents.ts';
import type { TreeEntry } from '../store/object-types.ts';

/** `now`: what must be at the path for the step to be done; nothing when absent. */
export type RestoreStep =
  | { readonly kind: 'delete'; readonly path: RawName; readonly now: Exclude<TreeEntry, { readonly kind: 'directory' | 'special' }> }
  | { readonly kind: 'delete-directory'; readonly path: RawName }
  | { readonly kind: 'make-directory'; readonly path: RawName }
  | { readonly kind: 'write'; readonly path: RawName; readonly now?: TreeEntry | undefined; readonly target: FileEntry }
  | {
      readonly kind: 'link';
      readonly path: RawName;
      readonly now?: TreeEntry | undefined;
      readonly target: Extract<TreeEntry, { readonly kind: 'link' }>;
    }
  | { readonly kind: 'file-mode'; readonly path: RawName; readonly now: FileEntry; readonly target: FileEntry }
  | { readonly kind: 'directory-mode'; readonly path: RawName; readonly mode: number };

interface RawConflict {
  readonly path: RawName;
  readonly reason: string;
}

export interface RestoreSteps {
  readonly steps: readonly RestoreStep[];
  readonly conflicts: readonly RawConflict[];
  /** The differences that the steps undo. */
  readonly done: readonly Difference[];
}

export interface PlanOptions {
  /** Whether the disk takes `a` and `A` for two names. */
  readonly isCaseSensitive: boolean;
  /** All names of a directory of the target; asked on disks without case alone. */
  readonly targetNames: (directory: RawName) => readonly Buffer[];
  /** Why something that the target does not hold may have been there when it was taken; `undefined` when it was not. */
  readonly whyUnknown?: ((path: RawName, entry: TreeEntry) => string | undefined) | undefined;
}

/**
 * The steps that make the files what the target says, in an order in which each can be done: what is in the way is deleted first, then
 * directories come from the outside in, then contents, then the rest is deleted, and last the modes of directories, which may forbid
 * writing. So a disk that fills up stops it before anything is deleted that need not be.
 * @param differences from the files as they are to the target.
 */
export function planSteps(differences: readonly Difference[], { isCaseSensitive, targetNames, whyUnknown }: PlanOptions): RestoreSteps {
  const conflicts = withDirectories(conflictsIn(differences, { isCaseSensitive, targetNames, whyUnknown }), differences);
  const kept = new Set(conflicts.map(({ path }) => path));
  const leaving = new Set(differences.flatMap(({ path, after }) => (after === undefined ? [path] : [])));
  // Of a directory that would be deleted each entry is judged by itself; nothing comes into one that is not as it should be.
  const isBlocked = (path: RawName) => directoriesAbove(path).some((directory) => kept.has(directory) && !leaving.has(directory));
  const done = differences.filter(({ path }) => !kept.has(path) && !isBlocked(path));
  const inTheWay = inTheWayOf(done, isCaseSensitive);

  const steps = { open: [], first: [], directories: [], contents: [], rest: [], modes: [] } satisfies Record<string, RestoreStep[]>;
  const phases: Record<keyof typeof steps, RestoreStep[]> = steps;
  for (const { path, before, after, isContentSame } of done) {
    const goes = before !== undefined && (after === undefined || isOtherSort(before, after));
    if (goes) {
      const removal = removalOf(path, before);
      if (removal !== undefined) phases[inTheWay(path) ? 'first' : 'rest'].push(removal);
    }
    const now = goes ? undefined : before;
    if (after?.kind === 'directory') {
      if (before?.kind !== 'directory') phases.directories.push({ kind: 'make-directory', path });
      const isOpened = before?.kind === 'directory' && (before.mode & 0o300) !== 0o300 && (after.mode & 0o300) === 0o300;
      phases[isOpened ? 'open' : 'modes'].push({ kind: 'directory-mode', path, mode: after.mode });
    } else if (after?.kind === 'link') {
      phases.contents.push({ kind: 'link', path, now, target: after });
    } else if (isFileEntry(after)) {
      const isModeOnly = isContentSame && isFileEntry(before);
      phases.contents.push(
        isModeOnly ? { kind: 'file-mode', path, now: before, target: after } : { kind: 'write', path, now, target: after },
      );
    }
  }
  const { open, first, directories, contents, rest, modes } = phases;
  // A directory sorts before what is in it.
  const inOrder = [...open, ...first.toReversed(), ...directories, ...contents, ...rest.toReversed(), ...modes.toReversed()];
  return { steps: inOrder, conflicts, done };
}

/** Whether one is a directory and the other is not. A file and a link replace each other in one step; here a deletion comes first. */
function isOtherSort(before: TreeEntry, after: TreeEntry): boolean {
  return (before.kind === 'directory') !== (after.kind === 'directory');
}

function removalOf(path: RawName, before: TreeEntry): RestoreStep | undefined {
  if (before.kind === 'special') return undefined;
  return before.kind === 'directory' ? { kind: 'delete-directory', path } : { kind: 'delete', path, now: before };
}

/** Whether what is at a path, or below it, has to be deleted before something else can be created. */
function inTheWayOf(differences: readonly Difference[], isCaseSensitive: boolean): (path: RawName) => boolean {
  const replaced = new Set<string>();
  const arriving = new Set<string>();
  for (const { path, before, after } of differences) {
    if (before !== undefined && after !== undefined && isOtherSort(before, after)) replaced.add(path);
    if (before === undefined && !isCaseSensitive) arriving.add(foldedPath(path));
  }
  return (path) => [...directoriesAbove(path), path].some((at) => replaced.has(at) || arriving.has(foldedPath(at)));
}

/** With the directories that would be deleted, and stay because of what stays in them. Sorted by path. */
function withDirectories(conflicts: readonly RawConflict[], differences: readonly Difference[]): readonly RawConflict[] {
  if (conflicts.length === 0) return conflicts;
  const named = new Set(conflicts.map(({ path }) => path));
  const holdsKept = new Set(conflicts.flatMap(({ path }) => directoriesAbove(path)));
  const kept = differences.filter(
    ({ path, before, after }) => before?.kind === 'directory' && after?.kind !== 'directory' && holdsKept.has(path) && !named.has(path),
  );
  const added = kept.map(({ path }) => ({ path, reason: holdsWhatStays }));
  return [...conflicts, ...added].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The reason of a directory that would be deleted. */
export const holdsWhatStays = 'it holds files that stay';

function conflictsIn(
  differences: readonly Difference[],
  { isCaseSensitive, targetNames, whyUnknown }: PlanOptions,
): readonly RawConflict[] {
  const conflicts = new Map<RawName, string>();
  const arriving = new Set(differences.flatMap(({ path, before }) => (before === undefined ? [path] : [])));
  for (const { path, before, after } of differences) {
    const reason =
      (before?.kind === 'special' ? whySpecial(before.what) : undefined) ??
      (after?.kind === 'special' ? whyNoSpecial(after.what) : undefined) ??
      (before !== undefined && after === undefined ? whyUnknown?.(path, before) : undefined) ??
      (arriving.has(path) && !isCaseSensitive ? sharedName(path, targetNames, arriving) : undefined);
    if (reason !== undefined) conflicts.set(path, reason);
  }
  return [...conflicts].map(([path, reason]) => ({ path, reason }));
}

type Special = Extract<TreeEntry, { readonly kind: 'special' }>['what'];

function whySpecial(what: Special): string {
  return what === 'skipped' ? 'it could not be captured, so it is in no snapshot' : `there is a ${what}, which no snapshot can restore`;
}

function whyNoSpecial(what: Special): string {
  return what === 'skipped' ? 'the snapshot could not capture it' : `it was a ${what}, which is not restored`;
}

/** Where the disk does not tell two names apart, the one that exists is kept, else the first. */
function sharedName(path: RawName, targetNames: PlanOptions['targetNames'], arriving: ReadonlySet<RawName>): string | undefined {
  const name = nameOfPath(path);
  const directory = parentPath(path);
  const other = targetNames(directory).find(
    (one) =>
      foldedName(one) === foldedName(name) &&
      !one.equals(name) &&
      (Buffer.compare(one, name) < 0 || !arriving.has(pathBelow(directory, one))),
  );
  return other === undefined ? undefined : `this file system does not tell its name from ${other.toString('utf8')}`;
}

function foldedPath(path: RawName): string {
  return textOfName(path).normalize('NFC').toLowerCase();
}

function foldedName(name: Buffer): string {
  return name.toString('utf8').normalize('NFC').toLowerCase();
}
