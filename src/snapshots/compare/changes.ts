import { SnapError } from '../../system/index.ts';
import { rawChild, type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove, parentPath, topPath } from '../raw-path.ts';
import { type Contents, type FileEntry, isFileEntry, isSameContent, isSealed } from '../store/stored-contents.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import type { PathFilter } from './path-filter.ts';
import { isSecretName } from '../look/secret-files.ts';
import type { EntrySummary, TreeChange } from '../snapshots.ts';
import { nodeDifferences } from '../store/tree-node.ts';

/** An entry that is not the same on both sides; absent where there is none. Of a directory: itself, not what is in it. */
export interface Difference {
  readonly path: RawName;
  readonly before?: TreeEntry | undefined;
  readonly after?: TreeEntry | undefined;
  /** Two files of the same bytes: the mode alone differs. */
  readonly isContentSame: boolean;
}

export interface DifferenceOptions {
  /** Without it everything is. */
  readonly isMeant?: PathFilter | undefined;
  /** Whether the directories belong to it that have to be made for what is meant. */
  readonly withWay?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What differs between two trees, by path in the order of bytes. Costs what differs: directories of one id are not looked into.
 * A directory that came or went is followed by all that is in it.
 * @param before of a root; absent for an empty tree.
 * @throws SnapError `io` for a directory whose node is damaged.
 */
export async function differencesOf(
  contents: Contents,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  { isMeant = () => true, withWay = false, signal }: DifferenceOptions = {},
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  const way = new Map<RawName, Difference>();
  const open: { readonly path: RawName; readonly before: ObjectId | undefined; readonly after: ObjectId | undefined }[] = [];
  if (before !== after) open.push({ path: topPath, before, after });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal?.throwIfAborted();
    const nodes = [next.before, next.after].map((id) => (id === undefined ? undefined : contents.node(id)));
    for (const { name, before: one, after: other } of nodeDifferences(nodes[0], nodes[1])) {
      if (isPlainlySame(one, other)) continue;
      const path = rawChild(next.path, name);
      if (isMeant(textOfName(path))) {
        const { isSame, isContentSame } = await samenessOf(contents, one, other);
        if (!isSame) found.push({ path, before: one, after: other, isContentSame });
      } else if (withWay && one === undefined && other?.kind === 'directory') {
        way.set(path, { path, before: one, after: other, isContentSame: false });
      }
      const [in1, in2] = [directoryId(one), directoryId(other)];
      if (in1 !== in2) open.push({ path, before: in1, after: in2 });
    }
  }
  const needed = new Set(
    way.size === 0 ? [] : found.flatMap(({ path, after: comes }) => (comes === undefined ? [] : directoriesAbove(path))),
  );
  for (const [path, directory] of way) if (needed.has(path)) found.push(directory);
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * The same as a person reads it. Directories are named only where no entry in them is: an empty one, one whose mode changed, one
 * that became something else.
 */
export function treeChanges(differences: readonly Difference[]): readonly TreeChange[] {
  const untold = untoldDirectories(differences);
  return differences.flatMap((difference) => {
    const { path, before, after } = difference;
    if (untold.has(path)) return [];
    const isSecret = [before, after].some((entry) => entry !== undefined && isSecretEntry(entry));
    return [
      {
        path: textOfName(path),
        kind: kindOf(difference),
        isSecret,
        before: before === undefined ? undefined : summaryOf(before),
        after: after === undefined ? undefined : summaryOf(after),
      },
    ];
  });
}

/** Directories that were added or deleted together with something in them: the entries are listed, so the directories are not. */
export function untoldDirectories(differences: readonly Difference[]): ReadonlySet<RawName> {
  const parents = new Set(differences.map(({ path }) => parentPath(path)));
  const cameOrWent = differences.filter(
    ({ before, after }) => (before === undefined || after === undefined) && (before ?? after)?.kind === 'directory',
  );
  return new Set(cameOrWent.flatMap(({ path }) => (parents.has(path) ? [path] : [])));
}

/** Whether the contents of an entry must not show, by how it was kept or by its name. */
export function isSecretEntry(entry: TreeEntry): boolean {
  return isFileEntry(entry) && (isSealed(entry) || isSecretName(entry.name.toString('utf8')));
}

function kindOf({ before, after, isContentSame }: Difference): TreeChange['kind'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  if (sortOf(before) !== sortOf(after)) return 'type';
  return isContentSame || before.kind === 'directory' ? 'mode' : 'modified';
}

function summaryOf(entry: TreeEntry): EntrySummary {
  const kind = sortOf(entry);
  switch (entry.kind) {
    case 'file':
    case 'chunked':
      return { kind, size: entry.size, mode: entry.mode, id: entry.id };
    case 'borrowed':
      return { kind, size: entry.size, mode: entry.mode, id: entry.gitId };
    case 'directory':
      return { kind, size: 0, mode: entry.mode, id: entry.id };
    case 'link':
      return { kind, size: entry.target.length, mode: 0 };
    case 'special':
      return { kind, size: 0, mode: 0 };
    default:
      return entry satisfies never;
  }
}

function sortOf(entry: TreeEntry): EntrySummary['kind'] {
  return isFileEntry(entry) ? 'file' : entry.kind;
}

function directoryId(entry: TreeEntry | undefined): ObjectId | undefined {
  return entry?.kind === 'directory' ? entry.id : undefined;
}

function isPlainlySame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'borrowed') return other.kind === 'borrowed' && one.gitId === other.gitId && one.mode === other.mode;
  if (one.kind === 'link') return other.kind === 'link' && one.target.equals(other.target);
  if (one.kind === 'special') return other.kind === 'special' && one.what === other.what;
  return one.kind === other.kind && one.id === other.id && one.mode === other.mode;
}

/** Of directories only that they are there and their mode count; what is in them is compared by itself. */
async function samenessOf(
  contents: Contents,
  one: TreeEntry | undefined,
  other: TreeEntry | undefined,
): Promise<{ readonly isSame: boolean; readonly isContentSame: boolean }> {
  if (isFileEntry(one) && isFileEntry(other)) {
    const isContentSame = await isSameContentAsFarAsKnown(contents, one, other);
    return { isSame: isContentSame && one.mode === other.mode, isContentSame };
  }
  const isSame =
    (one?.kind === 'directory' && other?.kind === 'directory' && one.mode === other.mode) ||
    (one?.kind === 'link' && other?.kind === 'link' && one.target.equals(other.target)) ||
    (one?.kind === 'special' && other?.kind === 'special' && one.what === other.what);
  return { isSame, isContentSame: false };
}

async function isSameContentAsFarAsKnown(contents: Contents, one: FileEntry, other: FileEntry): Promise<boolean> {
  try {
    return await isSameContent(contents, one, other);
  } catch (error) {
    // Bytes of one side are damaged: a file that may differ is named, and the others can still be compared.
    if (error instanceof SnapError) return false;
    throw error;
  }
}
