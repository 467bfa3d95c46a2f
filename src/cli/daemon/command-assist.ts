import type { CommandAssist } from '../../daemon/assist/index.ts';
import { daemonPlace } from '../../daemon/index.ts';
import { daemonDesk } from '../../daemon/local/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import type { Invocation } from '../command.ts';

/** The daemon, for a command that gains by it; `undefined` where none runs. A command starts none. */
export async function daemonFor(invocation: Pick<Invocation, 'system' | 'program' | 'writable'>): Promise<CommandAssist | undefined> {
  const { system } = invocation;
  if (system.env['SNAP_DAEMON'] === 'off' || !(await isThere(system))) return undefined;
  const [{ commandAssist }, { place, hello }] = await Promise.all([import('../../daemon/assist/index.ts'), daemonDesk(invocation)]);
  return commandAssist({ socket: place.socket, hello });
}

/** Asked before anything of the client is loaded. */
async function isThere(system: System): Promise<boolean> {
  try {
    const { socket } = daemonPlace(system, process.getuid?.());
    return system.platform === 'win32' || (await system.look(socket)) !== undefined;
  } catch (error) {
    // There is no place for one: the command works alone.
    if (error instanceof SnapError) return false;
    throw error;
  }
}
