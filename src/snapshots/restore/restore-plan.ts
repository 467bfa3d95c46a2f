import { type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove, nameOfPath, parentPath, pathBelow } from '../raw-path.ts';
import type { Difference } from '../compare/changes.ts';
import { type FileEntry, isFileEntry, isSealed } from '../store/stored-contents.ts';
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

export interface Conflict {
  readonly path: RawName;
  readonly reason: string;
}

export interface RestoreSteps {
  readonly steps: readonly RestoreStep[];
  readonly conflicts: readonly Conflict[];
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
  const conflicts = conflictsIn(differences, { isCaseSensitive, targetNames, whyUnknown });
  const kept = new Set(conflicts.map(({ path }) => path));
  const holdsKept = new Set(conflicts.flatMap(({ path }) => directoriesAbove(path)));
  const done = differences.filter(({ path }) => !kept.has(path) && !directoriesAbove(path).some((directory) => kept.has(directory)));
  const inTheWay = inTheWayOf(done, isCaseSensitive);

  const steps = { open: [], first: [], directories: [], contents: [], rest: [], modes: [] } satisfies Record<string, RestoreStep[]>;
  const phases: Record<keyof typeof steps, RestoreStep[]> = steps;
  for (const { path, before, after, isContentSame } of done) {
    const goes = before !== undefined && (after === undefined || isOtherSort(before, after));
    if (goes && !(before.kind === 'directory' && holdsKept.has(path))) {
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
  return { steps: [...open, ...first.toReversed(), ...directories, ...contents, ...rest.toReversed(), ...modes.toReversed()], conflicts };
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

function conflictsIn(differences: readonly Difference[], { isCaseSensitive, targetNames, whyUnknown }: PlanOptions): readonly Conflict[] {
  const conflicts = new Map<RawName, string>();
  const arriving = new Set(differences.flatMap(({ path, before }) => (before === undefined ? [path] : [])));
  for (const { path, before, after } of differences) {
    // What is in a directory that is kept needs no line of its own.
    if (directoriesAbove(path).some((directory) => conflicts.has(directory))) continue;
    const reason =
      (before?.kind === 'special' ? `there is a ${before.what}, which no snapshot can restore` : undefined) ??
      (after?.kind === 'special' ? `it was a ${after.what}, which is not restored` : undefined) ??
      (before !== undefined && after === undefined && !isSealed(before) ? whyUnknown?.(path, before) : undefined) ??
      (arriving.has(path) && !isCaseSensitive ? sharedName(path, targetNames, arriving) : undefined);
    if (reason !== undefined) conflicts.set(path, reason);
  }
  return [...conflicts].map(([path, reason]) => ({ path, reason }));
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
