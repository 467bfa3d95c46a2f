import { setAutoStart } from './auto-start.ts';
import { core } from './core.ts';
import type { Desk } from './desk.ts';
import { say } from './say.ts';

const always = 'Start Always';
const once = 'Start Once';
const details = 'Details';

/**
 * Says what would be started, and asks. The answer "always" is kept.
 * @param isModal for a command that the person has called; else it is one line that can be left alone, and says more when it is asked to.
 */
export async function askToStart(desk: Desk, isModal: boolean): Promise<boolean> {
  const cli = await desk.program();
  if (cli === undefined) return false;
  const [{ displayPath, shellWord }, { daemonPort }, system] = await Promise.all([core.system(), core.system(), desk.system()]);
  const port = system.env['SVC_SSE_PORT'] || String(daemonPort);
  const command = [cli.node, cli.file].map((word) => shellWord(displayPath(word, system))).join(' ');
  const detail = `This starts: ${command} daemon start. It is one background process for all windows and assistants, listens only on this machine (127.0.0.1, port ${port}), and ends after 30 minutes without use. "${always}" also starts it with the editor from now on.`;
  const first = isModal ? details : await say.info('Start the Snap daemon with this editor?', always, details, 'Not Now');
  const picked = first === details ? await say.info('Start the Snap daemon?', { modal: true, detail }, always, once) : first;
  if (picked === always) await setAutoStart(desk.context, true);
  return picked === always || picked === once;
}
