import { programName } from '../../../machine/index.ts';
import type { CommandFacts, NamedPath } from '../../setup.ts';
import type { CommandEntry } from './command-entries.ts';

/** The families of shells, by their syntax for variables. */
export type Shell = 'posix' | 'powershell' | 'cmd';

const kinds: ReadonlyMap<string, Shell> = new Map([
  ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish'].map((name) => [name, 'posix'] as const),
  ...['powershell', 'pwsh'].map((name) => [name, 'powershell'] as const),
  ['cmd', 'cmd'],
]);

/**
 * The shell that runs the arguments of a command line as a script, also when another program starts the shell (`docker run … sh -c`).
 * Such a shell fills in the variables, not the client.
 */
export function shellIn(command: string, args: readonly string[]): Shell | undefined {
  const words = [command, ...args];
  for (const [i, word] of words.entries()) {
    const shell = kinds.get(programName(word));
    if (shell === undefined) continue;
    const flags = words.slice(i + 1, i + 4);
    if (flags.some((flag) => /^-[a-z]*c$|^-(command|encodedcommand|file)$|^\/[ck]$/i.test(flag))) return shell;
  }
  return undefined;
}

/** The words behind `cmd /c`, which Windows needs in front of a command script; all words when it is missing. */
export function behindCmd(words: readonly string[]): readonly string[] {
  const [shell = '', ...rest] = words;
  const start = rest.findIndex((word) => !/^\/[a-z]$/i.test(word));
  return programName(shell) === 'cmd' && start > 0 ? rest.slice(start) : words;
}

/** Programs that download what they run at the first start; with a subcommand for programs with other functions. */
const fetchers: readonly (readonly [program: string, word?: RegExp])[] = [
  ['npx'],
  ['pnpx'],
  ['bunx'],
  ['uvx'],
  ['dnx'],
  ['npm', /^(exec|x)$/],
  ['pnpm', /^dlx$/],
  ['yarn', /^dlx$/],
  ['bun', /^x$/],
  ['uv', /^(tool|run)$/],
  ['pipx', /^run$/],
  ['docker', /^run$/],
  ['podman', /^run$/],
  ['deno', /^run$/],
];

/** Whether its first start downloads something, and so takes longer than later ones. */
export function downloads(command: Pick<CommandFacts, 'command' | 'args'> | undefined): boolean {
  if (command === undefined) return false;
  const [program, next = ''] = behindCmd([command.command, ...command.args]);
  return program !== undefined && fetchers.some(([name, word]) => name === programName(program) && (word === undefined || word.test(next)));
}

interface Interpreter {
  /** Words that may be before the options: `bun run x.ts`. */
  readonly words?: readonly string[] | undefined;
  /** Options whose value is the next argument. */
  readonly takes: readonly string[];
  /** Options after which no script follows. */
  readonly instead: readonly string[];
}

const node: Interpreter = {
  takes: ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file'],
  instead: ['-e', '--eval', '-p', '--print', '-c', '--check', '--run', '--test', '-'],
};
const python: Interpreter = { takes: ['-W', '-X'], instead: ['-m', '-c', '-'] };
const bun: Interpreter = {
  words: ['run'],
  takes: ['-r', '--preload', '--cwd', '-c', '--config'],
  instead: ['-e', '--eval', '-p', '--print', 'x'],
};
const interpreters: Readonly<Record<string, Interpreter>> = {
  node,
  nodejs: node,
  tsx: { ...node, instead: [...node.instead, 'watch'] },
  bun,
  deno: { words: ['run'], takes: ['-c', '--config', '--import-map', '--env-file'], instead: ['task', 'eval', 'x'] },
  ruby: { takes: ['-r', '-I'], instead: ['-e', '-S'] },
  php: { takes: ['-d', '-c'], instead: ['-r', '-a'] },
  perl: { takes: ['-I'], instead: ['-e', '-E'] },
  bash: { takes: ['-o', '--rcfile'], instead: ['-c', '-lc', '-ic', '-s'] },
  sh: { takes: ['-o'], instead: ['-c', '-lc', '-s'] },
  zsh: { takes: ['-o'], instead: ['-c', '-lc', '-ic', '-s'] },
};

/**
 * Which argument is the file that an interpreter runs, if it surely is one: `node server.js`, `python3 -u ~/x.py`. Names without a
 * directory and an ending (`php artisan`) are not.
 */
export function scriptArgument(command: string, args: readonly string[]): number | undefined {
  const name = programName(command);
  const interpreter = interpreters[name] ?? (/^(python|pypy)[\d.]*$|^py$/.test(name) ? python : undefined);
  if (interpreter === undefined) return undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (i === 0 && interpreter.words?.includes(arg) === true) continue;
    if (interpreter.instead.includes(arg)) return undefined;
    if (interpreter.takes.includes(arg)) {
      i += 1;
      continue;
    }
    if (arg.startsWith('-')) continue;
    return isFile(arg) ? i : undefined;
  }
  return undefined;
}

function isFile(arg: string): boolean {
  if (/^[a-z][\w+.-]+:/i.test(arg) || arg.startsWith('@')) return false;
  return /^(\.{0,2}[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(arg) || /\.([cm]?[jt]sx?|py|rb|php|pl|sh)$/.test(arg);
}

/** Servers whose arguments are paths that have to exist. */
const servers: readonly {
  /** The word of the command line that names the server; what follows are its arguments. */
  readonly word: RegExp;
  readonly what: 'directory' | 'repository' | 'database';
  /** The options that a path follows; absent: every argument is a path. */
  readonly options?: readonly string[];
  /** What the server does about a missing path: `ends`, or makes it. */
  readonly whenMissing: 'ends' | 'makes it';
}[] = [
  // https://github.com/modelcontextprotocol/servers/blob/main/src/filesystem/index.ts (versions of 2025 end when none is there)
  { word: /(^|[\\/])(@modelcontextprotocol[\\/]server-filesystem|mcp-server-filesystem)(@|$)/, what: 'directory', whenMissing: 'ends' },
  // https://github.com/modelcontextprotocol/servers/blob/main/src/git/src/mcp_server_git/server.py
  { word: /(^|[\\/])mcp[-_]server[-_]git(@|==|$)/, what: 'repository', options: ['--repository', '-r'], whenMissing: 'ends' },
  // https://github.com/modelcontextprotocol/servers-archived/blob/main/src/sqlite/src/mcp_server_sqlite/server.py
  { word: /(^|[\\/])mcp[-_]server[-_]sqlite(@|==|$)/, what: 'database', options: ['--db-path'], whenMissing: 'makes it' },
];

/** The paths that a well-known server gets. */
export interface ServerPaths {
  readonly what: (typeof servers)[number]['what'];
  readonly whenMissing: (typeof servers)[number]['whenMissing'];
  readonly paths: readonly NamedPath[];
}

/** Undefined for other servers, and for those in a container, whose paths are the container's. */
export function serverPaths({ command }: CommandEntry): ServerPaths | undefined {
  const { args, paths } = command;
  if (/(^|[\\/])(docker|podman|nerdctl|ssh|wsl)(\.exe)?$/i.test(command.command)) return undefined;
  for (const { options, what, whenMissing, word } of servers) {
    const at = word.test(command.command) ? -1 : args.findIndex((arg) => word.test(arg));
    if (at === -1 && !word.test(command.command)) continue;
    const own = paths.filter(({ index, where }) => where === 'argument' && index !== undefined && index > at);
    const given = options === undefined ? own : own.filter(({ index = 0 }) => options.includes(args[index - 1] ?? ''));
    return { what, whenMissing, paths: given };
  }
  return undefined;
}
