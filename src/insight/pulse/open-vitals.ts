import { setImmediate } from 'node:timers/promises';
import type { History } from '../../history/index.ts';
import { settlesWithin, SnapError, type WritableSystem } from '../../system/index.ts';
import type { Snapshots } from '../../snapshots/index.ts';
import { type Workspace, type WorkspacePath, filesAt } from '../../workspace/index.ts';
import { type ChangesSinceState, createChangesSinceState, isChangeOf, isKnownClean } from './changes-since-state.ts';
import { changesSinceSnapshot, type ChangesSinceSnapshot } from './changes-since-snapshot.ts';
import { headMovesSince } from './own-changes.ts';
import { mergeMoments } from './own-changes.ts';
import { changesOfPeople, coveredBy } from './own-changes.ts';
import { type Moment, type PulseFacts, pulseOf, windowMs } from './pulse.ts';
import { openReportedChanges, type ReportedChanges } from './reported-changes.ts';
import { StateReader } from './state-reader.ts';
import type { Pulse, Vitals } from './vitals.ts';
import { createWatchedChanges, type WatchedChanges } from './watched-changes.ts';
import { type StateSource, stateWithoutGit, type WorkspaceState } from './workspace-state.ts';
import { WorkspaceWatch } from './workspace-watch.ts';

export interface VitalsOptions {
  readonly history: History;
  /** Patterns of what is left out, as in .gitignore. */
  readonly exclude: readonly string[];
  /** For a process that asks again and again: a watcher is set up at the first pulse. */
  readonly watch: boolean;
  /** How risky changes of these files are; without it no level is known. */
  readonly riskOf?: ((files: readonly WorkspacePath[], signal: AbortSignal | undefined) => Promise<PulseFacts['risk']>) | undefined;
  /** Changes are counted from the newest of them. */
  readonly snapshots?: (() => Promise<Pick<Snapshots, 'list' | 'changes'>>) | undefined;
}

const maxConfirmed = 1_000;
const noRisk = { why: '' };
/** Milliseconds that a pulse waits for version control: it is asked between two steps of the work. The question itself goes on, for the next pulse. */
const maxGitMs = 1_200;

/** What a pulse is read from. */
interface Parts extends StateSource {
  readonly snapshots: VitalsOptions['snapshots'];
  readonly riskOf: NonNullable<VitalsOptions['riskOf']>;
  readonly isWatching: boolean;
  readonly reported: ReportedChanges;
  readonly watched: WatchedChanges;
  readonly sinceState: ChangesSinceState;
  readonly reader: StateReader;
  readonly watch: WorkspaceWatch;
}

/**
 * The vital signs of a workspace. Nothing is opened before the first pulse. With `watch` a watcher is set up then in the background;
 * until it is ready, and where there is none, files and version control are asked each time.
 */
export function openVitals(system: WritableSystem, workspace: Workspace, options: VitalsOptions): Vitals {
  const source: StateSource = { system, workspace, history: options.history, exclude: options.exclude };
  const sinceState = createChangesSinceState();
  const watched = createWatchedChanges();
  const reader = new StateReader(source, sinceState);
  const watch = new WorkspaceWatch(source, reader, watched);
  const reported = openReportedChanges(system, workspace, () => {
    // A process that asks once would see no change otherwise: for it, changes of the last minute count.
    const nowMs = system.now().getTime();
    return options.watch ? nowMs : nowMs - windowMs;
  });
  const { riskOf = async () => noRisk, snapshots, watch: isWatching } = options;
  const parts: Parts = { ...source, snapshots, riskOf, isWatching, reported, watched, sinceState, reader, watch };
  return {
    pulse: (changed, signal, call) => takePulse(parts, changed, signal, call),
    close() {
      reader.close();
      watch.close();
    },
  };
}

