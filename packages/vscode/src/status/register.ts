import { commands, window, type Disposable } from 'vscode';
import { autoStart, setAutoStart } from '../auto-start.ts';
import type { Desk } from '../desk.ts';

/** What a line of MCP Status does and no command of the palette. */
export function registerStatus(desk: Desk): Disposable {
  return commands.registerCommand('snap.status.toggleAutoStart', async () => {
    const next = autoStart(desk.context) !== true;
    await setAutoStart(desk.context, next);
    await desk.gates.look();
    window.setStatusBarMessage(
      next ? 'Snap starts its background process with the editor.' : 'Snap no longer starts its background process by itself.',
      5_000,
    );
  });
}
