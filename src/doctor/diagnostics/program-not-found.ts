import { commandLine, programPlaces } from '../judging/programs/command-line.ts';
import { defineDiagnostic, type Fix, type Severity } from '../diagnostic.ts';
import {
  commandEntries,
  hasUnfilledVariables,
  isPersonal,
  hasControlCharacters,
  startSeverity,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import { isPermanentInstall, ownCall, startThisProgram } from '../judging/programs/own-program.ts';
import {
  isAddedByClient,
  isNodeScript,
  nodeBeside,
  replacesSystemPath,
  searchPath,
  startsOthers,
} from '../judging/programs/program-search.ts';
import { pathForMessage, wordsForMessage } from '../judging/wording/paths-for-people.ts';
import { startWith } from '../judging/programs/start-with.ts';
import { commandNode } from '../edit.ts';
import { directoryOf, programName } from '../../machine/index.ts';
import { separatorOf } from '../../machine/index.ts';
import type { Setup } from '../setup.ts';
import { maskText } from '../../secrets/index.ts';

/** An app that is started from the desktop does not see what the shell's start files add to PATH. */
export default defineDiagnostic({
  id: 'program-not-found',
  severity: 'error',
  summary: 'The assistant does not find the program that an entry starts.',
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      const { inShell } = entry.command;
      yield* programPlaces(entry, setup);
      if (isConcerned(entry, setup) && inShell !== undefined) yield nodeBeside(inShell.path, setup);
    }
  },
  *detect(setup) {
    for (const entry of commandEntries(setup)) {
      if (!isConcerned(entry, setup) || commandLine(entry, setup) !== undefined) continue;
      const { client, command } = entry;
      const span = commandNode(entry);
      const fix = isPersonal(entry.file) ? fixFor(entry, setup) : undefined;
      const { hint, message } = command.inShell === undefined ? missing(entry, setup, fix) : hidden(entry, setup, fix);
      // Linux desktops pass on different PATHs, and an editor may have been started from a terminal.
      const isSure =
        command.inShell === undefined || client.path === 'shell' || (setup.facts.platform === 'darwin' && client.kind === 'desktop app');
      const most: Severity = isSure ? 'error' : 'warning';
      yield {
        entry,
        severity: startSeverity(entry, most),
        message,
        hint,
        span,
        fix,
      };
    }
  },
});

/** Whether it is a bare name that the client does not find. Other problems of a command have their own findings. */
function isConcerned(entry: CommandEntry, setup: Omit<Setup, 'seen' | 'texts'>): boolean {
  const { command, inClient, inShell } = entry.command;
  if (
    inClient !== undefined ||
    command === '' ||
    /[\\/]|^~/.test(command) ||
    hasUnfilledVariables(command) ||
    hasControlCharacters(command) ||
    worksInClient(entry)
  )
    return false;
  if (replacesSystemPath(entry, setup) !== undefined) return false;
  if (inShell !== undefined && isAddedByClient(entry, inShell.path, setup)) return false;
  // Windows commands in a shared file are judged by windows-only-in-project.
  const isForWindows = ['cmd', 'powershell', 'wsl'].includes(command) || /\.(exe|cmd|bat|ps1)$/i.test(command);
  return !(isForWindows && setup.facts.platform !== 'win32' && !isPersonal(entry.file));
}

interface Words {
  readonly message: string;
  readonly hint: string;
}

function missing({ client, command, entry, file }: CommandEntry, setup: Setup, fix: Fix | undefined): Words {
  const name = command.command;
  const where = client.path === 'shell' ? 'on the PATH' : 'on its PATH, nor on that of your shell';
  const message = `${client.name} cannot start "${entry.name}": there is no program "${maskText(name)}" ${where}.`;
  if (fix !== undefined)
    return {
      message,
      hint: `Write the full path of the running snap: ${wordsForMessage(setup, [setup.program.node, setup.program.file])}.`,
    };
  const installed = howToInstall(name);
  const each = isPersonal(file) ? '' : ' Every member of the team needs it.';
  return { message, hint: `${installed}${each}` };
}

function hidden(entry: CommandEntry, setup: Setup, fix: Fix | undefined): Words {
  const { client, command, file } = entry;
  const found = pathForMessage(setup, command.inShell?.path ?? '');
  const message = `Works in the terminal, not in the app: your shell finds "${command.command}" at ${found}, but ${client.name} looks only in ${searchPath(entry, setup)}.`;
  if (fix !== undefined) return { message, hint: 'Name the program by its full path.' };
  return {
    message,
    hint: isPersonal(file)
      ? `Name the program by its full path, or install it where ${client.name} looks.`
      : `This file is shared, so it cannot hold a path of this machine. Install "${command.command}" where ${client.name} looks, or add the server to your user file with its full path.`,
  };
}

function howToInstall(name: string): string {
  if (['snap', 'snap-mcp'].includes(name)) return 'Install snap: "npm install -g ." in its clone.';
  if (['npx', 'npm', 'node'].includes(name)) return 'Install Node.js (https://nodejs.org), then start the assistant again.';
  if (['uv', 'uvx'].includes(name)) return 'Install uv (https://docs.astral.sh/uv), then start the assistant again.';
  return `Install "${maskText(name)}", or correct the name; then start the assistant again.`;
}

/** The absolute form that works: the program itself, or Node and the script. */
function fixFor(entry: CommandEntry, setup: Setup): Fix | undefined {
  const own = ownCall(entry);
  if (own !== undefined && isPermanentInstall(setup)) {
    return { kind: 'safe', says: 'start the running snap by its full path', edit: startThisProgram(entry, own, setup) };
  }
  const { command, inShell } = entry.command;
  if (inShell === undefined) return undefined;
  const says = (what: string): string => `replace "${command}" by ${what}`;
  if (!isNodeScript(inShell)) {
    // A script of a version manager (asdf) may itself need the PATH; one that names its interpreter in full does not.
    const kind = inShell.isBinary || /^\/(?!usr\/bin\/env|bin\/env)/.test(inShell.interpreter ?? '') ? 'safe' : 'confirm';
    return { kind, says: says(pathForMessage(setup, inShell.path)), edit: startWith(entry, { command: inShell.path }) };
  }
  const beside = nodeBeside(inShell.path, setup);
  const isBeside = setup.seen.get(beside)?.executable === true;
  const node = isBeside ? beside : setup.program.node;
  const start = { command: node, before: [inShell.path] };
  const words = `${pathForMessage(setup, node)} and ${pathForMessage(setup, inShell.path)}`;
  if (!startsOthers(programName(command))) return { kind: isBeside ? 'safe' : 'confirm', says: says(words), edit: startWith(entry, start) };
  // npx starts scripts that search for node on the PATH again, so the PATH has to contain it.
  const path = [directoryOf(node, setup.facts.platform), searchPath(entry, setup)].join(separatorOf(setup.facts.platform));
  if (entry.client.dropsVariables !== undefined) return undefined;
  return {
    kind: 'confirm',
    says: `${says(words)}, and give it a PATH that contains node`,
    edit: startWith(entry, { ...start, env: new Map([['PATH', path]]) }),
  };
}
