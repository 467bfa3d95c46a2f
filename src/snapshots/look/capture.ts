import { setImmediate } from 'node:timers/promises';
import { SnapError, displayPath, type WritableSystem } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import type { CaptureRules } from './capture-rules.ts';
import { nodeSnapshotCalls, type SnapshotCalls, type Stats } from '../disk.ts';
import type { GitObjects } from '../git/git-objects.ts';
import type { CaptureLimits } from '../upkeep/space-limits.ts';
import { type CachedNode, type DirectoryNode, placeOf, type FileLeaf } from './cached-node.ts';
import { borrowedBytes, type NodeCache } from './node-cache.ts';
import type { ObjectId, ObjectStore } from '../store/object-types.ts';
import { pathOfName, rawChild, rawNameOf, type RawName, textOfName } from '../raw-name.ts';
import { snapshotRefusal } from '../refusal.ts';
import type { Scan } from './scan-state.ts';
import { scanAll, tooMany, writeNode } from './scan.ts';
import { scanChanges } from './scan-changes.ts';
import { maxSkippedListed, type Skipped, type TakeOptions } from '../snapshots.ts';
import { takeLater } from './take-leaf.ts';
import { isRemote } from './watch-snapshots.ts';
import { decodeChunks } from '../store/tree-node.ts';

/** How long one slice of a capture may keep the process from everything else. */
const sliceMs = 8;
/** The same for a command: nothing else waits for its turn, but Ctrl-C must be noticed. */
const commandSliceMs = 100;

export interface CaptureOptions extends Pick<TakeOptions, 'signal' | 'progress'> {
  readonly store: ObjectStore;
  /** Brought up to date. One capture at a time works with it. */
  readonly cache: NodeCache;
  readonly rules: CaptureRules;
  readonly limits: CaptureLimits;
  /** Every path that may have changed since the last capture with this cache. Without it the whole tree is walked, which finds every change. */
  readonly changed?: Iterable<WorkspacePath> | undefined;
  /** Asked before a file is read that is not known yet. */
  readonly gitObjects?: GitObjects | undefined;
  /** Root of the newest snapshot. */
  readonly base?: ObjectId | undefined;
  /** Whether it is the root of a snapshot: then the store has all below it. */
  readonly isKept?: ((root: ObjectId) => boolean) | undefined;
  /** Whether other work has its turn in between; a command that does nothing else is faster without. */
  readonly yields: boolean;
  readonly calls?: SnapshotCalls | undefined;
}

export interface Captured {
  readonly root: ObjectId;
  /** Files and links. */
  readonly files: number;
  /** Of all files together. */
  readonly bytes: number;
  /** The first {@link maxSkippedListed}, sorted by path. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  /** Files whose bytes are not in the store, but in the workspace's own git repository. */
  readonly borrowed: number;
  /** Files that were not as they were known. */
  readonly taken: number;
  /** Bytes given to the store, some of which it may have had. */
  readonly stored: number;
  /** Whether the whole tree was walked. */
  readonly isFullWalk: boolean;
}

/**
 * Puts the tree of a workspace as it is now into the store, which is not synced by this. Nothing in the workspace is written, no link
 * is followed, and what cannot be taken is named in the answer.
 *
 * When it throws, the cache stays usable: the next capture walks the whole tree. A caller that takes back what it put, or fails to sync it,
 * calls `doubtStored`.
 * @throws SnapError `refused` (a directory that is no project, too many files), `io` (the root is gone, the store cannot be written);
 *   the signal's reason when it fires.
 */
