import { failureCode, SnapError, displayPath } from '../../system/index.ts';
import { ignoreFileName } from './capture-rules.ts';
import type { Stats } from '../disk.ts';
import { newDirectory } from './directory-node.ts';
import { type CachedNode, type DirectoryNode, isSameEntry, totalsOf, treeEntryOf } from './cached-node.ts';
import type { ObjectId } from '../store/object-types.ts';
import { pathOfName, rawChild, type RawName, textOfName } from '../raw-name.ts';
import type { Entry, Scan } from './scan-state.ts';
import { isRacy, permissions, skippedLeaf, takeLeaf } from './take-leaf.ts';
import { encodeTree } from '../store/tree-node.ts';

/** A directory that is looked at. */
interface Place {
  readonly raw: RawName;
  readonly stats: Stats;
  readonly enters: 'all' | 'some';
}

/**
 * What of a known directory is looked at: `deep` all below; `shallow` its own entries; `known` nothing, it is taken as it was. One
 * that is not known is always walked.
 */
type Depth = 'deep' | 'shallow' | 'known';

/** What an entry is now, and whether its parent has to be written again. */
interface Taken {
  readonly node: CachedNode | undefined;
  readonly differs: boolean;
  /** There is a directory, but nothing in it is captured so far. */
  readonly isHidden?: true | undefined;
}

/**
 * Reads the whole tree, entry by entry. Directories above anything that differs lose their id.
 * @throws SnapError `io` when the root is not there or cannot be listed: a deleted tree must not look like an empty one.
 */
export async function scanAll(scan: Scan, old: DirectoryNode | undefined, stats: Stats): Promise<DirectoryNode> {
  scan.isFullWalk = true;
  const { node } = await takeDirectory(scan, '', { raw: '', stats, enters: 'all' }, old, 'deep');
  if (node?.kind === 'directory') return node;
  throw rootIsGone(scan);
}

/** @param below how known directories in it are looked at. */
export async function takeDirectory(
  scan: Scan,
  name: RawName,
  place: Place,
  known: DirectoryNode | undefined,
  below: Exclude<Depth, 'shallow'>,
): Promise<Taken> {
  const node = known ?? newDirectory(name, permissions(place.stats), place.stats.ino);
  const { mtimeMs, ctimeMs } = place.stats;
  // By the clock of the machine, which the disk's times follow.
  const isFresh = isRacy(place.stats, Date.now());
  const laterBefore = scan.later.length;
  // None until it is known: where the capture ends in the middle, all above what was brought up to date are written again.
  const idBefore = node.id;
  node.id = undefined;
  const isListed = known !== undefined && !scan.asksAgain && isListedAs(scan, known, place.stats);
  const entries =
    (isListed && below === 'deep' ? await takeUnchanged(scan, node, place) : undefined) ??
    (await takeEntries(scan, node, place, isListed, below));
  if (entries === 'gone') return { node: undefined, differs: true };
  // Of an ignored one too: it may hold files that would have been taken, and a restore must know that.
  if (entries === 'unreadable') return { node: skippedLeaf(name, place.stats, 'unreadable'), differs: true };
  const { children, isAllSeen } = entries;
  if (place.enters === 'some' && (children ?? node.look()).length === 0 && scan.rules.keeps?.(textOfName(place.raw)) !== true)
    return { node: undefined, differs: known !== undefined, isHidden: true };
  const mode = permissions(place.stats);
  // The mode is stored in the parent's node, which therefore has to be written again.
  if (!entries.differs && node.mode === mode) node.id = idBefore;
  node.mode = mode;
  node.enters = place.enters;
  const isBelieved = isAllSeen && !isFresh;
  node.mtime = isBelieved ? mtimeMs : 0;
  node.ctime = isBelieved ? ctimeMs : 0;
  const isOther = node.id === undefined;
  if (isOther && scan.later.length === laterBefore) {
    const all = children ?? node.look();
    // While its entries are at hand. Where something below is still to be read it is done at the end.
    if (all.every((child) => child.kind !== 'directory' || child.id !== undefined)) writeNode(scan, node, all);
  }
  if (children !== undefined) {
    node.children = children;
    node.pack();
  }
  return { node, differs: isOther };
}

