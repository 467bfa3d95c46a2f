import { workspace, type Disposable } from 'vscode';
import { askToStart } from './ask-to-start.ts';
import { autoStart } from './auto-start.ts';
import type { Desk } from './desk.ts';
import type { Gate } from './gates/gate-of.ts';

/** The one question that Snap asks by itself: whether the daemon may be started. Once a session, and never again after "always". */
export function registerOfferStart(desk: Desk): Disposable {
  let isAsked = false;
  const offer = async ({ cause }: Gate): Promise<void> => {
    if (isAsked || cause !== 'daemon.never' || !workspace.isTrusted || autoStart(desk.context) !== undefined) return;
    isAsked = true;
    if (!(await askToStart(desk, false))) return;
    const problem = await desk.daemon.start();
    if (problem !== undefined) desk.log.warn(problem);
  };
  return desk.gates.onDidChange((gate) => {
    offer(gate).catch((error: unknown) => desk.log.error(String(error)));
  });
}
