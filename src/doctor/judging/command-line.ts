import { isAbsolutePath, programName } from '../paths.ts';
import type { Setup } from '../setup.ts';
import { isTorn, type CommandEntry } from './commands.ts';

/** Programs that everybody knows, so that a text that begins with one and goes on is a command line. */
const launchers = [
  'npx',
  'npm',
  'pnpm',
  'pnpx',
  'yarn',
  'bunx',
  'bun',
  'node',
  'deno',
  'tsx',
  'corepack',
  'uvx',
  'uv',
  'python',
  'python3',
  'py',
  'pipx',
  'poetry',
  'conda',
  'docker',
  'podman',
  'cmd',
  'bash',
  'sh',
  'php',
  'ruby',
  'java',
  'dotnet',
  'go',
  'cargo',
  'snap',
  'snap-mcp',
  'mise',
  'volta',
  'fnm',
];

/** A whole command line where the name of a program should stand. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  /** Quotes were taken off, as a shell would: nearly certain. `undefined`: it needs a real shell and cannot be split. */
  readonly split: 'plain' | 'quoted' | undefined;
}

/** The command line that an entry has for a command, if no program is called so as a whole. */
export function commandLine({ command }: CommandEntry, { seen }: Pick<Setup, 'seen'>): CommandLine | undefined {
  const text = command.command.trim();
  if (command.inClient !== undefined || command.inShell !== undefined || !/\s/.test(text) || isTorn(text)) return undefined;
  const first = firstWord(text);
  // What only a shell can join, or a variable before the program, makes a command line of any words.
  const isForShell = /\s(&&|\|\|?|;)\s|;\s/.test(text) || /^[A-Za-z_]\w*=/.test(text);
  const isProgram = isForShell || (/[\\/]/.test(first) ? seen.get(first)?.kind === 'file' : launchers.includes(programName(first)));
  if (!isProgram) return undefined;
  if (isForShell || /[|&;<>()`$*?\n]/.test(text)) return { program: first, args: [], split: undefined };
  const words = splitWords(text);
  const [program, ...args] = words ?? [];
  if (program === undefined || args.length === 0) return { program: first, args: [], split: undefined };
  return { program, args, split: /["']/.test(text) ? 'quoted' : 'plain' };
}

/** The first word of a command with white space, where it is an absolute path: to be looked at. */
export function firstWordPath({ command }: CommandEntry): readonly string[] {
  const text = command.command.trim();
  const first = firstWord(text);
  return first !== text && (isAbsolutePath(first, 'linux') || isAbsolutePath(first, 'win32')) ? [first] : [];
}

function firstWord(text: string): string {
  const quoted = /^"([^"]+)"|^'([^']+)'/.exec(text);
  return quoted?.[1] ?? quoted?.[2] ?? text.split(/\s/)[0] ?? '';
}

/** Words as a shell has them, quotes taken off; `undefined` for a quote that does not end, or one inside a word. */
function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const word = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)/y;
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (found === null) return undefined;
    words.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return words;
}
