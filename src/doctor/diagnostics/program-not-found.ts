import type { About, Fix, Severity, ProgramFound, Setup, CommandFacts } from '../diagnostic.ts';
import {
  defineStartDiagnostic,
  commandEntries,
  hasUnfilledVariables,
  isPersonal,
  hasControlCharacters,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import {
  commandLine,
  programPlaces,
  isAddedByClient,
  isNodeScript,
  nodeBeside,
  replacesSystemPath,
  searchPath,
  startsOthers,
  candidates,
  inUsualPlace,
  nvmVersions,
  usualPlaces,
} from '../judging/programs/program-search.ts';
import { isPermanentInstall, ownCall, startThisProgram } from '../judging/programs/own-entry.ts';
import { pathForMessage, pathToWrite, wordsForMessage } from '../judging/wording.ts';
import { startWith } from '../judging/programs/start-with.ts';
import { commandNode } from '../edit.ts';
import { directoryOf, programName, separatorOf } from '../../machine/index.ts';
import { maskText } from '../../secrets/index.ts';
import { behindCmd } from '../judging/programs/known-programs.ts';

/** An app that is started from the desktop does not see what the shell's start files add to PATH. */
export default defineStartDiagnostic({
  id: 'program-not-found',
  severity: 'error',
  summary: 'The assistant does not find the program that an entry starts.',
  whenWritten: 'doubt',
  *lists(setup) {
    if (commandEntries(setup).some((entry) => isConcerned(entry, setup) && entry.command.inShell === undefined)) yield* nvmVersions(setup);
  },
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      const { command, inShell } = entry.command;
      yield* programPlaces(entry, setup);
      yield* placesBehind(entry, setup);
      if (!isConcerned(entry, setup)) continue;
      if (inShell !== undefined) {
        yield nodeBeside(inShell.path, setup);
        continue;
      }
      for (const path of usualPlaces(command, setup)) {
        yield path;
        if (startsOthers(command)) yield nodeBeside(path, setup);
      }
    }
  },
  *judge(entry, setup) {
    const behind = missingBehind(entry, setup);
    if (behind !== undefined) yield { ...behind };
    if (!isConcerned(entry, setup) || commandLine(entry, setup) !== undefined) return;
    const { client, command } = entry;
    const span = commandNode(entry);
    const found = command.inShell ?? inUsualPlace(command.command, setup);
    if (found !== undefined && isAddedByClient(entry, found.path, setup)) return;
    const fix = isPersonal(entry.file) ? fixFor(entry, found, setup) : undefined;
    const { hint, message } = found === undefined ? missing(entry, setup, fix) : hidden(entry, found, setup, fix);
    // Linux desktops pass on different PATHs, and an editor may have been started from a terminal.
    const isSure = found === undefined || client.path === 'shell' || (setup.facts.platform === 'darwin' && client.kind === 'desktop app');
    const most: Severity = isSure ? 'error' : 'warning';
    yield {
      severity: most,
      message,
      hint,
      span,
      fix,
    };
  },
});

/** The program that the entry starts through `cmd /c` or `env`, when it is nowhere on the PATH. */
function missingBehind(entry: CommandEntry, setup: Setup): About | undefined {
  const { client, command } = entry;
  const name = startedThrough(command);
  if (name === undefined || command.inClient === undefined || worksInClient(entry)) return undefined;
  const places = placesBehind(entry, setup);
  if (places.length === 0 || places.some((path) => setup.seen.has(path))) return undefined;
  return {
    severity: setup.facts.platform === 'win32' || client.path === 'shell' ? 'error' : 'warning',
    message: `${client.name} cannot start "${entry.entry.name}": there is no program "${name}" on its PATH, where "${programName(command.command)}" looks for it.`,
    hint: howToInstall(name.replace(/\.\w+$/, '')),
    detail: 'behind',
  };
}

/** Whether it is a bare name that the client does not find. Other problems of a command have their own findings. */
function isConcerned(entry: CommandEntry, setup: Pick<Setup, 'facts' | 'home' | 'env'>): boolean {
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
  return !(isForWindows(command) && setup.facts.platform !== 'win32' && !isPersonal(entry.file));
}

function isForWindows(command: string): boolean {
  return ['cmd', 'powershell', 'wsl'].includes(command) || /\.(exe|cmd|bat|ps1)$/i.test(command);
}

interface Words {
  readonly message: string;
  readonly hint: string;
}

