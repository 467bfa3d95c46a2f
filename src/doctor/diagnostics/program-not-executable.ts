import {
  defineStartDiagnostic,
  commandEntries,
  hasUnfilledVariables,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import type { About, Setup } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { fullCommand } from '../judging/programs/paths.ts';
import { quotedPath, pathForMessage } from '../judging/wording.ts';
import { isAbsolutePath } from '../../machine/index.ts';

/** The file exists, but cannot be started. */
export default defineStartDiagnostic({
  id: 'program-not-executable',
  severity: 'error',
  summary: 'The command of an entry is a file that cannot be started as a program.',
  whenWritten: 'doubt',
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      const path = fullCommand(entry, setup);
      if (path !== undefined) yield path;
      const interpreter = interpreterOf(entry, setup);
      if (interpreter !== undefined) yield interpreter;
    }
  },
  *judge(entry, setup) {
    if (worksInClient(entry) || hasUnfilledVariables(entry.command.command)) return;
    const said = judge(entry, setup);
    const span = commandNode(entry);
    if (said !== undefined) yield { ...said, span };
  },
});

function judge(entry: CommandEntry, setup: Setup): About | undefined {
  const { client, command } = entry;
  const path = fullCommand(entry, setup);
  if (path !== undefined && setup.seen.get(path)?.kind === 'directory') {
    return {
      message: `${client.name} cannot start "${entry.entry.name}": ${pathForMessage(setup, path)} is a directory, not a program.`,
      hint: 'Name the program in it.',
    };
  }
  // On Windows the extension decides what can be started, and some clients try more.
  if (setup.facts.platform === 'win32' || command.inClient === undefined) return undefined;
  const file = pathForMessage(setup, command.inClient.path);
  if (!command.inClient.executable) {
    const word = quotedPath(setup, command.inClient.path);
    return {
      message: `${client.name} cannot start "${entry.entry.name}": ${file} exists, but may not be run as a program.`,
      hint: word === undefined ? 'Make the file executable, if you trust it.' : `chmod +x ${word}`,
    };
  }
  const interpreter = interpreterOf(entry, setup);
  if (interpreter === undefined || setup.seen.has(interpreter)) return undefined;
  return {
    message: `${client.name} cannot start "${entry.entry.name}": ${file} needs ${pathForMessage(setup, interpreter)} to run, which does not exist.`,
    hint: 'Install the program again: its interpreter was moved or removed.',
    detail: 'interpreter',
  };
}

/** The interpreter that the first line of a script names by its full path. */
function interpreterOf({ command }: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const [path] = command.inClient?.interpreter?.split(/\s+/) ?? [];
  return path !== undefined && facts.platform !== 'win32' && isAbsolutePath(path, facts.platform) ? path : undefined;
}
