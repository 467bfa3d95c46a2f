import { window, type ExtensionContext } from 'vscode';
import { registerCommands } from './commands/index.ts';
import { openDesk } from './open-desk.ts';
import { registerTriggers } from './observe/triggers.ts';
import { registerStatusBar } from './status-bar.ts';

/** Joins the parts. Nothing of the core is loaded here: the editor waits for this. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Snap', { log: true });
  const desk = openDesk(context, log);
  context.subscriptions.push(log, registerCommands(desk), registerStatusBar(desk), registerTriggers(desk));
}
