import { ConfigurationTarget, env, Uri, window, workspace, type Terminal } from 'vscode';
import { cliPackage, minCliVersion } from '../cli-package.ts';
import { core, type System } from '../core.ts';
import type { Desk } from '../desk.ts';
import type { CliFact } from '../gates/facts.ts';
import { installPlan, type InstallPlan, type OtherProgram } from '../install-plan.ts';
import { programBehind } from '../observe/program-behind.ts';
import { requireTrust } from '../require-trust.ts';
import { say } from '../say.ts';
import { lookBriefly, lookShown, waitShown } from '../waiting.ts';

const choose = 'Choose the CLI…';
const chooseClone = 'Choose the Clone…';

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
  const others = await describeOthers(system, await desk.otherPrograms());
  const picked = await say.info(
    cli.kind === 'missing' && cli.why === 'old' ? 'Update the Snap CLI?' : 'Install the Snap CLI?',
    {
      modal: true,
      detail: introduction(cli, others),
    },
    chooseClone,
    choose,
  );
  if (picked === choose) await chooseCli(desk);
  if (picked === chooseClone) await installClone(desk, system, others);
}

/** What the person is told before anything is chosen: where the CLI comes from, and which programs of others stay as they are. */
function introduction(cli: CliFact, others: readonly OtherProgram[]): string {
  const old =
    cli.kind === 'missing' && cli.why === 'old'
      ? [`${cli.path} has version ${cli.version}; this extension needs ${minCliVersion} or newer.`]
      : [];
  return [
    ...old,
    // Never asked of a registry while that is so: what is there under this name would be somebody else's.
    'Snap is not on npm yet. A package with its name there would be of somebody else, so nothing is downloaded from there by that name.',
    ...(others.length === 0 ? [] : [othersText(others)]),
    `"${chooseClone}" takes the folder into which you cloned Snap, and shows the command before it runs. "${choose}" takes a CLI that is installed.`,
  ].join('\n\n');
}

function othersText(others: readonly OtherProgram[]): string {
  const [one, many] = ['Another program has the same name and stays as it is', 'Other programs have the same name and stay as they are'];
  const list = others.map(({ path, what }) => `${path}${what === undefined ? '' : ` (${what})`}`).join('\n');
  return `${others.length === 1 ? one : many}:\n${list}\nSo only "snap-mcp" is installed, and not "snap".`;
}

async function describeOthers(system: System, paths: readonly string[]): Promise<readonly OtherProgram[]> {
  const { cleanLine, displayPath } = await core.system();
  const { describeOther } = await import('../observe/describe-other.ts');
  return Promise.all(
    paths.map(async (path) => {
      const what = await describeOther(system, path);
      return { path: cleanLine(displayPath(path, system)), ...(what === undefined ? {} : { what: cleanLine(what) }) };
    }),
  );
}

/** Asks for the clone, shows the command and what it adds, and runs it in a terminal after a yes. */
async function installClone(desk: Desk, system: System, others: readonly OtherProgram[]): Promise<void> {
  const [folder] =
    (await window.showOpenDialog({
      title: 'Choose the clone of Snap: the folder that "git clone" made',
      openLabel: 'Use This Clone',
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
    })) ?? [];
  if (folder === undefined) return;
  const [{ cleanLine, displayPath }, { shellWord }] = await Promise.all([core.system(), core.machine()]);
  const clone = folder.fsPath;
  const shown = cleanLine(displayPath(clone, system));
  const isOurs = await isClone(system, clone);
  if (!isOurs)
    return void say.error(`${shown} is not a clone of Snap: its package.json does not name the package snap-mcp. Nothing was installed.`);
  const isBuilt = (await programBehind(system, clone)) !== undefined;
  const { home, platform } = system;
  const word = (text: string): string | undefined => shellWord(text, platform);
  const plan = installPlan({ clone, home, platform, isBuilt, hasOthers: others.length > 0, word });
  if (plan === undefined)
    return void say.warning(
      `Nothing was installed: another program is called "snap" here, and no command is known that leaves it alone. Snap works without being installed: run Install CLI, "${choose}", and take dist/main.js of ${shown}.`,
    );
  const run = 'Run in Terminal';
  const detail = [`This runs in ${shown}, in a terminal that you see:`, plan.command, plan.adds, plan.removes].join('\n\n');
  const picked = await say.info('Install the Snap CLI from its clone?', { modal: true, detail }, run);
  if (picked === run) runInTerminal(desk, system, clone, plan);
}

/** Whether a folder holds the source of the package. The person has chosen it; this keeps a wrong one from being installed. */
async function isClone(system: System, directory: string): Promise<boolean> {
  const { isRecord, jsonIn } = await core.system();
  const bytes = await system.readStart(system.resolve(`${directory}/package.json`), 100_000);
  const manifest = bytes === undefined ? undefined : jsonIn(new TextDecoder().decode(bytes));
  return isRecord(manifest) && manifest['name'] === cliPackage;
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

/** The end of the command is known only where the shell reports it; the installed program is found either way, by the watches of src/observe. */
function runInTerminal(desk: Desk, { env: variables }: Pick<System, 'env'>, cwd: string, { command }: InstallPlan): void {
  const path = Object.keys(variables).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const terminal = window.createTerminal({ name: 'Snap: install', cwd, env: { [path]: variables[path] ?? null } });
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
    `The installation ended with code ${code}, and the terminal says why. EEXIST or "File exists": a program of that name is there already; do not use --force, which would replace it, and use "${choose}" instead. EACCES: npm may not write into its directory for programs; set one of your own with "npm config set prefix ~/.npm-global", then run Install CLI again.`,
  );
}
