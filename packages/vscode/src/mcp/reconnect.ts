import { window } from 'vscode';
import type { Desk } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { providedBy } from './provider.ts';

/** Connects to the daemon again and gives the editor its server anew. Says what it did. */
export async function reconnect(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const gate = await desk.gates.look();
  const { fact } = desk.daemon;
  if (fact.kind !== 'connected') {
    const answer = await window.showWarningMessage(
      `Not connected: the background process of Snap does not run. "Start Daemon" starts it.`,
      'Start Daemon',
    );
    if (answer === undefined) return;
    const problem = await desk.daemon.start();
    if (problem !== undefined) return void window.showErrorMessage(`The background process of Snap could not be started: ${problem}.`);
    await desk.gates.look();
  }
  const now = desk.daemon.fact;
  const process =
    now.kind === 'connected'
      ? `Connected to the background process of Snap (process ${now.pid}).`
      : 'The background process of Snap is not connected yet.';
  const given = providedBy(desk);
  given?.renew();
  const url = given?.definition?.url;
  const server =
    url === undefined
      ? `This editor was not given the server "snap": ${gate.tooltip}`
      : `This editor was given the server "snap" again. It connects with the next message in the chat, or from "MCP: List Servers".`;
  void window.showInformationMessage(`${process} ${server}`);
}
