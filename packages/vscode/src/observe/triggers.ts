import { Disposable, workspace } from 'vscode';
import type { Desk } from '../desk.ts';

/** What the editor says by itself, after which everything is looked at again; and the first look. */
export function registerTriggers(desk: Desk): Disposable {
  const look = (): void => {
    desk.gates.look().catch((error: unknown) => desk.log.error(String(error)));
  };
  look();
  return Disposable.from(
    workspace.onDidGrantWorkspaceTrust(look),
    workspace.onDidChangeWorkspaceFolders(look),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('snap')) look();
    }),
  );
}
