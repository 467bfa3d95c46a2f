import { pause, settlesWithin, type ProcessRun, type System } from '../../system/index.ts';
import { endsWithin, isInOwnSpace } from '../../system/background/index.ts';
import { meetDaemon, type Link } from '../client/link.ts';
import type { DaemonPlace } from '../place.ts';
import type { Hello } from '../protocol.ts';

/** Who asks, and where. */
export interface Leaving {
  readonly system: System;
  readonly place: DaemonPlace;
  readonly hello: Omit<Hello, 'protocol'>;
  readonly maxMs: number;
}

const pauseMs = 20;

/**
 * Whether a daemon that was asked to end has ended, at the latest after so many milliseconds: its process; or, where its number means nothing here
 * (it runs in another container with the same home), what listened at its socket.
 */
export async function hasLeft({ ended, welcome: { run } }: Link, { system, place, hello, maxMs }: Leaving): Promise<boolean> {
  if (isInOwnSpace(system.platform, run)) return endsWithin(system.platform, run, maxMs);
  const deadline = performance.now() + maxMs;
  const leftMs = (): number => Math.max(0, deadline - performance.now());
  await settlesWithin(maxMs, ended);
  while (leftMs() > 0) {
    const met = await meetDaemon({ socket: place.socket, hello, maxMs: leftMs() });
    if (met.kind === 'absent') return true;
    if (met.kind === 'ready') {
      met.link.close();
      // Another one is there by now.
      if (!isSame(met.link.welcome.run, run)) return true;
    }
    await pause(pauseMs);
  }
  return false;
}

function isSame(one: ProcessRun, other: ProcessRun): boolean {
  return one.pid === other.pid && one.start === other.start && one.space === other.space;
}
