import { commands } from 'vscode';
import type { Desk } from './desk.ts';
import { say } from './say.ts';
import { withoutStop } from './without-stop.ts';

const install = 'Install CLI';

/**
 * Whether the program of snap is on this machine. Where it is not, the person is told so, and offered to install it.
 * @param without what cannot be done: a clause after "so".
 */
export async function requireProgram(desk: Pick<Desk, 'gates' | 'program'>, without: string): Promise<boolean> {
  if ((await desk.program()) !== undefined) return true;
  const gate = desk.gates.current;
  const why = gate.name === 'cli' && gate.cause !== 'cli.looking' ? gate.state : 'The Snap CLI is not on this machine.';
  const picked = await say.warning(`${withoutStop(why)}, so ${without}. "${install}" shows what to do first.`, install);
  if (picked === install) await commands.executeCommand('snap.installCli');
  return false;
}
