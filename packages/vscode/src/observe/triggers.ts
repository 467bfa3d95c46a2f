import { Disposable, workspace } from 'vscode';
import type { Desk } from '../desk.ts';
import { ownSettings } from '../own-settings.ts';

/** Makes the first look, and looks at everything again after events of the editor. */
export function registerTriggers(desk: Desk): Disposable {
  const look = (): void => {
    desk.gates.look().catch((error: unknown) => desk.log.error(String(error)));
  };
  const settings = ownSettings();
  look();
  return Disposable.from(
    workspace.onDidGrantWorkspaceTrust(look),
    desk.folders.onDidChange(look),
    workspace.onDidChangeConfiguration((event) => {
      // While the editor starts, values come and go with changes that do not name them.
      if (!settings.haveChanged() && !event.affectsConfiguration('snap')) return;
      desk.forgetLoginPath();
      look();
    }),
  );
}
