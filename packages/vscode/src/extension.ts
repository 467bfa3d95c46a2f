import { window, workspace, type ExtensionContext } from 'vscode';
import { core } from './core.ts';
import type { Desk } from './desk.ts';
import { registerCommands } from './commands/index.ts';
import { registerViews } from './views/register.ts';

/** Joins the parts. Nothing of the core is loaded here: the editor waits for this. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Snap', { log: true });
  const desk: Desk = {
    context,
    log,
    system: async () => (await core.system()).nodeSystem(),
    folder: () => workspace.workspaceFolders?.[0]?.uri.fsPath,
  };
  context.subscriptions.push(log, registerCommands(desk), registerViews(desk));
}
