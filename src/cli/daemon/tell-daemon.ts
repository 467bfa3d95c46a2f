import { listChanges, type ListedChange } from '../../changes/index.ts';
import { meetDaemon } from '../../daemon/client/index.ts';
import { newEvent, workEvent, type EventData, type SnapEvent } from '../../daemon/index.ts';
import { daemonDesk } from '../../daemon/local/index.ts';
import { displayPath } from '../../system/index.ts';
import type { Invocation } from '../command.ts';

/** The command has finished its work, so it waits only a short time for the daemon. */
const maxMs = 300;

type Told = Pick<Invocation, 'system' | 'program' | 'writable'>;

/** What a command has done in the workspace at `root`. */
export interface ToldEvent {
  readonly at: Date;
  readonly root: string;
  readonly type: string;
  readonly data: object;
}

/** Tells the daemon, if one runs, what this command has done in a workspace. Failures are ignored. */
export async function tellEvents(invocation: Told, events: readonly ToldEvent[]): Promise<void> {
  await tell(invocation, async () => events.flatMap(({ at, data, root, type }) => workEvent(at, root, type, data) ?? []));
}

/** Tells the daemon, if one runs, which config files this command has changed: the event `config.changed`. Failures are ignored. */
export async function tellChanges(invocation: Told, since: Date): Promise<void> {
  const { system } = invocation;
  await tell(invocation, async () =>
    (await listChanges(system))
      .filter(({ time, state }) => state === 'done' && new Date(time) >= since)
      .map((change) => newEvent(new Date(change.time), 'config.changed', dataOf(change, system))),
  );
}

async function tell(invocation: Told, eventsOf: () => Promise<readonly SnapEvent[]>): Promise<void> {
  try {
    const { place, hello } = await daemonDesk(invocation);
    if ((await invocation.system.look(place.socket)) === undefined) return;
    const events = await eventsOf();
    if (events.length === 0) return;
    const met = await meetDaemon({ socket: place.socket, hello, maxMs });
    if (met.kind !== 'ready') return;
    try {
      for (const event of events) await met.link.call('events.publish', { event }, { maxMs });
    } finally {
      met.link.close();
    }
  } catch {
    // There is no place for a daemon, or it has ended meanwhile. The work itself is done.
  }
}

function dataOf({ files, undoes }: ListedChange, system: Invocation['system']): EventData['config.changed'] {
  return {
    action: undoes === undefined ? 'write' : 'undo',
    clients: [...new Set(files.map(({ client }) => client))],
    servers: [...new Set(files.flatMap(({ servers }) => servers))],
    files: [...new Set(files.map(({ path }) => displayPath(path, system)))],
  };
}
