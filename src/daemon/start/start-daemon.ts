import { pause, SnapError, startableFile, type System } from '../../system/index.ts';
import { startDetached } from '../../system/background/index.ts';
import { makePrivateDirectory } from '../../system/sockets/index.ts';
import { writableSystem } from '../../system/writable.ts';
import { isNewer } from '../build.ts';
import type { Link } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import type { Hello } from '../protocol.ts';
import { livingDaemon } from './daemon-state.ts';
import { findDaemon, type Found } from './find-daemon.ts';
import { hasLeft } from './has-left.ts';
import { lateError, metError, startFailed } from './start-errors.ts';
import { readStartMessage } from './start-message.ts';

export interface StartOptions {
  readonly system: System;
  readonly place: DaemonPlace;
  readonly hello: Omit<Hello, 'protocol'>;
  /** The workspace of the server that starts it. The daemon serves others too, so its PATH has no directories of this one. */
  readonly workspace?: string | undefined;
  /** What starts the daemon: a program and its arguments. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly onEvent?: ((event: unknown) => void) | undefined;
  /** After how many milliseconds without a hello a daemon counts as hung. */
  readonly helloMs?: number | undefined;
  /** After how many milliseconds without a word a program that was started is ended. */
  readonly readyMs?: number | undefined;
}

export interface StartedDaemon {
  readonly link: Link;
  /** `running`: it was there already. `replaced`: an older one has ended for it. */
  readonly how: 'running' | 'started' | 'replaced';
}

/** A healthy daemon says hello within a millisecond, on a machine under load within a few hundred. */
const defaultHelloMs = 5_000;
/** Starting Node takes 60 ms, and several seconds on a machine that does many other things. */
const defaultReadyMs = 15_000;
const maxMs = 25_000;
/** How long a daemon that makes room may take to end. */
const leavingMs = 8_000;
/** Between two looks while another process starts one. */
const pauseMs = { min: 5, more: 20 };
/** The lock is tried each so many looks: usually a wait ends because there is a daemon. */
const looksForLock = 4;

/**
 * Connects to the daemon, and starts one where none is. However many processes do this at once, one daemon is started: the one that gets the lock looks
 * again, starts it, and waits until it says that it is ready; the others look until they can connect. A daemon of an older build that has nothing to
 * do makes room; one that is busy, or newer, is used as it is.
 * @throws SnapError `refused` when there is one that does not answer, or none can be started.
 */
export async function startDaemon(options: StartOptions): Promise<StartedDaemon> {
  const { system, place, hello, onEvent, helloMs = defaultHelloMs } = options;
  makePrivateDirectory(system, place.directory);
  const deadline = performance.now() + maxMs;
  let how: StartedDaemon['how'] = 'running';
  /** The daemon that is there; `undefined` where one has to be started. */
  const present = async (): Promise<StartedDaemon | undefined> => {
    const found = await findDaemon(system, place, { hello, maxMs: helloMs, onEvent });
    if (found.kind !== 'ready') return requireAbsent(system, place, found);
    // Once: a program that was replaced meanwhile may start one that is older than its starter.
    if (how !== 'running' || !(await hasMadeRoom(found.link, options))) return { link: found.link, how };
    how = 'replaced';
    return undefined;
  };
  for (let look = 0; performance.now() < deadline; look += 1) {
    const there = await present();
    if (there !== undefined) return there;
    if (look % looksForLock === 0) {
      const held = await underStartLock(system, place, async () => {
        const other = await present();
        if (other === undefined && (await hasSpawned(options)) && how === 'running') how = 'started';
        return other;
      });
      if (held?.result !== undefined) return held.result;
      // It has just been started.
      if (held !== undefined && how !== 'running') continue;
    }
    await pause(pauseMs.min + Math.random() * pauseMs.more);
  }
  throw lateError(await livingDaemon(system, place), maxMs);
}

/** @throws SnapError for what is there and is no daemon that one could use. */
function requireAbsent(system: System, place: DaemonPlace, { met, living }: Exclude<Found, { kind: 'ready' }>): undefined {
  // One that is ending is gone at the next look.
  if (met.kind === 'absent' || (met.kind === 'refused' && met.isEnding)) return undefined;
  throw metError(system, place, met, living);
}

/** Whether the daemon is older, has nothing to do, and has ended for a newer one. */
async function hasMadeRoom(link: Link, { system, place, hello }: StartOptions): Promise<boolean> {
  if (!isNewer(link.welcome.build, hello.build)) return false;
  try {
    const { stops } = await link.call('stop', { when: 'idle' }, { maxMs: leavingMs });
    if (!stops) return false;
  } catch {
    // It has been lost meanwhile, or cannot say: the next look shows what is there.
    link.close();
  }
  await hasLeft(link, { system, place, hello, maxMs: leavingMs });
  return true;
}

/** Runs the work if no other process starts a daemon now; `undefined` where one does. */
async function underStartLock<T>(
  system: System,
  { startLock }: DaemonPlace,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  let hasBegun = false;
  try {
    const result = await writableSystem(system, { patienceMs: 0 }).withLocks([startLock], () => {
      hasBegun = true;
      return work();
    });
    return { result };
  } catch (error) {
    if (hasBegun || !(error instanceof SnapError) || error.code !== 'refused') throw error;
    return undefined;
  }
}

/** Whether a daemon has been started. Not where another process holds the daemon's lock: one that has just been started, or is ending. */
async function hasSpawned({
  system,
  place,
  workspace,
  command: [program, ...args],
  readyMs = defaultReadyMs,
}: StartOptions): Promise<boolean> {
  const began = await startDetached(await startableFile(system, program, { workspace }), args, {
    // Not the directory one is in, which may be a disk that the person wants to remove.
    cwd: place.directory,
    env: daemonEnvironment(system.env),
    logFile: place.logFile,
    maxMs: readyMs,
  });
  const message = began.kind === 'said' ? readStartMessage(began.line) : undefined;
  if (message?.kind === 'ready') return true;
  if (message?.kind === 'taken') return false;
  throw message?.kind === 'failed' ? message.error : startFailed(system, place, began, readyMs);
}

/**
 * The environment of a daemon: that of its starter, without what belongs to the starter alone. It outlives its starter and works for others, so what
 * points to one project, one terminal, or changes how Node runs is left out.
 */
function daemonEnvironment(env: System['env']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !belongsToStarter(name)));
}

function belongsToStarter(name: string): boolean {
  // Windows compares these names without case.
  const upper = name.toUpperCase();
  return exact.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix));
}

const exact = new Set(['NODE_OPTIONS', 'NODE_CHANNEL_FD', 'NODE_V8_COVERAGE', 'PWD', 'OLDPWD', 'INIT_CWD', 'SVC_MCP_INTELLIGENCE_SURFACE']);
const prefixes = ['GIT_', 'NPM_', 'VITEST'];
