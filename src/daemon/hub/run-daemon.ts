import { displayPath, failureCode, failureWords, settlesWithin, SnapError, type System, type WritableSystem } from '../../system/index.ts';
import { rotatingLog, findRealPath, type RotatingLog } from '../../system/background/index.ts';
import { listenOn, makePrivateDirectory, type Listening } from '../../system/sockets/index.ts';
import { writableSystem, type WritableOptions } from '../../system/writable.ts';
import type { DaemonPlace } from '../place.ts';
import { protocol, type EndingReason } from '../protocol.ts';
import { daemonStateText, readDaemonState } from '../start/daemon-state.ts';
import type { StartMessage } from '../start/start-message.ts';
import type { OpenWorkspace } from '../workspace-host.ts';
import type { StartHttp } from './http.ts';
import { removeLeftFiles } from './http-files.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';
import { hubLimits, type HubLimits } from './limits.ts';
import { logLine } from './log-line.ts';
import { isAbsolute } from 'node:path';
import { privateDirectoryOf } from '../../workspace/index.ts';

export interface DaemonOptions {
  readonly system: System;
  readonly place: DaemonPlace;
  readonly build: string;
  /** How long it stays without clients. */
  readonly idleMs: number;
  readonly openWorkspace: OpenWorkspace;
  /** Absent where there is no HTTP. */
  readonly startHttp?: StartHttp | undefined;
  /** Called once: it is ready, or gives up. */
  onStart(message: StartMessage): void;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly limits?: HubLimits | undefined;
  /** How long the lock of a daemon that is ending is waited for. */
  readonly patienceMs?: number | undefined;
  /** For tests: who this process is said to be. */
  readonly writing?: Pick<WritableOptions, 'run'> | undefined;
  /** As of {@link HubOptions}. */
  readonly clock?: HubOptions['clock'];
}

/** How the process of a daemon went. `taken`: there is another one, so this one did nothing. */
export type DaemonEnd = { readonly kind: 'ended'; readonly reason: EndingReason } | { readonly kind: 'taken' };

const defaultPatienceMs = 5_000;
/** How often it looks whether its socket is still the one that clients find, and whether anybody needs it. */
const lookMs = 1_000;

/**
 * Is the daemon until it is asked to end, until nobody has needed it for a while, or until its socket is no longer the one that clients find. It holds
 * the lock of the daemon all that time, so there is never a second one; the lock of one that was killed is taken over.
 * @throws SnapError where its place is not safe, or nothing can be written there.
 */
export async function runDaemon(options: DaemonOptions): Promise<DaemonEnd> {
  const { place, system, onStart, patienceMs = defaultPatienceMs } = options;
  let step: 'place' | 'lock' | 'serving' = 'place';
  try {
    makePrivateDirectory(system, place.directory);
    step = 'lock';
    return await writableSystem(system, { patienceMs, ...options.writing }).withLocks([place.lifeLock], async (writable) => {
      step = 'serving';
      return { kind: 'ended', reason: await serve(options, writable) };
    });
  } catch (error) {
    const failure = error instanceof SnapError ? error : notStarted(options, error);
    const isTaken = step === 'lock' && failure.code === 'refused';
    onStart(isTaken ? { kind: 'taken' } : { kind: 'failed', error: failure });
    if (isTaken) return { kind: 'taken' };
    throw error;
  }
}

async function serve(options: DaemonOptions, system: WritableSystem): Promise<EndingReason> {
  const { place, build, signal, limits = hubLimits } = options;
  const log = rotatingLog(place.logFile);
  const say = (text: string): void => log.add(logLine(system.now(), text));
  let end: (reason: EndingReason) => void = () => undefined;
  const ending = new Promise<EndingReason>((settle) => (end = settle));
  const startedAt = system.now().toISOString();
  await removeLeftFiles(system, place);
  const hub = createHub({
    system,
    place,
    build,
    startedAt,
    limits,
    openWorkspace: options.openWorkspace,
    startHttp: options.startHttp,
    findWorkspace: (named, present) => findWorkspace(system, named, present),
    log: say,
    end,
    clock: options.clock,
  });
  const listening = await listenOn(place.socket, hub.take);
  try {
    await system.ownFiles.write(place.stateFile, new TextEncoder().encode(daemonStateText({ run: system.run, build, startedAt })), {
      durable: false,
    });
    say(`started: process ${system.run.pid}, build ${build}, protocol ${protocol}`);
    hub.report({ state: 'started', pid: system.run.pid, build });
    options.onStart({ kind: 'ready', pid: system.run.pid });
    const stopLooking = lookAround({ hub, listening, log, idleMs: options.idleMs, end });
    const onSignal = (): void => end('signal');
    if (signal.aborted) onSignal();
    signal.addEventListener('abort', onSignal, { once: true });
    const reason = await ending;
    signal.removeEventListener('abort', onSignal);
    stopLooking();
    say(`ending: ${reason}`);
    listening.close();
    await settlesWithin(limits.endMs, hub.close(reason));
    return reason;
  } finally {
    listening.close();
    await removeState(system, place);
    say('ended');
    log.close();
  }
}

interface Looking {
  readonly hub: Hub;
  readonly listening: Listening;
  readonly log: RotatingLog;
  readonly idleMs: number;
  end(reason: EndingReason): void;
}

/** @returns a function that ends the timer. */
function lookAround({ hub, listening, log, idleMs, end }: Looking): () => void {
  const timer = setInterval(
    () => {
      if (listening.isDisplaced()) return end('displaced');
      if (hub.idleMs() >= idleMs) return end('idle');
      hub.tidy();
      log.check();
    },
    Math.min(lookMs, Math.max(20, idleMs / 4)),
  );
  return () => clearInterval(timer);
}

/** Removes the state file, unless another daemon has written it since. */
async function removeState(system: WritableSystem, place: DaemonPlace): Promise<void> {
  const state = await readDaemonState(system, place);
  if (state?.run.pid !== system.run.pid || state.run.start !== system.run.start) return;
  try {
    await system.ownFiles.remove(place.stateFile);
  } catch (error) {
    // A file that is left does no harm: readers see that its process has ended.
    if (!(error instanceof SnapError)) throw error;
  }
}

function notStarted({ place, system }: DaemonOptions, error: unknown): SnapError {
  const shown = displayPath(place.socket, system);
  if (failureCode(error) === 'EEXIST') {
    return new SnapError('refused', `${shown}: there is something else in the place of the daemon's socket.`, {
      hint: 'See what it is, and move it away.',
      cause: error,
    });
  }
  return new SnapError('io', `${shown}: the daemon cannot listen there: ${failureWords(error)}.`, { cause: error });
}

/**
 * The real path of a workspace that the person has opened with snap: one of a client that is or was here, or one for which snap has stored something.
 * `undefined` for any other directory. The path is looked up without blocking this process: a directory may be on a disk that does not answer.
 */
export async function findWorkspace(system: System, named: string, present: readonly string[]): Promise<string | undefined> {
  if (named.includes('\0') || named.length > 4_096 || !isAbsolute(named)) return undefined;
  if (present.includes(named)) return named;
  const real = await findRealPath(named);
  if (real === undefined) return undefined;
  if (present.includes(real)) return real;
  return (await system.look(privateDirectoryOf(system, real)))?.kind === 'directory' ? real : undefined;
}
