import { window } from 'vscode';
import { setAutoStart } from './auto-start.ts';
import { core } from './core.ts';
import type { Desk } from './desk.ts';

const always = 'Start Always';
const once = 'Start Once';

/**
 * Says what would be started, and asks. The answer "always" is kept.
 * @param isModal for a command that the person has called; else it is a message that can be left alone.
 */
export async function askToStart(desk: Desk, isModal: boolean): Promise<boolean> {
  const cli = await desk.program();
  if (cli === undefined) return false;
  const [{ displayPath, shellWord }, { daemonPort }, system] = await Promise.all([core.system(), core.system(), desk.system()]);
  const port = system.env['SVC_SSE_PORT'] || String(daemonPort);
  const command = [cli.node, cli.file].map((word) => shellWord(displayPath(word, system))).join(' ');
  const detail = `This starts: ${command} daemon start. It is one process for all windows and assistants, listens on this machine alone (127.0.0.1, port ${port}), and ends when nobody has used it for 30 minutes.`;
  const question = 'Start the background process of Snap?';
  const picked = isModal
    ? await window.showInformationMessage(question, { modal: true, detail }, always, once)
    : await window.showInformationMessage(`${question} ${detail}`, always, once, 'Not Now');
  if (picked === always) await setAutoStart(desk.context, true);
  return picked === always || picked === once;
}
