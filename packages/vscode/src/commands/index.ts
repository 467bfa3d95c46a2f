import { commands, Disposable } from 'vscode';
import type { Desk } from '../desk.ts';
import { toldErrors } from '../tell-error.ts';

/** What a command does. It tells the person what it did or why not; an error that it throws is shown as a message with its hint. */
export type Run = (desk: Desk) => Promise<void>;

/** By the id of the command: its file. All are in the one bundle, and each begins to run at the first call: the start of the editor pays for none. */
const table: Readonly<Record<string, () => Promise<{ readonly default: Run }>>> = {
  'snap.installCli': () => import('./install-cli.ts'),
  'snap.startDaemon': () => import('./start-daemon.ts'),
  'snap.signIn': () => import('./sign-in.ts'),
  'snap.initializeWorkspace': () => import('./initialize-workspace.ts'),
  'snap.mcpStatus': () => import('./mcp-status.ts'),
  'snap.configureMcp': () => import('./configure-mcp.ts'),
  'snap.mcpDiagnose': () => import('./mcp-diagnose.ts'),
  'snap.mcpReconnect': () => import('./mcp-reconnect.ts'),
  'snap.mcpReset': () => import('./mcp-reset.ts'),
  'snap.mcpValidate': () => import('./mcp-validate.ts'),
};

export function registerCommands(desk: Desk): Disposable {
  return Disposable.from(
    ...Object.entries(table).map(([id, load]) =>
      commands.registerCommand(id, () => toldErrors(desk, async () => (await load()).default(desk))),
    ),
  );
}
