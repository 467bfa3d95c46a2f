import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { WritableSystem } from '../../system/index.ts';
import {
  exclusions,
  type GitIndex,
  type KeyedExclusions,
  parseGitIndex,
  placeIn,
  readGitIndex,
  type Repository,
  repositoryOf,
  type Workspace,
  type WorkspacePath,
} from '../../workspace/index.ts';
import { capture, type Captured, type CaptureOptions } from './capture.ts';
import { captureRules, type CaptureRules, changesRules, ignoreFilesIn, isIgnoreFile } from './capture-rules.ts';
import { dropQuietly, readWholeFile, type SnapshotCalls } from '../disk.ts';
import { openGitObjects } from '../git/git-objects.ts';
import { doubtStored, type NodeCache, type OwnedNode, takeOver } from './node-cache.ts';
import type { RawName } from '../raw-name.ts';
import { loadStatCache, saveStatCache } from './stat-cache.ts';
import { isRacy } from './take-leaf.ts';
import { type TrackedFiles, trackedFiles, trackedLater } from './tracked-files.ts';

/** After so long the whole tree is walked, whatever the watcher says: it does not see files that are written through memory. */
const longestTrustMs = 600_000;
/** More of them take longer than a walk. */
const mostTold = 20_000;
/** One file in so many is worth saving: to read a file again takes as long as to save that many. */
const worthSaving = 32;

export interface PresentTreeOptions {
  /** Patterns that leave files out. */
  readonly exclude: readonly string[];
  readonly calls: SnapshotCalls;
  /** Where what is known of the tree is kept between runs. */
  readonly cachePath: string;
}

export interface LookOptions extends Pick<CaptureOptions, 'store' | 'base' | 'isKept' | 'limits' | 'yields' | 'signal' | 'progress'> {
  /** Taken too, whatever the rules say. Sorted by bytes. */
  readonly reach?: readonly RawName[];
  /** Nothing else changed since the last look. */
  readonly only?: ReadonlySet<WorkspacePath>;
  /** Whether what git has already may be named instead of read, where nothing is known of the tree yet. */
  readonly borrows?: boolean;
}

/** The files of a workspace as they are, and what is remembered of them. One look at a time. */
export interface PresentTree {
  /**
   * Captures them: what the watcher told of, or the whole tree where nobody watches or the rules are others. @throws as `capture`
   */
  look(options: LookOptions): Promise<Captured>;
  /** Objects may have gone from the store. */
  doubt(): void;
  /** Objects have gone from the store for certain: the next look reads everything. */
  forget(): void;
  /** The store has by now what was borrowed. */
  owned(ownedNode: OwnedNode): void;
  changed(path: WorkspacePath | undefined): void;
  watched(isWatched: boolean): void;
  /** What the last look went by; those of the files as they are when there was none. */
  rules(): Promise<CaptureRules>;
  /** Called when a look goes by other rules than the one before. */
  onRules(listener: () => void): void;
  /** Remembers it for the next process, if there is news. Whoever may write to the store calls it. */
  save(): Promise<void>;
}

