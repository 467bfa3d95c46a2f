import { commands, Disposable, window, workspace } from 'vscode';
import { askToStart } from './ask-to-start.ts';
import { autoStart } from './auto-start.ts';
import type { Desk } from './desk.ts';

/** That the question was answered or closed, in the extension's own memory. */
const key = 'snap.daemon.wasOffered';

/**
 * The one question that Snap asks by itself: whether the daemon may be started. Any answer is kept, also "Not Now" and a closed message: from then on
 * only the status bar says that the daemon does not run. Not over a page of the editor, such as the walkthrough, which asks for the same.
 */
export function registerOfferStart(desk: Desk): Disposable {
  const { globalState } = desk.context;
  let isAsked = false;
  const mayAsk = (): boolean =>
    !isAsked &&
    desk.gates.current.cause === 'daemon.never' &&
    workspace.isTrusted &&
    !showsPage() &&
    // Another window may have asked meanwhile.
    autoStart(desk.context) === undefined &&
    globalState.get(key) !== true;
  const offer = async (): Promise<void> => {
    if (!mayAsk()) return;
    // The editor tells of its tabs in messages that may be under way. Messages come in order: after any answer of it they are here.
    await commands.executeCommand('vscode.getEditorLayout');
    if (!mayAsk()) return;
    isAsked = true;
    const isAgreed = await askToStart(desk, false);
    await globalState.update(key, true);
    const problem = isAgreed ? await desk.daemon.start() : undefined;
    if (problem !== undefined) desk.log.warn(problem);
  };
  const look = (): void => {
    offer().catch((error: unknown) => desk.log.error(String(error)));
  };
  return Disposable.from(desk.gates.onDidChange(look), window.tabGroups.onDidChangeTabs(look));
}

/** Whether the person has a page of the editor before them: it has no input that extensions know. */
function showsPage(): boolean {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && tab.input === undefined;
}
