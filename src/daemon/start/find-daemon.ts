import { pause, type System } from '../../system/index.ts';
import { isInOwnSpace } from '../../system/background/index.ts';
import { meetDaemon, type Link, type Met, type MeetOptions } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import { livingDaemon, type DaemonState } from './daemon-state.ts';

/** The daemon, or what answered in its place. `living`: the last daemon, if its process still runs. */
export type Found =
  | { readonly kind: 'ready'; readonly link: Link }
  | { readonly kind: 'other'; readonly met: Exclude<Met, { kind: 'ready' }>; readonly living: DaemonState | undefined };

/** The limit of the second attempt: a process that has ended fails at once, one that was just started may need this long. */
const againMs = 1_000;

/** Before the second attempt at what ended the first connection: a daemon that ends does not listen any more by then. */
const pauseMs = 50;

/**
 * Connects to the daemon. Where something does not answer, or ends the connection, and no living process is known, it tries once more: a daemon that
 * hung may have ended after the first attempt. What ends both connections is no daemon.
 */
export async function findDaemon(system: System, place: DaemonPlace, options: Omit<MeetOptions, 'socket'>): Promise<Found> {
  const first = await look(system, place, options);
  if (first.kind === 'ready' || first.living !== undefined || !(first.met.kind === 'silent' || isLost(first))) return first;
  if (isLost(first)) await pause(pauseMs);
  const second = await look(system, place, { ...options, maxMs: Math.min(options.maxMs, againMs) });
  if (second.kind === 'ready' || !isLost(first) || !isLost(second)) return second;
  return { ...second, met: { kind: 'failed', reason: 'a process listens there, and ends each connection without an answer' } };
}

function isLost(found: Found): boolean {
  return found.kind === 'other' && found.met.kind === 'absent' && found.met.isLost === true;
}

async function look(system: System, place: DaemonPlace, options: Omit<MeetOptions, 'socket'>): Promise<Found> {
  const met = await meetDaemon({ ...options, socket: place.socket });
  if (met.kind === 'ready') return met;
  const living = await livingDaemon(system, place);
  // Of another container: whether its process runs is not known here, but a daemon that does not listen is none.
  const isGone = met.kind === 'absent' && living !== undefined && !isInOwnSpace(system.platform, living.run);
  return { kind: 'other', met, living: isGone ? undefined : living };
}
