import { commands } from 'vscode';
import type { Desk } from '../desk.ts';
import { whatIs } from '../gate-words.ts';
import { requireProgram } from '../require-program.ts';
import { requireTrust } from '../require-trust.ts';
import { providedBy } from './provider.ts';
import { say } from '../say.ts';

/** The commands that the gate of the daemon leads to, as buttons. */
const ways: Readonly<Record<string, string>> = { 'snap.startDaemon': 'Start Daemon' };

/** Checks the connection to the daemon and gives the editor its server again. Says what it did. */
export async function reconnect(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const gate = await desk.gates.look();
  // Also where a daemon still runs: without its program it cannot be started again.
  if (!(await requireProgram(desk, 'there is nothing to connect to'))) return;
  const { fact } = desk.daemon;
  if (fact.kind !== 'connected') {
    const { command } = gate.row;
    const way = ways[command];
    const answer = await say.warning(`Not connected. ${whatIs(gate)}`, ...(way === undefined ? [] : [way]));
    if (answer !== undefined) await commands.executeCommand(command);
    return;
  }
  // An address that could not be had before may be free now.
  const problem = fact.http.kind === 'listening' ? undefined : await desk.daemon.start();
  const given = providedBy(desk);
  given?.renew();
  const server =
    given?.definition === undefined
      ? `This editor was not given the server "snap". ${problem === undefined ? whatIs(gate) : `${problem}.`}`
      : 'This editor was given the server "snap" again. It connects with the next message in the chat, or from "MCP: List Servers".';
  void say.info(`Connected to the Snap daemon (process ${fact.pid}). ${server}`);
}