/** The entries of a directory now. `children`: absent when they are exactly the known ones. */
interface Entries {
  readonly children: CachedNode[] | undefined;
  readonly differs: boolean;
  readonly isAllSeen: boolean;
}

async function takeEntries(
  scan: Scan,
  node: DirectoryNode,
  place: Place,
  isListed: boolean,
  below: Exclude<Depth, 'shallow'>,
): Promise<Entries | 'gone' | 'unreadable'> {
  const before = node.look();
  const names = isListed ? before.map((child) => child.name) : namesIn(scan, place.raw);
  if (names === 'gone' || names === 'unreadable') return names;
  const learning = names.includes(ignoreFileName) ? scan.rules.learn?.(textOfName(rawChild(place.raw, ignoreFileName))) : undefined;
  // What is known below was judged by other rules.
  if ((await learning) === true && before.length > 0) scan.asksAgain = true;
  const children: CachedNode[] = [];
  let differs = false;
  let isSame = true;
  let isAllSeen = true;
  let next = 0;
  for (const child of names) {
    // Known entries between this name and the one before no longer exist.
    while (next < before.length && (before[next]?.name ?? '') < child) next += 1;
    const old = before[next]?.name === child ? before[next] : undefined;
    const wait = scan.between();
    if (wait !== undefined) await wait;
    // Most entries are files, and waiting for what is there already costs as much as looking at one.
    const entry = takeEntry(scan, node, { name: child, raw: rawChild(place.raw, child) }, old, below);
    const taken = entry instanceof Promise ? await entry : entry;
    if (taken.node !== undefined) children.push(taken.node);
    if (taken.node !== old) isSame = false;
    if (taken.differs) differs = true;
    if (taken.isHidden) isAllSeen = false;
  }
  if (children.length !== before.length) [differs, isSame] = [true, false];
  return { children: isSame ? undefined : children, differs, isAllSeen };
}

/** The same where no name has come or gone and no file has changed, as in most: objects are made of its directories alone. */
async function takeUnchanged(scan: Scan, node: DirectoryNode, place: Place): Promise<Entries | undefined> {
  const wait = scan.between();
  if (wait !== undefined) await wait;
  const seen = node.unchanged((name) => {
    const stats = statsOf(scan, rawChild(place.raw, name));
    return stats === 'unreadable' ? undefined : stats;
  });
  if (seen === undefined) return undefined;
  scan.files += seen.files;
  scan.sealed += seen.sealed;
  const others = new Map<CachedNode, CachedNode | undefined>();
  let differs = false;
  let isAllSeen = true;
  for (const child of node.directories()) {
    const taken = await takeEntry(scan, node, { name: child.name, raw: rawChild(place.raw, child.name) }, child, 'deep');
    if (taken.node !== child) others.set(child, taken.node);
    if (taken.differs) differs = true;
    if (taken.isHidden) isAllSeen = false;
  }
  if (others.size === 0) return { children: undefined, differs, isAllSeen };
  const children = node.look().flatMap((child) => (others.has(child) ? (others.get(child) ?? []) : child));
  return { children, differs: true, isAllSeen };
}

/** Puts the node of a directory whose entries are all known. */
export function writeNode({ store }: Scan, directory: DirectoryNode, children: readonly CachedNode[]): ObjectId {
  const bytes = encodeTree(children.flatMap((child) => treeEntryOf(child) ?? []));
  // Small beside the files, and without it they are not found: no bound holds here.
  const id = store.put('tree', bytes);
  directory.id = id;
  directory.totals = totalsOf(children);
  return id;
}