export async function capture(system: WritableSystem, workspace: Workspace, options: CaptureOptions): Promise<Captured> {
  const { cache, calls = nodeSnapshotCalls, changed, limits, rules, store } = options;
  const refusal = snapshotRefusal(system, workspace);
  if (refusal !== undefined) throw new SnapError('refused', refusal, { hint: 'Name the directory of one project with --workspace.' });
  const root = rawNameOf(workspace.root);
  const stats = calls.lstatRaw(pathOfName(root));
  if (stats?.isDirectory() !== true) {
    throw new SnapError('io', `${displayPath(workspace.root, system)}: there is no such directory.`, {
      hint: 'No snapshot was taken. Check that its disk is mounted.',
    });
  }
  if (cache.root !== undefined && (cache.root.inode !== stats.ino || cache.device !== stats.dev)) cache.root = undefined;
  if (cache.root?.id !== undefined && (options.isKept?.(cache.root.id) ?? cache.root.id === options.base)) cache.isStored = true;
  const isWhole = hasCachedObjects(cache, store);
  const isSound = cache.isCurrent && isWhole;
  // Until this one has succeeded: a store that fails takes back what it was given.
  cache.isCurrent = false;
  cache.isStored = false;
  const asksAgain = rules !== cache.rules && (rules.key === undefined || rules.key !== cache.rulesKey);
  cache.rules = undefined;
  cache.rulesKey = undefined;
  const free = Math.max(0, limits.room - (cache.root === undefined ? 0 : borrowedBytes(cache.root)));
  const room = { left: free };
  const known = cache.root?.totals;
  const scan: Scan = {
    system,
    workspace,
    calls,
    store,
    rules,
    asksAgain,
    limits,
    room,
    scratch: { buffer: undefined },
    ownFiles: system.ownFiles,
    sealedIds: cache.sealed,
    base: options.base,
    root: isHere(calls, stats) ? '.' : root === '/' ? '' : root,
    device: keepsTimes(system, workspace, calls) ? stats.dev : undefined,
    later: [],
    gitObjects: options.gitObjects,
    between: slices(options, () => scan.files, known?.files),
    files: 0,
    sealed: 0,
    taken: 0,
    isFullWalk: false,
  };
  const needsAll = !isSound || asksAgain;
  try {
    const tree = await scanned(scan, cache.root, stats, needsAll ? undefined : changed);
    cache.root = tree;
    await takeRefused(scan, tree);
    await takeAllLater(scan, tree);
    options.signal?.throwIfAborted();
    const id = await writeDirectory(scan, tree);
    if (tree.totals.files > limits.files) throw tooMany(scan);
    Object.assign(cache, { device: stats.dev, rules, rulesKey: rules.key, isCurrent: true, isStored: true } satisfies Partial<NodeCache>);
    return { root: id, ...summary(tree), stored: free - room.left, taken: scan.taken, isFullWalk: scan.isFullWalk };
  } finally {
    // Directories below may have been brought up to date already: the next capture compares from the top.
    if (!cache.isCurrent && cache.root !== undefined) cache.root.id = undefined;
  }
}

/** Whether it is the current directory of this process: the platform resolves a short path in half the time. */
function isHere(calls: SnapshotCalls, root: Stats): boolean {
  try {
    const here = calls.lstatRaw('.');
    return here?.ino === root.ino && here.dev === root.dev;
  } catch {
    // The current directory was deleted, or may not be read.
    return false;
  }
}

/** Whether the time of a directory there changes as soon as a name is added or removed. */
function keepsTimes({ platform }: WritableSystem, { root }: Workspace, calls: SnapshotCalls): boolean {
  try {
    return platform !== 'win32' && !isRemote(root, calls);
  } catch {
    // The kind of disk is not known: every directory is listed.
    return false;
  }
}

async function scanned(
  scan: Scan,
  known: DirectoryNode | undefined,
  stats: Stats,
  changed: Iterable<WorkspacePath> | undefined,
): Promise<DirectoryNode> {
  const paths = changed === undefined ? undefined : [...changed];
  if (paths === undefined || known === undefined || paths.some(isOdd)) return scanAll(scan, known, stats);
  const tree = await scanChanges(scan, known, paths);
  if (!scan.asksAgain) return tree;
  // A directory had unknown ignore rules, and only a part of what is below it was looked at. Everything is looked at again, so the
  // counts and the files that were put off so far are reset.
  Object.assign(scan, { files: 0, sealed: 0, taken: 0 } satisfies Partial<Scan>);
  scan.later.length = 0;
  return scanAll(scan, tree, stats);
}

function summary(tree: DirectoryNode): Pick<Captured, 'files' | 'bytes' | 'borrowed' | 'skipped' | 'skippedCount'> {
  const { borrowed, bytes, files, skipped: skippedCount } = tree.totals;
  const skipped: Skipped[] = [];
  listSkipped(tree, '', skipped);
  return { files, bytes, borrowed, skipped, skippedCount };
}

/** Not a path as watchers report them, so it cannot be looked up. */
function isOdd(path: WorkspacePath): boolean {
  return path !== '' && path !== '.' && path.split('/').some((name) => name === '' || name === '.' || name === '..');
}

