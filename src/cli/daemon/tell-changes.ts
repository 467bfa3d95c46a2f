import { listChanges, type ListedChange } from '../../changes/index.ts';
import { meetDaemon } from '../../daemon/client/index.ts';
import { newEvent, type EventData } from '../../daemon/index.ts';
import { daemonDesk } from '../../daemon/local/index.ts';
import { displayPath } from '../../system/index.ts';
import type { Invocation } from '../command.ts';

/** The command has finished its work, so it waits only a short time for the daemon. */
const maxMs = 300;

/** Tells the daemon, if one runs, which config files this command has changed: the event `config.changed`. Failures are ignored. */
export async function tellChanges(invocation: Pick<Invocation, 'system' | 'program' | 'writable'>, since: Date): Promise<void> {
  const { system } = invocation;
  const { place, hello } = await daemonDesk(invocation);
  if ((await system.look(place.socket)) === undefined) return;
  const changes = (await listChanges(system)).filter(({ time, state }) => state === 'done' && new Date(time) >= since);
  if (changes.length === 0) return;
  const met = await meetDaemon({ socket: place.socket, hello, maxMs });
  if (met.kind !== 'ready') return;
  try {
    for (const change of changes)
      await met.link.call(
        'events.publish',
        { event: newEvent(new Date(change.time), 'config.changed', dataOf(change, system)) },
        { maxMs },
      );
  } catch {
    // The daemon has ended meanwhile.
  } finally {
    met.link.close();
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
