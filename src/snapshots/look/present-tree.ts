import { setImmediate } from 'node:timers/promises';
import { type WritableSystem, dropQuietly } from '../../system/index.ts';
import { type IneffectiveRules, readGitIndex, type Workspace, type WorkspacePath } from '../../workspace/index.ts';
import type { SnapshotCalls } from '../disk.ts';
import { openGitObjects } from '../git/git-objects.ts';
import type { RawName } from '../raw-name.ts';
import { capture, type Captured, type CaptureOptions } from './capture.ts';
import { type BuiltInRules, type CaptureRules, changesRules } from './capture-rules.ts';
import { doubtStored, type NodeCache, type OwnedNode, takeOver } from './node-cache.ts';
import { readRules, type RulesReader, unchangedRules } from './rules-reader.ts';
import { loadStatCache, saveStatCache } from './stat-cache.ts';

/** With more changed paths than this, walking the whole tree is faster than looking at each of them. */
export const maxPendingChanges = 20_000;

/** The whole tree is walked again after this time, although it is watched: watchers miss files that are written through a memory map. */
const maxTrustMs = 600_000;

/** What a watcher reported since the last look, and whether that may replace a walk of the whole tree. */
interface PendingChanges {
  isWatched: boolean;
  /** `undefined`: not known, so that anything may have changed. */
  paths: Set<WorkspacePath> | undefined;
  /** When the last walk of the whole tree began, by `performance.now()`. */
  walkedAt: number;
}

/** The cache is saved when one file in this many was read: reading a file again takes as long as saving that many. */
const savedShare = 32;

export interface PresentTreeOptions {
  /** Patterns that leave files out. */
  readonly exclude: readonly string[];
  readonly builtIn?: BuiltInRules | undefined;
  readonly calls: SnapshotCalls;
  /** Where what is known of the tree is kept between runs. */
  readonly cachePath: string;
}

export interface LookOptions extends Pick<CaptureOptions, 'store' | 'base' | 'isKept' | 'limits' | 'yields' | 'signal' | 'progress'> {
  /** Captured in addition, regardless of the rules. Sorted by bytes. */
  readonly reach?: readonly RawName[] | undefined;
  /** Nothing else changed since the last look. */
  readonly only?: ReadonlySet<WorkspacePath> | undefined;
  /** Whether what git has already may be named instead of read, where nothing is known of the tree yet. */
  readonly borrows?: boolean | undefined;
}

/** The files as they are, and the rules that decided which of them. */
export interface Seen extends Captured {
  readonly rules: CaptureRules;
}

/** The current files of a workspace, and what is cached about them. Calls of `look` run one after the other. */
export interface PresentTree {
  /**
   * Captures the files: those the watcher reported, or the whole tree if there is no watcher or the rules have changed.
   * @throws as `capture`
   */
  look(options: LookOptions): Promise<Seen>;
  /** Objects may have been deleted from the store: the next look checks each of them. */
  doubt(): void;
  /** Objects are certainly missing from the store: the next look reads everything. */
  forget(): void;
  /** The store now has what was borrowed from git. */
  owned(ownedNode: OwnedNode): void;
  /** A watcher reports a change; `undefined`: anything may have changed. */
  changed(path: WorkspacePath | undefined): void;
  watched(isWatched: boolean): void;
  /** The rules of the last look; when there was none, those that the files give now. */
  rules(): Promise<CaptureRules>;
  /** Ignore rules without effect, of those that were read last; of the files as they are where none were. */
  ineffectiveRules(): Promise<IneffectiveRules>;
  /** Called when a look uses other rules than the one before. One listener. */
  onRules(listener: () => void): void;
  /** Saves what is known for the next process, if enough is new. The caller may write to the store. */
  save(): Promise<void>;
}

interface TreeState {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly calls: SnapshotCalls;
  readonly cachePath: string;
  readonly rules: RulesReader;
  readonly pending: PendingChanges;
  /** `undefined` until it is needed. */
  cache: NodeCache | undefined;
  isUnsaved: boolean;
  /** Files that were read since the cache was saved. */
  taken: number;
}

/** Opening reads nothing. */
export function createPresentTree(
  system: WritableSystem,
  workspace: Workspace,
  { builtIn, exclude, calls, cachePath }: PresentTreeOptions,
): PresentTree {
  const rules: RulesReader = { system, workspace, calls, exclude, builtIn, current: undefined, listener: undefined };
  const pending = noPendingChanges();
  const state: TreeState = { system, workspace, calls, cachePath, rules, pending, cache: undefined, isUnsaved: false, taken: 0 };
  return {
    look: (options) => look(state, options),
    doubt() {
      if (state.cache !== undefined) doubtStored(state.cache);
    },
    owned(ownedNode) {
      if (state.cache?.root === undefined) return;
      takeOver(state.cache.root, ownedNode);
      state.isUnsaved = true;
    },
    forget() {
      state.cache = undefined;
      pending.paths = undefined;
      dropQuietly(calls, cachePath);
    },
    changed: (path) => addChange(pending, path),
    watched: (isWatched) => setWatched(pending, isWatched),
    rules: () => rulesNow(state),
    async ineffectiveRules() {
      await rulesNow(state);
      return rules.current?.exclusions.ineffective ?? { list: [], count: 0 };
    },
    onRules(listener) {
      rules.listener = listener;
    },
    save: () => save(state),
  };
}

