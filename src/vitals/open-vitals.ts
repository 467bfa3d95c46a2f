import { setImmediate } from 'node:timers/promises';
import type { History } from '../history/index.ts';
import { SnapError, type TreeWatch, type WritableSystem } from '../system/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import type { Exclusions, Workspace, WorkspacePath } from '../workspace/index.ts';
import { filesAt } from './files-at.ts';
import { gitMarks, type Look, look } from './look.ts';
import { looked } from './present-changes.ts';
import { type Moment, pulseOf, windowMs } from './pulse.ts';
import { recordOfChanges } from './record-of-changes.ts';
import { openSight } from './sight.ts';
import { sinceSnapshot, type SinceSnapshot } from './since-snapshot.ts';
import type { Vitals } from './vitals.ts';

export interface VitalsOptions {
  readonly history: History;
  /** Patterns of what is left out, as in .gitignore. */
  readonly exclude: readonly string[];
  /** For whoever asks again and again: a watcher is set up at the first pulse. */
  readonly watch: boolean;
  /** What changed is counted from the newest of them. */
  readonly snapshots?: () => Promise<Pick<Snapshots, 'list' | 'changes'>>;
}

// Version control is asked again this long after the last time, and not sooner, however many events there are.
const pauseMs = 2_000;
// An event may be told late, and some file systems know only every second second.
const lateMs = 3_000;
// A change that was recorded and seen is one.
const sameChangeMs = 2_000;
const mostConfirmed = 1_000;

/**
 * The life signs of a workspace. Nothing is opened before the first pulse. With `watch` a watcher is set up then in the background;
 * until it stands, and where there is none, files and version control are asked each time.
 */