export function presentTree(system: WritableSystem, workspace: Workspace, { exclude, calls, cachePath }: PresentTreeOptions): PresentTree {
  let cache: NodeCache | undefined;
  let isWatched = false;
  /** What changed since the last look; `undefined`: anything may have. */
  let told: Set<WorkspacePath> | undefined;
  let walkedAt = -Infinity;
  let current: RulesNow | undefined;
  let isUnsaved = false;
  /** Files that were not as they are saved. */
  let taken = 0;
  let listener: (() => void) | undefined;

  const load = async (): Promise<NodeCache> => (cache ??= await loadStatCache(calls, system.ownFiles, cachePath));

  const stampOf = (sources: readonly string[]): string =>
    sources
      .map((path) => {
        try {
          const stats = calls.lstat(path);
          return stats === undefined ? '-' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
        } catch {
          // Closed to us, and it was so when the rules were read; if not, they are read again.
          return '?';
        }
      })
      .join('\n');

  /** Of git's index; empty where another index may have the same one, or where it is not the file itself that is looked at. */
  const indexStampOf = (path: string): string => {
    try {
      const stats = calls.lstat(path);
      return stats?.isFile() === true && !isRacy(stats, system.now().getTime()) ? `${path} ${stampOf([path])}` : '';
    } catch {
      // Closed to us: nothing is remembered of it.
      return '';
    }
  };
  /** What git tracked when its index was read last, which is not read again for it unless somebody asks. */
  const rememberedFiles = (key: string, repository: Repository): TrackedFiles | undefined => {
    const read = () => {
      try {
        const bytes = readWholeFile(calls, join(repository.directory, 'index'));
        return bytes === undefined ? undefined : parseGitIndex(bytes, placeIn(repository, workspace));
      } catch {
        // Closed to us since: then the patterns alone decide.
        return undefined;
      }
    };
    return key === '' ? undefined : trackedLater(key, () => filesIn(read()));
  };

  /** The rules as the files say now; the same object while they answer alike, since it remembers answers. */
  const readRules = async (
    known: NodeCache,
    { reach, signal }: Pick<LookOptions, 'reach' | 'signal'>,
    { readIndex, learns, news }: RulesSources,
  ): Promise<CaptureRules> => {
    // A look learns of others on its way, but what is told it looks at alone.
    const inCache = known.root === undefined ? (current?.exclusions.ignoreFiles ?? (learns ? [] : undefined)) : ignoreFilesIn(known);
    const ignoreFiles = inCache === undefined ? undefined : [...new Set([...inCache, ...[...(news ?? [])].filter(isIgnoreFile)])];
    const repository = await repositoryOf(system, workspace.root);
    // A repository may be made where there is none.
    const gits = [repository === undefined ? join(workspace.root, '.git') : join(repository.directory, 'index')] as const;
    const indexStamp = indexStampOf(gits[0]);
    const before = stampOf(gits);
    const asked = await exclusions(system, workspace, exclude, signal, ignoreFiles === undefined ? {} : { ignoreFiles });
    const sources = [...gits, ...asked.sources];
    const isRemembered = repository !== undefined && indexStamp !== '' && indexStamp === known.index.stamp;
    const tracked = isRemembered ? rememberedFiles(known.index.key, repository) : filesIn(await readIndex());
    known.index = { stamp: before === stampOf(gits) ? indexStamp : '', key: tracked?.key ?? '' };
    const reached = reachedFiles(reach);
    const key = () =>
      createHash('sha256')
        .update(`${asked.key} ${tracked?.key ?? ''} ${reached?.key ?? ''}`)
        .digest('hex');
    // An index that changed while it was read is read again at the next look.
    const stamp = before === stampOf(gits) ? stampOf(sources) : '';
    if (current?.rules.key === key()) {
      current = { ...current, sources, stamp };
      return current.rules;
    }
    const sets = [tracked, reached].filter((set) => set !== undefined);
    const always = {
      isAtHand: sets.every(({ isAtHand }) => isAtHand),
      has: (file: WorkspacePath) => sets.some((set) => set.has(file)),
      hasBelow: (directory: WorkspacePath) => sets.some((set) => set.hasBelow(directory)),
    };
    const isOther = current !== undefined;
    const rules = captureRules(system, workspace, { exclusions: asked, key, ...(sets.length === 0 ? {} : { always }) });
    current = { exclusions: asked, rules, reach: reached?.key, sources, stamp };
    if (isOther) listener?.();
    return current.rules;
  };

  const look = async (options: LookOptions): Promise<Captured> => {
    const { borrows = false, only, reach, ...rest } = options;
    const known = await load();
    // What was changed before this call is in the queue of the watcher, and read when the process next waits for something.
    if (isWatched && only === undefined) {
      await setImmediate();
      await setImmediate();
    }
    const startedAt = performance.now();
    const isTrusted = isWatched && startedAt - walkedAt < longestTrustMs;
    const news = only ?? (isTrusted ? told : undefined);
    if (only === undefined) told = isWatched ? new Set() : undefined;
    try {
      const kept = news === undefined || [...news].some(changesRules) ? undefined : current;
      const holds = kept !== undefined && kept.reach === reachedFiles(reach)?.key && kept.stamp === stampOf(kept.sources);
      const before = current?.rules;
      const readIndex = () => readGitIndex(system, workspace);
      const isBorrowing = borrows && known.root === undefined;
      // The source of git objects needs all of it, the rules its names: it is read once for both, and else not kept.
      const index = isBorrowing ? once(readIndex) : readIndex;
      const gitObjects = isBorrowing ? await openGitObjects(system, workspace, calls, index, rest.signal) : undefined;
      const rules = holds ? kept.rules : await readRules(known, options, { readIndex: index, learns: true, news });
      // git writes its index anew whenever it is asked for a status; what it tracks is mostly the same.
      const isSame = rules === before;
      const from = news !== undefined && (isSame || only !== undefined) ? { changed: news } : {};
      const was = { key: known.rulesKey };
      const captured = await capture(system, workspace, { ...rest, ...from, cache: known, rules, calls, gitObjects });
      if (captured.isFullWalk) walkedAt = startedAt;
      // What was read again without need is not, the next time.
      taken += captured.taken;
      if (taken * worthSaving > captured.files || known.rulesKey !== was.key) isUnsaved = true;
      return captured;
    } catch (error) {
      told = undefined;
      throw error;
    }
  };

  return {
    look,
    doubt() {
      if (cache !== undefined) doubtStored(cache);
    },
    owned(ownedNode) {
      if (cache?.root === undefined) return;
      takeOver(cache.root, ownedNode);
      isUnsaved = true;
    },
    forget() {
      cache = undefined;
      told = undefined;
      dropQuietly(calls, cachePath);
    },
    changed(path) {
      if (path === undefined || (told?.size ?? 0) >= mostTold) told = undefined;
      else told?.add(path);
    },
    watched(is) {
      isWatched = is;
      told = undefined;
    },
    rules: async () =>
      current?.rules ?? readRules(await load(), {}, { readIndex: () => readGitIndex(system, workspace), learns: false, news: undefined }),
    onRules(call) {
      listener = call;
    },
    async save() {
      if (cache === undefined || !isUnsaved) return;
      await saveStatCache(calls, system.ownFiles, cachePath, cache);
      isUnsaved = false;
      taken = 0;
    },
  };
}

interface RulesSources {
  readonly readIndex: () => Promise<GitIndex | undefined>;
  /** Whether a look follows, which finds ignore files. */
  readonly learns: boolean;
  /** What that look is told of. */
  readonly news: ReadonlySet<WorkspacePath> | undefined;
}

interface RulesNow {
  readonly exclusions: KeyedExclusions;
  readonly rules: CaptureRules;
  readonly reach: string | undefined;
  readonly sources: readonly string[];
  /** Of the sources. */
  readonly stamp: string;
}

function filesIn(index: GitIndex | undefined): TrackedFiles | undefined {
  return index === undefined ? undefined : trackedFiles(index.names);
}

function reachedFiles(reach: LookOptions['reach']): TrackedFiles | undefined {
  return reach === undefined || reach.length === 0 ? undefined : trackedFiles(reach);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
