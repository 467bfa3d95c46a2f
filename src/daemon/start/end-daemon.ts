import { SnapError, type System } from '../../system/index.ts';
import { endRun } from '../../system/background/index.ts';
import type { DaemonPlace } from '../place.ts';
import type { Hello } from '../protocol.ts';
import type { DaemonState } from './daemon-state.ts';
import { findDaemon } from './find-daemon.ts';
import { hasLeft } from './has-left.ts';
import { metError } from './start-errors.ts';

export interface EndOptions {
  readonly system: System;
  readonly place: DaemonPlace;
  readonly hello: Omit<Hello, 'protocol'>;
  /** After how many milliseconds without a hello it counts as hung. */
  readonly helloMs?: number | undefined;
}

/** `asked`: it ended when it was asked to. `killed`: it did not answer, and its process was ended. */
export interface EndedDaemon {
  readonly pid: number;
  readonly how: 'asked' | 'killed';
}

const defaultHelloMs = 5_000;
const endingMs = 8_000;
const graceMs = 1_500;

/**
 * Ends the daemon that is there: asks it, and where it does not answer ends exactly the process that it said it is, by number and start time.
 * @returns `undefined` where none was there.
 * @throws SnapError `refused` where one is there that cannot be ended, with what it is.
 */
export async function endDaemon({ system, place, hello, helloMs = defaultHelloMs }: EndOptions): Promise<EndedDaemon | undefined> {
  const found = await findDaemon(system, place, { hello, maxMs: helloMs });
  if (found.kind === 'ready') {
    const { run, build, startedAt } = found.link.welcome;
    // That it is lost at this moment is what was wanted.
    await found.link.call('stop', { when: 'now' }, { maxMs: helloMs }).catch(() => undefined);
    const hasEnded = await hasLeft(found.link, { system, place, hello, maxMs: endingMs });
    found.link.close();
    if (hasEnded) return { pid: run.pid, how: 'asked' };
    return killed(system, { run, build, startedAt });
  }
  if (found.living !== undefined) return killed(system, found.living);
  const { met } = found;
  if (met.kind === 'absent' || (met.kind === 'refused' && met.isEnding)) return undefined;
  throw metError(system, place, met, undefined);
}

async function killed({ platform }: System, { run }: DaemonState): Promise<EndedDaemon> {
  const how = await endRun(platform, run, graceMs);
  if (how === 'ended') return { pid: run.pid, how: 'asked' };
  if (how === 'killed') return { pid: run.pid, how };
  const why = how === 'unknown' ? 'it is not certain that this number still means the daemon' : 'it could not be ended';
  throw new SnapError('refused', `The daemon (process ${run.pid}) does not answer, and ${why}.`, {
    hint: `See what process ${run.pid} is, and end it yourself. Every server works alone meanwhile.`,
  });
}