async function rulesNow(state: TreeState): Promise<CaptureRules> {
  const { rules, system, workspace } = state;
  const readIndex = () => readGitIndex(system, workspace);
  return rules.current?.rules ?? readRules(rules, await loaded(state), { readIndex, learns: false });
}

async function look(state: TreeState, options: LookOptions): Promise<Seen> {
  const { only } = options;
  const { pending } = state;
  const cache = await loaded(state);
  // Changes made before this call are still in the queue of the watcher: it is read when the process next waits for something.
  if (pending.isWatched && only === undefined) {
    await setImmediate();
    await setImmediate();
  }
  const startedAt = performance.now();
  const changed = only ?? takeChanges(pending, startedAt);
  try {
    const rulesKey = cache.rulesKey;
    const captured = await captureChanged(state, cache, options, changed);
    if (captured.isFullWalk) pending.walkedAt = startedAt;
    // What was read now need not be read the next time, if it is saved.
    state.taken += captured.taken;
    if (state.taken * savedShare > captured.files || cache.rulesKey !== rulesKey) state.isUnsaved = true;
    return captured;
  } catch (error) {
    pending.paths = undefined;
    throw error;
  }
}

/** @param changed `undefined`: anything may have changed. */
async function captureChanged(
  state: TreeState,
  cache: NodeCache,
  { borrows = false, only, reach, ...options }: LookOptions,
  changed: ReadonlySet<WorkspacePath> | undefined,
): Promise<Seen> {
  const { calls, system, workspace } = state;
  const before = state.rules.current?.rules;
  const read = () => readGitIndex(system, workspace);
  const isBorrowing = borrows && cache.root === undefined;
  // Borrowing needs the whole index, the rules need its names: it is read once for both, and not kept otherwise.
  const readIndex = isBorrowing ? once(read) : read;
  const gitObjects = isBorrowing ? await openGitObjects(system, workspace, calls, readIndex, options.signal) : undefined;
  const mayHold = changed !== undefined && ![...changed].some(changesRules);
  const rules =
    (mayHold ? unchangedRules(state.rules, reach) : undefined) ??
    (await readRules(state.rules, cache, { readIndex, reach, learns: true, changed, signal: options.signal }));
  // Other rules take a walk. But git also writes its index at each "git status", and what it tracks is mostly the same.
  const isEnough = rules === before || only !== undefined;
  const given = { ...options, changed: isEnough ? changed : undefined, cache, rules, calls, gitObjects };
  return { ...(await capture(system, workspace, given)), rules };
}

async function loaded(state: TreeState): Promise<NodeCache> {
  return (state.cache ??= await loadStatCache(state.calls, state.system.ownFiles, state.cachePath));
}

async function save(state: TreeState): Promise<void> {
  if (state.cache === undefined || !state.isUnsaved) return;
  await saveStatCache(state.calls, state.system.ownFiles, state.cachePath, state.cache);
  state.isUnsaved = false;
  state.taken = 0;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** There is no watcher yet, so the first look walks the whole tree. */
export function noPendingChanges(): PendingChanges {
  return { isWatched: false, paths: undefined, walkedAt: -Infinity };
}

/** @param path from the root of the workspace; `undefined` when the watcher does not know what changed. */
export function addChange(pending: PendingChanges, path: WorkspacePath | undefined): void {
  if (path === undefined || (pending.paths?.size ?? 0) >= maxPendingChanges) pending.paths = undefined;
  else pending.paths?.add(path);
}

/** What changed before this call is not known: the next look walks the whole tree. */
export function setWatched(pending: PendingChanges, isWatched: boolean): void {
  pending.isWatched = isWatched;
  pending.paths = undefined;
}

/**
 * The changes up to now, which the caller looks at; from here on new ones are collected.
 * @returns `undefined` when the whole tree has to be walked.
 */
export function takeChanges(pending: PendingChanges, now: number): ReadonlySet<WorkspacePath> | undefined {
  const isTrusted = pending.isWatched && now - pending.walkedAt < maxTrustMs;
  const taken = isTrusted ? pending.paths : undefined;
  pending.paths = pending.isWatched ? new Set() : undefined;
  return taken;
}
