import { assistOf } from '../../daemon/assist/index.ts';
import { connectDaemon } from '../../daemon/client/index.ts';
import { workEvent } from '../../daemon/index.ts';
import { daemonDesk } from '../../daemon/local/index.ts';
import { readSettings } from '../../settings/index.ts';
import { errorStack, SnapError, type System } from '../../system/index.ts';
import { findWorkspace, openWorkspace } from '../../workspace/index.ts';
import type { Invocation } from '../command.ts';
import type { ServerAssist } from './later-assist.ts';

/**
 * Connects a server to the daemon, in the background. @returns why it works alone from the start, as a sentence without its end.
 * @param namedWorkspace the value of `--workspace`.
 */
export async function serverAssist(
  given: Pick<Invocation, 'system' | 'program' | 'writable'>,
  namedWorkspace: string | undefined,
): Promise<ServerAssist | string> {
  const { system } = given;
  if (system.env['SNAP_DAEMON'] === 'off') return 'SNAP_DAEMON is "off"';
  if (system.placeProblem !== undefined) return 'the environment names no usable home';
  const { place, hello, command } = await daemonDesk(given);
  const workspace = namedWorkspace === undefined ? undefined : system.resolve(namedWorkspace);
  let isWanted = false;
  const client = connectDaemon({
    socket: place.socket,
    hello: { ...hello, kind: 'server' },
    async start() {
      if (!isWanted) return 'no daemon is running';
      const problem = await startProblem(system);
      if (problem !== undefined) return problem;
      // Loaded where one has to be started, as a rule once a day.
      const { startDaemon } = await import('../../daemon/start/index.ts');
      try {
        (await startDaemon({ system, place, hello, command, workspace })).link.close();
        return undefined;
      } catch (error) {
        if (error instanceof SnapError) return error.message.replace(/\.$/, '');
        throw error;
      }
    },
  });
  const early = await earlyRoot(system, namedWorkspace);
  // So that it is prepared when the first call comes. A server that is only asked for its tools starts no daemon.
  if (early !== undefined) client.openWorkspace(early);
  return {
    assist: assistOf(client, (error) => tellBug(error)),
    publish(workspace, type, data) {
      const event = workEvent(system.now(), workspace, type, data);
      if (event !== undefined) client.publish(event);
    },
    wanted: () => void (isWanted = true),
  };
}

/** For the log that the assistant keeps: the work is done here all the same. */
function tellBug(error: unknown): void {
  process.stderr.write(`snap: a bug in asking the daemon; the work was done without it. ${errorStack(error)}\n`);
}

/** Why this server starts no daemon. */
async function startProblem(system: System): Promise<string | undefined> {
  const wish = system.env['SNAP_DAEMON'];
  if (wish === 'on') return undefined;
  const { CI: isCi } = system.env;
  if (isCi !== undefined && isCi !== '' && isCi !== 'false' && isCi !== '0') return 'no daemon is running, and none is started in CI';
  const { daemon } = (await readSettings(system, undefined)).settings;
  return daemon.autoStart ? undefined : 'no daemon is running, and "daemon.autoStart" is false in your settings';
}

/** The workspace that the first call will most likely be about; what the client says of it is asked when the call comes. */
async function earlyRoot(system: System, named: string | undefined): Promise<string | undefined> {
  try {
    const { path, isProject } = await findWorkspace(system, named);
    return named !== undefined || isProject ? (await openWorkspace(system, path)).root : undefined;
  } catch (error) {
    // A variable that the client did not replace, or no directory: the call says so.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}