async function takePulse(parts: Parts, ...[changed, signal, call]: Parameters<Vitals['pulse']>): Promise<Pulse> {
  const { system, reported, watch, watched } = parts;
  signal?.throwIfAborted();
  const notStored = changed === undefined ? undefined : await reported.add(changed, call);
  const { moments, firstLookMs, problem } = await reported.read();
  const { reader } = parts;
  const waits = gitWait(parts, firstLookMs);
  const reading = watch.isReliable ? reader.readIfCommitted(firstLookMs) : reader.readFromNow(firstLookMs);
  const read = await orAborted(waits(reading), signal);
  const isReliable = watch.isReliable;
  const state = isReliable ? await orAborted(waits(confirmedState(parts, read, firstLookMs, changed)), signal) : read;
  // Only now, because a caller waits for the pulse. A failure leaves the watcher unreliable.
  if (parts.isWatching) watch.start(firstLookMs).catch(() => undefined);
  const differs = parts.sinceState.changedNow(state);
  // With git, what is committed needs no snapshot to be safe.
  const isUnprotected = state.source === 'git' ? coveredBy(differs) : () => true;
  const sinceSnapshot = await readSinceSnapshot(parts, isUnprotected, signal);
  const nowMs = system.now().getTime();
  const seen = isReliable ? await byPeople(parts, watched.moments(nowMs), isUnprotected) : state.recent;
  const since = sinceSnapshot ?? {
    changed: differs,
    oldestMs: state.oldestMs,
    since: state.source === 'git' ? ('commit' as const) : ('first look' as const),
  };
  const pulse = pulseOf({
    nowMs,
    moments: mergeMoments(moments, seen),
    ...since,
    // A git that does not answer has no history to tell either.
    risk: since.changed.length === 0 || state.problem !== undefined ? noRisk : await parts.riskOf(since.changed, signal),
    seenBy: isReliable ? 'watcher' : 'file times',
  });
  return {
    ...pulse,
    // What to do about changes depends on whether they are committed, and that is not known.
    action: state.problem === undefined ? pulse.action : '',
    problems: [
      ...(notStored === undefined ? [] : [notKept(notStored)]),
      ...(problem === undefined ? [] : [notSeen(problem)]),
      ...(state.problem === undefined ? [] : [state.problem]),
    ],
  };
}

/** Waits for readings of one pulse, for a limited time together. What comes later is for the next pulse: here the last state counts, or the times of the files. */
function gitWait(parts: Parts, firstLookMs: number): (reading: Promise<WorkspaceState>) => Promise<WorkspaceState> {
  const began = performance.now();
  return async (reading) => {
    // Without a repository there is no program to wait for.
    if (parts.workspace.gitDirectory === undefined) return reading;
    if (await settlesWithin(Math.max(0, began + maxGitMs - performance.now()), reading)) return reading;
    reading.catch(() => undefined);
    const problem = `git did not answer within ${maxGitMs / 1000} seconds.`;
    const { last } = parts.reader;
    return last === undefined ? stateWithoutGit(parts, { firstLookMs, problem }) : { ...last, problem };
  };
}

/** Without the changes that git made itself. */
async function byPeople(
  { system, workspace }: Parts,
  moments: readonly Moment[],
  isUncommitted: (path: WorkspacePath) => boolean,
): Promise<readonly Moment[]> {
  const oldestMs = moments.reduce((oldest, { atMs }) => Math.min(oldest, atMs), Infinity);
  if (moments.every(({ path }) => isUncommitted(path))) return moments;
  return changesOfPeople(moments, { isUncommitted, moves: await headMovesSince(system, workspace, oldestMs) });
}

function notKept({ message }: SnapError): string {
  return `The change is not stored, so only this process counts it: ${message}`;
}

function notSeen({ message }: SnapError): string {
  return `What others reported cannot be read: ${message}`;
}

/**
 * The state after the events since it was read. Version control decides, since a file may be again as it was; in a large repository it is
 * asked in the background.
 */
async function confirmedState(
  parts: Parts,
  state: WorkspaceState,
  firstLookMs: number,
  changed: WorkspacePath | undefined,
): Promise<WorkspaceState> {
  // Events of what was written before the call wait in the system: this turn of the event loop fetches some, the next one the rest.
  await setImmediate();
  await setImmediate();
  // The call may arrive before the event of the change it reports.
  if (changed !== undefined && parts.watch.wants(changed)) parts.watched.add(changed, parts.system.now().getTime());
  const hadEvents = await confirmEvents(parts, state);
  if (state.source === 'none' || !hadEvents) return state;
  if (state.isQuick) return parts.reader.readFromNow(firstLookMs);
  parts.reader.readLater(firstLookMs);
  return state;
}

/** Looks at the files that events named, and at no others. @returns whether there were any. */
async function confirmEvents({ system, workspace, watched, sinceState }: Parts, state: WorkspaceState): Promise<boolean> {
  const paths = watched.unconfirmed().slice(0, maxConfirmed);
  if (paths.length === 0) return false;
  const there = await filesAt(system, workspace.root, paths);
  const nowMs = system.now().getTime();
  for (const path of paths) {
    const file = there.get(path);
    const isChange = isChangeOf(path, file, state, nowMs);
    watched.confirm(path, isChange);
    sinceState.add(path, file, isChange && !isKnownClean(path, file, state), state);
  }
  return true;
}

async function readSinceSnapshot(
  { system, workspace, snapshots }: Parts,
  isUnprotected: (path: WorkspacePath) => boolean,
  signal: AbortSignal | undefined,
): Promise<ChangesSinceSnapshot | undefined> {
  if (snapshots === undefined) return undefined;
  try {
    return await changesSinceSnapshot({ system, workspace, snapshots: await snapshots(), isUnprotected }, signal);
  } catch (error) {
    signal?.throwIfAborted();
    // A damaged or busy store: then changes are counted from the commit, and the answer states that.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

/** Rejects at once when the signal fires; the work continues for the next caller. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
