import type { System } from '../../system/index.ts';
import { meetDaemon, type Link, type Met, type MeetOptions } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import { livingDaemon, type DaemonState } from './daemon-state.ts';

/** The daemon that was met, or what was met in its place. `living`: the last daemon, if its process lives. */
export type Found =
  | { readonly kind: 'ready'; readonly link: Link }
  | { readonly kind: 'other'; readonly met: Exclude<Met, { kind: 'ready' }>; readonly living: DaemonState | undefined };

/** A process that has ended is known at once; one that was just started gets this long. */
const againMs = 1_000;

/**
 * Meets the daemon. Something that does not answer, and of which no living process is known, is met once more: a daemon that hung may have died after the
 * first time.
 */
export async function findDaemon(system: System, place: DaemonPlace, options: Omit<MeetOptions, 'socket'>): Promise<Found> {
  const first = await look(system, place, options);
  if (first.kind === 'ready' || first.met.kind !== 'silent' || first.living !== undefined) return first;
  return look(system, place, { ...options, maxMs: Math.min(options.maxMs, againMs) });
}

async function look(system: System, place: DaemonPlace, options: Omit<MeetOptions, 'socket'>): Promise<Found> {
  const met = await meetDaemon({ ...options, socket: place.socket });
  return met.kind === 'ready' ? met : { kind: 'other', met, living: await livingDaemon(system, place) };
}
