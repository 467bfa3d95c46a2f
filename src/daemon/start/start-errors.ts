import { capitalize, displayPath, SnapError, type System } from '../../system/index.ts';
import type { Began } from '../../system/background/index.ts';
import { reasonOf, type Met } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import type { DaemonState } from './daemon-state.ts';

const alone = 'Until then every server works alone; nothing is lost.';

/** A daemon that is there and does not answer. */
function hungError({ run }: DaemonState): SnapError {
  return new SnapError('refused', `The daemon (process ${run.pid}) does not answer.`, {
    hint: `Run "snap daemon restart": it ends that process and starts another one. ${alone}`,
  });
}

/** Something at the socket that does not answer, and is no daemon of which anything is known: snap does not end it. */
function strangerError(system: System, place: DaemonPlace): SnapError {
  return new SnapError(
    'refused',
    `${displayPath(place.socket, system)}: a process that does not answer listens there, and which one is not known.`,
    { hint: `Find it with "ss -xlp" or "lsof -U", and end it. ${alone}` },
  );
}

/** What is at the socket and cannot be used. */
export function metError(
  system: System,
  place: DaemonPlace,
  met: Exclude<Met, { kind: 'ready' }>,
  living: DaemonState | undefined,
): SnapError {
  if (met.kind === 'silent') return living === undefined ? strangerError(system, place) : hungError(living);
  if (met.kind === 'unsafe') {
    return new SnapError('refused', `${displayPath(place.socket, system)} ${met.reason}, so snap does not connect to it.`, {
      hint: `See what it is, and move it away. ${alone}`,
    });
  }
  // Another program, or a daemon of another protocol, is not ended by snap.
  const cure =
    met.kind === 'failed' || met.kind === 'other-protocol'
      ? `Find what listens at ${displayPath(place.socket, system)} with "ss -xlp" or "lsof -U", and end it.`
      : 'See "snap daemon status" and "snap daemon logs"; "snap daemon restart" starts another one.';
  return new SnapError('refused', `${capitalize(reasonOf(met))}.`, { hint: `${cure} ${alone}` });
}

/** None could be connected to in all the time that there was. */
export function lateError(living: DaemonState | undefined, maxMs: number): SnapError {
  if (living !== undefined) return hungError(living);
  return new SnapError('refused', `No daemon could be started within ${maxMs / 1000} seconds.`, {
    hint: `See "snap daemon logs". ${alone}`,
  });
}

/** The process of a new daemon did not become one. */
export function startFailed(system: System, place: DaemonPlace, began: Began, maxMs: number): SnapError {
  return new SnapError('refused', `The daemon did not start: ${why(began, maxMs)}.`, {
    hint: `Its log is ${displayPath(place.logFile, system)}. ${alone}`,
  });
}

function why(began: Began, maxMs: number): string {
  switch (began.kind) {
    case 'said':
      return 'it said something that this build does not know';
    case 'ended':
      return began.signal === undefined
        ? `its process ended with code ${began.code ?? 'unknown'}`
        : `its process was ended by ${began.signal}`;
    case 'failed':
      return began.reason;
    case 'late':
      return `process ${began.pid} was not ready within ${maxMs / 1000} seconds, so it was ended`;
    default:
      return began satisfies never;
  }
}