/** What git turns out not to have, or not as it is, is read like any other file. */
async function takeRefused(scan: Scan, tree: DirectoryNode): Promise<void> {
  for (const path of (await scan.gitObjects?.refused()) ?? []) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let parent: CachedNode | undefined = tree;
    for (const part of names) parent = parent?.kind === 'directory' ? parent.find(part) : undefined;
    const stats = scan.calls.lstatRaw(pathOfName(rawChild(scan.root, path)));
    const refused = parent?.kind === 'directory' ? parent.find(name) : undefined;
    // What was set apart for it is asked for again.
    if (refused?.kind === 'borrowed') scan.room.left += refused.size;
    if (parent?.kind === 'directory' && stats !== undefined) scan.later.push({ parent, name, path, stats, isSealed: false });
  }
}

/** Small ones first: where room is short, more files are captured. */
async function takeAllLater(scan: Scan, tree: DirectoryNode): Promise<void> {
  for (const file of scan.later.sort((one, other) => one.stats.size - other.stats.size)) {
    const wait = scan.between();
    if (wait !== undefined) await wait;
    const leaf = await takeLater(scan, file);
    const { index, node } = placeOf(file.parent.children, file.name);
    if (node === undefined) continue;
    file.parent.children.splice(index, 1, ...(leaf === undefined ? [] : [leaf]));
    forgetIds(tree, file.path);
  }
}

/** Of every directory on the way to a path. */
function forgetIds(tree: DirectoryNode, path: RawName): void {
  let at: CachedNode | undefined = tree;
  for (const name of path.split('/')) {
    if (at?.kind !== 'directory') return;
    at.id = undefined;
    at = at.find(name);
  }
}

/** Writes the nodes of directories that differ, inner ones first; the others are not even looked at. */
async function writeDirectory(scan: Scan, directory: DirectoryNode): Promise<ObjectId> {
  if (directory.id !== undefined) return directory.id;
  const wait = scan.between();
  if (wait !== undefined) await wait;
  for (const child of directory.directories()) if (child.id === undefined) await writeDirectory(scan, child);
  directory.pack();
  return writeNode(scan, directory, directory.look());
}

function listSkipped(directory: DirectoryNode, path: RawName, into: Skipped[]): void {
  if (directory.totals.skipped === 0) return;
  for (const node of directory.look()) {
    if (into.length >= maxSkippedListed) return;
    const raw = rawChild(path, node.name);
    if (node.kind === 'directory') listSkipped(node, raw, into);
    if (node.kind === 'special') into.push({ path: textOfName(raw), reason: 'special' });
    if (node.kind === 'skipped') {
      into.push({ path: textOfName(raw), reason: node.reason, size: node.inode === 0 ? undefined : node.size });
    }
  }
}

/** Called between two entries: ends the scan when the signal fired, reports progress, and lets other work have its turn. */
function slices(
  { progress, signal, yields }: Pick<CaptureOptions, 'progress' | 'signal' | 'yields'>,
  done: () => number,
  total: number | undefined,
): () => Promise<void> | undefined {
  let began = performance.now();
  let yieldedAt = began;
  let calls = 0;
  return () => {
    // The clock costs more than most entries.
    calls += 1;
    if (calls % 16 !== 0) return undefined;
    signal?.throwIfAborted();
    if (performance.now() - began < sliceMs) return undefined;
    progress?.(done(), total);
    began = performance.now();
    if (!yields && began - yieldedAt < commandSliceMs) return undefined;
    return setImmediate().then(() => {
      yieldedAt = began = performance.now();
    });
  };
}

/** Whether the store has all that the cache names. What it lacks is forgotten, so that it is read again. */
function hasCachedObjects(cache: NodeCache, store: ObjectStore): boolean {
  if (cache.isStored || cache.root === undefined) return true;
  return hasAll(cache.root, store);
}

function hasAll(directory: DirectoryNode, store: ObjectStore): boolean {
  let isWhole = true;
  for (const [i, child] of directory.look().entries()) {
    if (child.kind === 'directory') {
      if (!hasAll(child, store)) isWhole = false;
    } else if ((child.kind === 'file' || child.kind === 'chunked') && !hasFile(child, store)) {
      // Its times are no longer believed.
      directory.children[i] = { ...child, isRacy: true };
      isWhole = false;
    }
  }
  directory.pack();
  if (directory.id !== undefined && !store.has(directory.id)) isWhole = false;
  if (!isWhole) directory.id = undefined;
  return isWhole;
}

function hasFile({ id, kind }: FileLeaf, store: ObjectStore): boolean {
  if (kind === 'file') return store.has(id);
  const list = store.get(id);
  return list !== undefined && decodeChunks(list.bytes).every((chunk) => store.has(chunk));
}
