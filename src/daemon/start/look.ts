import type { System } from '../../system/index.ts';
import { reasonOf } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import type { DaemonStatus, Hello } from '../protocol.ts';
import { livingDaemon } from './daemon-state.ts';
import { findDaemon } from './find-daemon.ts';

/** Which daemon is called, and as which client. */
export interface LookOptions {
  readonly place: DaemonPlace;
  readonly hello: Omit<Hello, 'protocol'>;
}

/** The daemon as it is now. */
export type SeenDaemon =
  | { readonly kind: 'answers'; readonly status: DaemonStatus }
  | { readonly kind: 'absent' }
  /** A daemon that does not answer. `pid`: its process, if it is known and still runs. `reason`: a sentence without its full stop. */
  | {
      readonly kind: 'mute';
      readonly pid: number | undefined;
      readonly build: string | undefined;
      readonly startedAt: string | undefined;
      readonly reason: string;
    };

const maxMs = 3_000;

/** Asks the daemon for its status. Starts nothing. */
export async function lookAtDaemon(system: System, { place, hello }: LookOptions): Promise<SeenDaemon> {
  const found = await findDaemon(system, place, { hello, maxMs });
  if (found.kind === 'ready') {
    try {
      return { kind: 'answers', status: await found.link.call('status', {}, { maxMs }) };
    } catch {
      // It ended, or began to hang, after the hello: its state file is all that is known.
    } finally {
      found.link.close();
    }
  }
  const met = found.kind === 'ready' ? undefined : found.met;
  const living = found.kind === 'ready' ? await livingDaemon(system, place) : found.living;
  if (living === undefined && (met === undefined || met.kind === 'absent')) return { kind: 'absent' };
  const reason = met === undefined ? 'it ended while it was asked' : met.kind === 'absent' ? 'its socket is gone' : reasonOf(met);
  return { kind: 'mute', pid: living?.run.pid, build: living?.build, startedAt: living?.startedAt, reason };
}
