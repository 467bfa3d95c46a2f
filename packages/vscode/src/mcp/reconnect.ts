import { commands } from 'vscode';
import type { Desk } from '../desk.ts';
import type { DaemonFact } from '../gates/facts.ts';
import { requireProgram } from '../require-program.ts';
import { requireTrust } from '../require-trust.ts';
import { providedBy } from './provider.ts';
import { say } from '../say.ts';
import { lookShown, waitShown } from '../waiting.ts';

/** Checks the connection to the daemon and gives the editor its server again. Says what it did. */
export async function reconnect(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const gate = await lookShown(desk);
  if (gate === undefined) return void say.info(stoppedText(desk.daemon.fact));
  // Also where a daemon still runs: without its program it cannot be started again.
  if (!(await requireProgram(desk, 'there is nothing to connect to'))) return;
  const { fact } = desk.daemon;
  if (fact.kind !== 'connected') {
    const { command } = gate.row;
    const way = command === 'snap.startDaemon' ? [fact.kind === 'hung' ? 'Restart Daemon' : 'Start Daemon'] : [];
    const answer = await say.warning(`Not connected. ${gate.state}`, ...way);
    if (answer !== undefined) await commands.executeCommand(command);
    return;
  }
  // An address that could not be had before may be free now.
  const problem = fact.http.kind === 'listening' ? undefined : await askedAddress(desk);
  const given = providedBy(desk);
  given?.renew();
  const server =
    given?.definition === undefined
      ? `This editor was not given the server "snap". ${problem === undefined ? gate.state : `Assistants cannot reach the daemon: ${problem}.`}`
      : 'This editor was given the server "snap" again. It connects with the next message in the chat, or from "MCP: List Servers".';
  void say.info(`Connected to the Snap daemon (process ${fact.pid}). ${server}`);
}

/** @returns why assistants cannot reach the daemon, as a sentence without its full stop. */
async function askedAddress({ daemon }: Desk): Promise<string | undefined> {
  const asked = await waitShown(() => 'Snap: asking the daemon for its address', daemon.askAddress());
  return asked === undefined ? 'its address is not known yet' : asked.value;
}

function stoppedText({ kind }: DaemonFact): string {
  const goesOn = kind === 'starting' ? 'The Snap daemon is still being started; the' : 'The';
  return `Stopped waiting. ${goesOn} status bar shows the state as soon as it is known.`;
}