export function takeEntry(
  scan: Scan,
  parent: DirectoryNode,
  entry: Entry,
  old: CachedNode | undefined,
  depth: Depth,
): Taken | Promise<Taken> {
  const { name, raw } = entry;
  const stats = statsOf(scan, raw);
  if (stats === undefined) return { node: undefined, differs: old !== undefined };
  if (stats === 'unreadable') {
    const [takes, enters] = [scan.rules.takes(textOfName(raw)), scan.rules.enters(textOfName(raw))];
    if (old === undefined && takes === 'no' && enters === 'no') return { node: undefined, differs: false };
    const skipped = skippedLeaf(name, undefined, 'unreadable');
    return { node: skipped, differs: !isSameEntry(skipped, old) };
  }
  if (!stats.isDirectory()) {
    const leaf = takeLeaf(scan, parent, entry, stats, old?.kind === 'directory' ? undefined : old);
    if (leaf !== undefined) scan.files += 1;
    if (leaf !== undefined && leaf !== old) scan.taken += 1;
    if (scan.files > scan.limits.files) throw tooMany(scan);
    return { node: leaf, differs: leaf === undefined ? old !== undefined : leaf !== old && !isSameEntry(leaf, old) };
  }
  return takeChild(scan, entry, stats, old, depth);
}

/** Letters; few paths are as long. */
const longPath = 500;

async function takeChild(scan: Scan, { name, raw }: Entry, stats: Stats, old: CachedNode | undefined, depth: Depth): Promise<Taken> {
  const named = old?.kind === 'directory' ? old : undefined;
  const enters = named === undefined || scan.asksAgain ? scan.rules.enters(textOfName(raw)) : named.enters;
  if (enters === 'no') return { node: undefined, differs: old !== undefined };
  const known = named?.inode === stats.ino ? named : undefined;
  if (known !== undefined && depth === 'known') {
    if (known.mode !== permissions(stats)) known.id = undefined;
    known.mode = permissions(stats);
    return { node: known, differs: known.id === undefined };
  }
  // Otherwise thousands of directories, each in the one before, would all stand on the stack.
  if (raw.length > longPath) await Promise.resolve();
  const taken = await takeDirectory(scan, name, { raw, stats, enters }, known, known === undefined || depth === 'deep' ? 'deep' : 'known');
  if (taken.node === undefined) return { ...taken, differs: old !== undefined };
  if (taken.node.kind === 'directory') return { node: taken.node, differs: taken.differs || known === undefined };
  return { node: taken.node, differs: taken.node.kind !== 'skipped' || !isSameEntry(taken.node, old) };
}

/** Whether no entry was added or removed since a directory was listed. */
function isListedAs(scan: Scan, known: DirectoryNode, { ctimeMs, dev, mtimeMs }: Stats): boolean {
  return dev === scan.device && known.mtime === mtimeMs && known.ctime === ctimeMs && ctimeMs !== 0;
}

/** `unreadable`: it may be listed, and not looked at (or its path is longer than the platform takes). */
export function statsOf(scan: Scan, raw: RawName): Stats | 'unreadable' | undefined {
  try {
    return scan.calls.lstatRaw(pathOfName(rawChild(scan.root, raw)));
  } catch (error) {
    // Its directory was replaced by a file meanwhile.
    return failureCode(error) === 'ENOTDIR' ? undefined : 'unreadable';
  }
}

function namesIn(scan: Scan, raw: RawName): string[] | 'gone' | 'unreadable' {
  try {
    return scan.calls.rawNames(pathOfName(raw === '' ? scan.root : rawChild(scan.root, raw))).sort();
  } catch (error) {
    // A file removed meanwhile is simply absent; one that may not be read is listed as a gap.
    const code = failureCode(error);
    return raw !== '' && (code === 'ENOENT' || code === 'ENOTDIR') ? 'gone' : 'unreadable';
  }
}

export function rootIsGone(scan: Scan): SnapError {
  return new SnapError('io', `${displayPath(scan.workspace.root, scan.system)}: the directory cannot be listed.`, {
    hint: 'Nothing was changed. Check that its disk is mounted and that you have permission to read it.',
  });
}

export function tooMany(scan: Scan): SnapError {
  const max = scan.limits.files.toLocaleString('en-US');
  return new SnapError(
    'refused',
    `${displayPath(scan.workspace.root, scan.system)}: it has more than ${max} files, so no snapshot is taken.`,
    {
      hint: 'Exclude generated files with "exclude" in the settings, or with .gitignore.',
    },
  );
}
