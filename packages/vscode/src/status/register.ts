import { commands, type Disposable } from 'vscode';
import { autoStart, setAutoStart } from '../auto-start.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { lookBriefly } from '../waiting.ts';

/** What a line of MCP Status does and no command of the palette. */
export function registerStatus(desk: Desk): Disposable {
  return commands.registerCommand('snap.status.toggleAutoStart', async () => {
    const next = autoStart(desk.context) !== true;
    await setAutoStart(desk.context, next);
    await lookBriefly(desk);
    say.passing(next ? 'The Snap daemon is started with the editor.' : 'The Snap daemon is no longer started by itself.', 5_000);
  });
}
