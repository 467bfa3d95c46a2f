import { isAbsolutePath, programName } from '../../../machine/index.ts';
import { shellWords } from '../../../text/index.ts';
import type { Setup } from '../../setup.ts';
import { hasUnfilledVariables, hasControlCharacters, type CommandEntry } from './command-entries.ts';
import { candidates, searchPath } from './program-search.ts';

/** Well-known programs: a text that begins with one of them and continues is a command line. */
const launchers = (
  'npx npm pnpm pnpx yarn bunx bun node deno tsx corepack uvx uv python python3 py pipx poetry conda docker podman cmd ' +
  'bash sh php ruby java dotnet go cargo snap snap-mcp mise volta fnm'
).split(' ');

/** A whole command line that was written as the name of a program. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  /** `quoted`: quotes were removed as a shell would, which is nearly certain. `undefined`: it needs a shell and cannot be split. */
  readonly split: 'plain' | 'quoted' | undefined;
  /** Only a program, with white space or quotes around it. */
  readonly isTrimmed?: true | undefined;
}

/** The command line in the command of an entry, unless a program of that whole name exists. */
export function commandLine(entry: CommandEntry, setup: Machine & Pick<Setup, 'seen'>): CommandLine | undefined {
  const { command } = entry;
  const { seen } = setup;
  const bare = bareProgram(entry);
  if (bare !== undefined && (launchers.includes(bare) || placesOf(bare, entry, setup).some((path) => seen.get(path)?.kind === 'file')))
    return { program: bare, args: [], split: 'plain', isTrimmed: true };
  const text = command.command.trim();
  if (command.inClient !== undefined || command.inShell !== undefined || !/\s/.test(text) || hasControlCharacters(text)) return undefined;
  const first = firstWord(text);
  // With shell operators, or a variable assignment before the program, any words are a command line.
  const isForShell = /\s(&&|\|\|?|;)\s|;\s/.test(text) || /^[A-Za-z_]\w*=/.test(text);
  const isProgram = isForShell || (/[\\/]/.test(first) ? seen.get(first)?.kind === 'file' : launchers.includes(programName(first)));
  if (!isProgram) return undefined;
  if (isForShell || /[|&;<>()`$*?\n]/.test(text)) return { program: first, args: [], split: undefined };
  const words = shellWords(text, 'as it is');
  const [program, ...args] = words ?? [];
  if (program === undefined || args.length === 0) return { program: first, args: [], split: undefined };
  return { program, args, split: /["']/.test(text) ? 'quoted' : 'plain' };
}

/** The possible paths of the program that a command with white space or quotes means; to be inspected. */
export function* programPlaces(entry: CommandEntry, setup: Machine): Generator<string> {
  const bare = bareProgram(entry);
  if (bare !== undefined) yield* placesOf(bare, entry, setup);
  const text = entry.command.command.trim();
  const first = firstWord(text);
  if (first !== text && isAbsolute(first)) yield first;
}

type Machine = Pick<Setup, 'facts' | 'home' | 'env'>;

/** The program without the white space and the quotes around it; `undefined` where there are none, or more than a program. */
function bareProgram({ command, entry }: CommandEntry): string | undefined {
  const written = command.command;
  if (command.inClient !== undefined || command.inShell !== undefined || hasUnfilledVariables(written)) return undefined;
  // Text that was filled in is not in the file.
  if (entry.server.kind !== 'command' || entry.server.command !== written) return undefined;
  const text = written.trim();
  const quoted = /^"([^"]+)"$|^'([^']+)'$/.exec(text);
  const bare = (quoted?.[1] ?? quoted?.[2] ?? text).trim();
  if (bare === written || bare === '' || hasControlCharacters(bare)) return undefined;
  return /\s/.test(bare) && (quoted === null || !isAbsolute(bare)) ? undefined : bare;
}

function placesOf(name: string, entry: CommandEntry, setup: Machine): readonly string[] {
  if (isAbsolute(name)) return [name];
  if (/[\\/]/.test(name)) return [];
  const endings = setup.facts.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return endings.flatMap((ending) => candidates(`${name}${ending}`, searchPath(entry, setup), setup));
}

function isAbsolute(path: string): boolean {
  return isAbsolutePath(path, 'linux') || isAbsolutePath(path, 'win32');
}

function firstWord(text: string): string {
  const quoted = /^"([^"]+)"|^'([^']+)'/.exec(text);
  return quoted?.[1] ?? quoted?.[2] ?? text.split(/\s/)[0] ?? '';
}
