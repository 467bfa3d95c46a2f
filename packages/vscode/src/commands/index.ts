import { commands, Disposable, window } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';

/** What a command does. It says to the person what it did or why not; what it throws is shown as a message with the error's hint. */
export type Run = (desk: Desk) => Promise<void>;

/** By the id of the command: its file, loaded at the first call. */
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
      commands.registerCommand(id, async () => {
        try {
          await (await load()).default(desk);
        } catch (error) {
          await tellError(desk, error);
        }
      }),
    ),
  );
}

/** One of the four places that catch: an expected failure is told as it is, a bug is told as one and written to the log. */
async function tellError({ log }: Desk, error: unknown): Promise<void> {
  const { SnapError, cleanLine, errorMessage, errorStack } = await core.system();
  if (error instanceof SnapError) {
    log.warn(cleanLine(error.message));
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    await window.showErrorMessage(cleanLine(`${error.message}${hint}`));
    return;
  }
  log.error(errorStack(error));
  const showLog = 'Show Log';
  const picked = await window.showErrorMessage(`Snap: this is a bug: ${cleanLine(errorMessage(error))} The log has more.`, showLog);
  if (picked === showLog) log.show();
}