export function openVitals(system: WritableSystem, workspace: Workspace, options: VitalsOptions): Vitals {
  const from = { system, workspace, history: options.history, exclude: options.exclude };
  const record = recordOfChanges(system, workspace, () => {
    // Who asks once and ends would see nothing otherwise: then it is the minute that changes are counted in.
    const nowMs = system.now().getTime();
    return options.watch ? nowMs : nowMs - windowMs;
  });
  const sight = openSight();
  const life = new AbortController();

  let last: Look | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Look> | undefined;
  let later: NodeJS.Timeout | undefined;

  let watcher: 'none' | 'starting' | 'standing' | 'lost' = 'none';
  let tree: TreeWatch | undefined;
  let rules: Exclusions | undefined;
  let losses = 0;
  /** Counts what was confirmed, so that a look says what it has seen of it. */
  let confirmed = 0;
  /** What changed since the last look began, by events that were confirmed. */
  const sinceLook = new Map<WorkspacePath, { readonly number: number; readonly isThere: boolean }>();

  async function lookAgain(firstLookMs: number): Promise<Look> {
    looking ??= (async () => {
      const upTo = confirmed;
      try {
        const found = await look(from, { firstLookMs }, life.signal);
        last = found;
        lookedAt = performance.now();
        for (const [path, { number }] of sinceLook) if (number <= upTo) sinceLook.delete(path);
        return found;
      } finally {
        looking = undefined;
      }
    })();
    return looking;
  }

  /** One that is under way may have passed by what changed since it began. Its failure is told to whoever asked for it. */
  async function lookFromNow(firstLookMs: number): Promise<Look> {
    await looking?.catch(() => undefined);
    return lookAgain(firstLookMs);
  }

  /** In the background, and never sooner than the pause allows. */
  function lookLater(firstLookMs: number): void {
    if (later !== undefined || life.signal.aborted) return;
    later = setTimeout(
      () => {
        later = undefined;
        // Without it the next pulse looks by itself, and then the failure is told.
        lookAgain(firstLookMs).catch(() => (last = undefined));
      },
      Math.max(0, lookedAt + pauseMs - performance.now()),
    );
    later.unref();
  }

  async function startWatch(firstLookMs: number): Promise<void> {
    if (watcher !== 'none' || !options.watch) return;
    watcher = 'starting';
    rules = await looked(system, workspace, options.exclude);
    const { enters, wants } = rules;
    const found = await system.watch(workspace.root, {
      enters,
      onChange(path) {
        if (path === undefined) {
          lose(firstLookMs);
          return;
        }
        if (!wants(path)) return;
        sight.saw(path, system.now().getTime());
        if (watcher === 'standing' && last?.source === 'git') lookLater(firstLookMs);
      },
    });
    // Undefined: it stays at "starting", and nobody tries again.
    if (found === undefined) return;
    if (life.signal.aborted) {
      found.close();
      return;
    }
    tree = found;
    await trust(firstLookMs);
  }

  /** Events alone tell nothing of what was before them: one look does, and then they can be trusted. */
  async function trust(firstLookMs: number): Promise<void> {
    const before = losses;
    sight.clear();
    // A look that began before may have missed what changed since.
    if (looking !== undefined) await looking;
    const { recent } = await lookAgain(firstLookMs);
    sight.take(recent);
    if (losses === before) watcher = 'standing';
    else trustLater(firstLookMs);
  }

  function lose(firstLookMs: number): void {
    losses += 1;
    if (watcher !== 'standing') return;
    watcher = 'lost';
    trustLater(firstLookMs);
  }

  function trustLater(firstLookMs: number): void {
    if (life.signal.aborted) return;
    // Until then, and where it fails, each pulse asks the files.
    later ??= setTimeout(() => {
      later = undefined;
      trust(firstLookMs).catch(() => undefined);
    }, pauseMs);
    later.unref();
  }

  /** Looks at the files that events named, and at no others. @returns whether there were any. */
  async function confirmEvents(found: Look): Promise<boolean> {
    const suspects = sight.suspects().slice(0, mostConfirmed);
    if (suspects.length === 0) return false;
    const there = await filesAt(system, workspace.root, suspects);
    const nowMs = system.now().getTime();
    for (const path of suspects) {
      const file = there.get(path);
      const before = found.changed.get(path);
      const isKnown = found.known?.has(path);
      const isTouched = file !== undefined && file.modifiedMs >= nowMs - windowMs - lateMs;
      // A file that is gone counts if it was there for somebody; one that was moved here keeps its time.
      const isChange =
        file === undefined
          ? before !== undefined || isKnown === true
          : file.kind !== 'other' && (isTouched || before !== undefined || isKnown === false);
      sight.confirm(path, isChange);
      confirmed += 1;
      if (isChange || before?.isNew === true) sinceLook.set(path, { number: confirmed, isThere: file !== undefined });
    }
    return true;
  }

  /** Version control has the last word: a file may be as it was before. In a large repository it is given a little later. */
  async function judged(found: Look, firstLookMs: number, recorded: WorkspacePath | undefined): Promise<Look> {
    // Events of what was written before the question wait in the system: this turn of the loop fetches some, the next one the rest.
    await setImmediate();
    await setImmediate();
    // Who changed it may be quicker than the event.
    if (recorded !== undefined && rules?.wants(recorded) === true) sight.saw(recorded, system.now().getTime());
    const isSuspect = await confirmEvents(found);
    if (found.source === 'none' || !isSuspect) return found;
    if (found.isQuick) return lookFromNow(firstLookMs);
    lookLater(firstLookMs);
    return found;
  }

  function changedNow(found: Look): readonly WorkspacePath[] {
    if (sinceLook.size === 0) return [...found.changed.keys()];
    const changed = new Set(found.changed.keys());
    for (const [path, { isThere }] of sinceLook) {
      if (isThere) changed.add(path);
      else if (found.changed.get(path)?.isNew === true) changed.delete(path);
      else if (found.known?.has(path) === true) changed.add(path);
    }
    return [...changed];
  }

  /** The last look where it still holds, else a new one. */
  async function present(firstLookMs: number): Promise<Look> {
    if (last === undefined || watcher !== 'standing') return lookFromNow(firstLookMs);
    // A commit or a checkout changes what everything is compared with. A look that began before it does not count.
    for (let turn = 0; turn < 2 && last.marks !== (await gitMarks(system, workspace)); turn += 1) last = await lookAgain(firstLookMs);
    return last;
  }

  async function newestSnapshot(signal: AbortSignal | undefined): Promise<SinceSnapshot | undefined> {
    if (options.snapshots === undefined) return undefined;
    try {
      return await sinceSnapshot({ system, workspace, snapshots: await options.snapshots() }, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // A damaged or busy store: then changes are counted from the commit, and the answer says so.
      if (error instanceof SnapError) return undefined;
      throw error;
    }
  }

  return {
    async pulse(recorded, signal) {
      signal?.throwIfAborted();
      if (recorded !== undefined) await record.add(recorded);
      const { moments: told, firstLookMs } = await record.read();
      const seen = await orAborted(present(firstLookMs), signal);
      const isWatching = watcher === 'standing';
      const found = isWatching ? await orAborted(judged(seen, firstLookMs, recorded), signal) : seen;
      // After the look, which somebody waits for; without it files are asked.
      startWatch(firstLookMs).catch(() => undefined);
      const kept = await newestSnapshot(signal);
      const nowMs = system.now().getTime();
      return pulseOf({
        nowMs,
        moments: together(told, isWatching ? sight.moments(nowMs) : found.recent),
        ...(kept ?? {
          changed: changedNow(found),
          ...(found.oldestMs === undefined ? {} : { oldestMs: found.oldestMs }),
          since: found.source === 'git' ? 'commit' : 'first look',
        }),
        seenBy: isWatching ? 'watcher' : 'file times',
      });
    },
    close() {
      life.abort();
      clearTimeout(later);
      tree?.close();
      tree = undefined;
      if (watcher === 'standing') watcher = 'lost';
    },
  };
}

function together(told: readonly Moment[], seen: readonly Moment[]): readonly Moment[] {
  const byPath = new Map<WorkspacePath, Moment[]>();
  for (const moment of told) byPath.set(moment.path, [...(byPath.get(moment.path) ?? []), moment]);
  const isTold = ({ path, atMs }: Moment) => byPath.get(path)?.some((one) => Math.abs(one.atMs - atMs) <= sameChangeMs) === true;
  return [...told, ...seen.filter((moment) => !isTold(moment))];
}

/** The work goes on for whoever asks next; who gave up is not kept waiting. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
