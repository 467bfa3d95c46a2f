import { ConfigurationTarget, env, Uri, window, workspace, type Terminal } from 'vscode';
import { core, type System } from '../core.ts';
import type { Desk } from '../desk.ts';
import { programBehind } from '../observe/program-behind.ts';
import { requireTrust } from '../require-trust.ts';
import { say } from '../say.ts';
import { lookBriefly, lookShown, waitShown } from '../waiting.ts';

/** What is run, as it is shown. */
const command = 'npm install -g snap-mcp';
const choose = 'Choose the CLI…';

/** Installs the program of snap in a terminal that the person sees, or lets them choose the one that is there. */
export default async function installCli(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  desk.forgetLoginPath();
  // Not by a look, which waits for a daemon that is being started or hangs. The start files of a shell may take long.
  const searched = await waitShown(() => 'Snap: looking for its CLI', desk.program());
  if (searched === undefined) return;
  if (searched.value !== undefined) return tellFound(desk, searched.value);
  if ((await lookShown(desk)) === undefined) return;
  const { cli } = desk.gates.facts;
  if (cli.kind === 'found') return tellFound(desk, cli);
  const [{ findProgram, shellPath }, system] = await Promise.all([core.machine(), desk.system()]);
  const npm = await findProgram(system, 'npm', shellPath(system));
  if (npm === undefined || (cli.kind === 'missing' && cli.why === 'node')) return tellNoNode(desk);
  const run = 'Run in Terminal';
  const picked = await say.info(
    'Install the Snap CLI?',
    {
      modal: true,
      detail: `This runs in a terminal that you see:\n\n${command}\n\nnpm downloads the CLI from the registry that npm is set to. Nothing else is changed. Remove it with: npm uninstall -g snap-mcp`,
    },
    run,
    choose,
  );
  if (picked === choose) await chooseCli(desk);
  if (picked === run) runInTerminal(desk, system);
}

async function tellFound(desk: Desk, { version, path }: { readonly version: string; readonly path: string }): Promise<void> {
  const { displayPath, cleanLine } = await core.system();
  const shown = cleanLine(displayPath(path, await desk.system()));
  const picked = await say.info(`The Snap CLI is installed: ${shown}, version ${cleanLine(version)}.`, choose);
  if (picked === choose) await chooseCli(desk);
}

async function tellNoNode(desk: Desk): Promise<void> {
  const open = 'Open nodejs.org';
  const picked = await say.warning(
    'npm was not found on this machine, so nothing was installed. It comes with Node.js: install Node.js 20.19 or newer, then run Install CLI again.',
    open,
    choose,
  );
  if (picked === open) await env.openExternal(Uri.parse('https://nodejs.org/'));
  if (picked === choose) await chooseCli(desk);
}

async function chooseCli(desk: Desk): Promise<void> {
  const [file] =
    (await window.showOpenDialog({
      title: 'Choose the Snap CLI: the file "snap", or "dist/main.js" of its package',
      openLabel: 'Use This CLI',
      canSelectMany: false,
    })) ?? [];
  if (file === undefined) return;
  const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
  const program = await programBehind(system, file.fsPath);
  if (program === undefined) {
    await say.error(`${cleanLine(displayPath(file.fsPath, system))} is not the Snap CLI, so the setting stays as it is.`);
    return;
  }
  await workspace.getConfiguration('snap').update('cliPath', file.fsPath, ConfigurationTarget.Global);
  await lookBriefly(desk);
}

/**
 * In the home directory, because a project may say which npm runs in it. The end of npm is known only where the shell reports it; the installed
 * program is found either way, by the watches of src/observe.
 */
function runInTerminal(desk: Desk, { env: variables, home }: Pick<System, 'env' | 'home'>): void {
  const path = Object.keys(variables).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const terminal = window.createTerminal({ name: 'Snap: install', cwd: home, env: { [path]: variables[path] ?? null } });
  terminal.show();
  const look = (): void => {
    desk.forgetLoginPath();
    desk.gates.look().catch((error: unknown) => desk.log.error(String(error)));
  };
  const isOurs = (other: Terminal): boolean => other === terminal;
  const listening = [
    window.onDidEndTerminalShellExecution(({ terminal: ended, exitCode }) => {
      if (!isOurs(ended)) return;
      look();
      if (exitCode !== undefined && exitCode !== 0) tellFailed(exitCode);
    }),
    window.onDidCloseTerminal((closed) => {
      if (!isOurs(closed)) return;
      look();
      for (const each of listening) each.dispose();
    }),
  ];
  desk.context.subscriptions.push(...listening);
  terminal.sendText(command);
}

function tellFailed(code: number): void {
  void say.warning(
    `npm ended with code ${code}; the terminal says why. Where it says EACCES, npm may not write into its directory for programs: set one of your own with "npm config set prefix ~/.npm-global", then run Install CLI again.`,
  );
}