/** The same words for every assistant, so that the one missing program is told once (cli/reports/same-problem.ts). */
function missing({ client, command, entry, file }: CommandEntry, setup: Setup, fix: Fix | undefined): Words {
  const name = command.command;
  const message = `${client.name} cannot start "${entry.name}": there is no program "${maskText(name)}" on its PATH, nor on that of your shell.`;
  if (fix !== undefined)
    return {
      message,
      hint: `Write the full path of the running snap: ${wordsForMessage(setup, [setup.program.node, setup.program.file])}.`,
    };
  const installed =
    isForWindows(name) && setup.facts.platform !== 'win32'
      ? `"${maskText(name)}" exists on Windows only: start the server by its own program here.`
      : howToInstall(name);
  const each = isPersonal(file) ? '' : ' Every member of the team needs it.';
  return { message, hint: `${installed}${each}` };
}

function hidden(entry: CommandEntry, at: ProgramFound, setup: Setup, fix: Fix | undefined): Words {
  const { client, command, file } = entry;
  const found = pathForMessage(setup, at.path);
  const where = client.path === 'shell' ? 'on the PATH of your shell' : `in ${searchPath(entry, setup)}`;
  const message =
    command.inShell !== undefined
      ? `Works in the terminal, not in the app: your shell finds "${command.command}" at ${found}, but ${client.name} looks only in ${searchPath(entry, setup)}.`
      : `${client.name} cannot start "${entry.entry.name}": it looks for "${command.command}" only ${where}, and it is at ${found}.`;
  if (fix !== undefined) return { message, hint: `Name the program by its full path: ${pathToWrite(setup, at.path)}.` };
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
  if (['bun', 'bunx'].includes(name)) return 'Install Bun (https://bun.sh), then start the assistant again.';
  if (name === 'deno') return 'Install Deno (https://deno.com), then start the assistant again.';
  if (['docker', 'podman'].includes(name))
    return `Install ${name === 'docker' ? 'Docker (https://docs.docker.com/get-started/get-docker/)' : 'Podman (https://podman.io)'}, then start the assistant again.`;
  return `Install "${maskText(name)}", or correct the name; then start the assistant again.`;
}

/** The absolute form that works: the program itself, or Node and the script. */
function fixFor(entry: CommandEntry, found: ProgramFound | undefined, setup: Setup): Fix | undefined {
  const own = ownCall(entry);
  if (own !== undefined && isPermanentInstall(setup)) {
    return { kind: 'safe', says: 'start the running snap by its full path', edit: startThisProgram(entry, own, setup) };
  }
  const { command } = entry.command;
  if (found === undefined) return undefined;
  const says = (what: string): string => `replace "${command}" by ${what}`;
  if (!isNodeScript(found)) {
    // A script of a version manager (asdf) may itself need the PATH; one that names its interpreter in full does not.
    const kind = found.isBinary || /^\/(?!usr\/bin\/env|bin\/env)/.test(found.interpreter ?? '') ? 'safe' : 'confirm';
    return { kind, says: says(pathForMessage(setup, found.path)), edit: startWith(entry, { command: found.path }) };
  }
  const beside = nodeBeside(found.path, setup);
  const isBeside = setup.seen.get(beside)?.executable === true;
  const node = isBeside ? beside : setup.program.node;
  const start = { command: node, before: [found.path] };
  const words = `${pathForMessage(setup, node)} and ${pathForMessage(setup, found.path)}`;
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

/** Programs that are certainly no commands of a shell, so that a missing one is certainly missing. */
const programs = new Set(
  'npx npm node pnpm pnpx yarn corepack bun bunx deno uv uvx pipx python python3 py docker podman dotnet java go cargo'.split(' '),
);

/** The program that `cmd /c` or `env` looks for on the same PATH, when the entry names one of those; `undefined` for any other command. */
function startedThrough({ args, command }: Pick<CommandFacts, 'args' | 'command'>): string | undefined {
  const outer = programName(command);
  const inner =
    outer === 'cmd'
      ? behindCmd([command, ...args])[0]
      : outer === 'env'
        ? args.find((word) => !word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word))
        : undefined;
  return inner !== undefined && inner !== command && programs.has(programName(inner)) && !/[\\/]/.test(inner) ? inner : undefined;
}

/** Where that program may be; to be inspected. */
function placesBehind(entry: CommandEntry, setup: Pick<Setup, 'facts' | 'home' | 'env'>): readonly string[] {
  const name = startedThrough(entry.command);
  if (name === undefined) return [];
  const endings = setup.facts.platform !== 'win32' || /\.\w+$/.test(name) ? [''] : ['.exe', '.cmd', '.bat', '.com'];
  return endings.flatMap((ending) => candidates(`${name}${ending}`, searchPath(entry, setup), setup));
}
