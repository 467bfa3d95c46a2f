import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { WritableSystem } from '../system/index.ts';
import { exclusions, repositoryOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { capture, type Captured, type CaptureOptions } from './capture.ts';
import { captureRules, type CaptureRules, changesRules, ignoreFilesIn } from './capture-rules.ts';
import type { SnapshotCalls } from './disk.ts';
import { doubtStored, type NodeCache } from './node-cache.ts';
import type { RawName } from './raw-name.ts';
import { loadStatCache, saveStatCache } from './stat-cache.ts';
import { trackedByGit, type TrackedFiles, trackedFiles } from './tracked-files.ts';

/** After so long the whole tree is walked, whatever the watcher says: it does not see files that are written through memory. */
const longestTrustMs = 600_000;
/** More of them take longer than a walk. */
const mostTold = 20_000;
/** A `.gitignore` may uncover another one, and that one the next. */
const mostTurns = 4;

export interface PresentTreeOptions {
  /** Patterns that leave files out. */
  readonly exclude: readonly string[];
  readonly calls: SnapshotCalls;
  /** Where what is known of the tree is kept between runs. */
  readonly cachePath: string;
}

export interface LookOptions extends Pick<CaptureOptions, 'store' | 'base' | 'limits' | 'yields' | 'signal' | 'progress'> {
  /** Taken too, whatever the rules say. Sorted by bytes. */
  readonly reach?: readonly RawName[];
  /** Nothing else changed since the last look. */
  readonly only?: ReadonlySet<WorkspacePath>;
}

/** The files of a workspace as they are, and what is remembered of them. One look at a time. */
export interface PresentTree {
  /**
   * Captures them: what the watcher told of, or the whole tree where nobody watches or the rules are others. @throws as `capture`
   */
  look(options: LookOptions): Promise<Captured>;
  /** Objects may have gone from the store. */
  doubt(): void;
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

  /** The rules as the files say now; the same object while they answer alike, since it remembers answers. */
  const readRules = async (known: NodeCache, reach: LookOptions['reach'], signal: AbortSignal | undefined): Promise<CaptureRules> => {
    const ignoreFiles = known.root === undefined ? undefined : ignoreFilesIn(known).map(({ path }) => path);
    const repository = await repositoryOf(system, workspace.root);
    // A repository may be made where there is none.
    const gits = repository === undefined ? [join(workspace.root, '.git')] : [join(repository.directory, 'index')];
    const before = stampOf(gits);
    const asked = await exclusions(system, workspace, exclude, signal, ignoreFiles === undefined ? {} : { ignoreFiles });
    const sources = [...gits, ...asked.sources];
    const tracked = await trackedByGit(system, workspace);
    const reached = reachedFiles(reach);
    const said = `${asked.key} ${tracked?.key ?? ''} ${reached?.key ?? ''}`;
    const key = createHash('sha256').update(said).digest('hex');
    // An index that changed while it was read is read again at the next look.
    const stamp = before === stampOf(gits) ? stampOf(sources) : '';
    if (current?.rules.key === key) {
      current = { ...current, sources, stamp };
      return current.rules;
    }
    const sets = [tracked, reached].filter((set) => set !== undefined);
    const always = {
      key,
      has: (file: WorkspacePath) => sets.some((set) => set.has(file)),
      hasBelow: (directory: WorkspacePath) => sets.some((set) => set.hasBelow(directory)),
    };
    const isOther = current !== undefined;
    const rules = captureRules(system, workspace, { exclusions: asked, key, ...(sets.length === 0 ? {} : { always }) });
    current = { rules, reach: reached?.key, sources, stamp };
    if (isOther) listener?.();
    return current.rules;
  };

  const look = async (options: LookOptions): Promise<Captured> => {
    const { only, reach, signal } = options;
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
      let rules = holds ? kept.rules : await readRules(known, reach, signal);
      // git writes its index anew whenever it is asked for a status; what it tracks is mostly the same.
      const isSame = rules === before;
      let files = news?.size === 0 ? undefined : fingerprint(known);
      for (let turn = 1; ; turn += 1) {
        const from = news !== undefined && (isSame || only !== undefined) && turn === 1 ? { changed: news } : {};
        const { reach: _, only: __, ...rest } = options;
        const was = { id: known.root?.id, key: known.rulesKey };
        const captured = await capture(system, workspace, { ...rest, ...from, cache: known, rules, calls });
        if (captured.isFullWalk) walkedAt = startedAt;
        // What was read again without need is not, the next time.
        if (captured.stored > 0 || captured.root !== was.id || known.rulesKey !== was.key) isUnsaved = true;
        if (files === undefined || turn === mostTurns) return captured;
        const now = fingerprint(known);
        if (now === files) return captured;
        files = now;
        const fresh = await readRules(known, reach, signal);
        if (fresh === rules) return captured;
        rules = fresh;
      }
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
    changed(path) {
      if (path === undefined || (told?.size ?? 0) >= mostTold) told = undefined;
      else told?.add(path);
    },
    watched(is) {
      isWatched = is;
      told = undefined;
    },
    rules: async () => current?.rules ?? readRules(await load(), undefined, undefined),
    onRules(call) {
      listener = call;
    },
    async save() {
      if (cache === undefined || !isUnsaved) return;
      await saveStatCache(calls, system.ownFiles, cachePath, cache);
      isUnsaved = false;
    },
  };
}

interface RulesNow {
  readonly rules: CaptureRules;
  readonly reach: string | undefined;
  readonly sources: readonly string[];
  /** Of the sources. */
  readonly stamp: string;
}

function reachedFiles(reach: LookOptions['reach']): TrackedFiles | undefined {
  return reach === undefined || reach.length === 0 ? undefined : trackedFiles(reach);
}

/** Of the ignore files that are known. */
function fingerprint(cache: NodeCache): string {
  return ignoreFilesIn(cache)
    .map(({ path, id }) => `${id} ${path}`)
    .join('\n');
}
