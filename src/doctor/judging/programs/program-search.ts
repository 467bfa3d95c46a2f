import {
  addedDirectories,
  dropsVariable,
  entryPath,
  pathVariable,
  separatorOf,
  matches,
  directoryOf,
  isAbsolutePath,
  joinPath,
  programName,
} from '../../../machine/index.ts';
import type { Setup, ProgramFound } from '../../setup.ts';
import { type CommandEntry, hasUnfilledVariables, hasControlCharacters } from './command-entries.ts';
import { shellWords } from '../../../text/index.ts';

type Machine = Pick<Setup, 'facts' | 'home' | 'env'>;

/** The part of a setup on which PATHs depend. */
function hostOf({ env, facts, home }: Machine): {
  readonly platform: Setup['facts']['platform'];
  readonly home: string;
  readonly env: Setup['env'];
} {
  return { platform: facts.platform, home, env };
}

/** The PATH on which the client looks for the program of this entry. */
export function searchPath({ client, entry }: CommandEntry, setup: Machine): string {
  return entryPath(client, entry.server.kind === 'command' ? entry.server.env : new Map(), hostOf(setup));
}

/** The path of this program in each directory of a PATH. */
export function candidates(name: string, path: string, { facts }: Pick<Setup, 'facts'>): readonly string[] {
  return path
    .split(separatorOf(facts.platform))
    .filter((directory) => isAbsolutePath(directory, facts.platform))
    .map((directory) => joinPath(directory, name, facts.platform));
}

/** Whether the client itself adds the directory of this program to PATH, by a pattern (each version of nvm). */
export function isAddedByClient({ client }: CommandEntry, program: string, setup: Machine): boolean {
  const { platform } = setup.facts;
  if (client.path === 'shell') return false;
  const directory = directoryOf(program, platform);
  return addedDirectories(client, hostOf(setup)).some((pattern) => {
    const [names, parts] = [directory.split(/[\\/]/), pattern.split(/[\\/]/)];
    return names.length === parts.length && parts.every((part, i) => matches(part, names[i] ?? ''));
  });
}

/** The `node` in the same directory as a script. */
export function nodeBeside(script: string, { facts }: Pick<Setup, 'facts'>): string {
  return joinPath(directoryOf(script, facts.platform), facts.platform === 'win32' ? 'node.exe' : 'node', facts.platform);
}

/** A script that is run by whatever `node` comes first on the PATH. */
export function isNodeScript(program: { readonly interpreter?: string | undefined } | undefined): boolean {
  return /^(\/usr)?\/bin\/env\s+(-S\s+)?node(\s|$)/.test(program?.interpreter ?? '');
}

/** Programs that start other scripts, which search for `node` on the PATH themselves. */
export function startsOthers(name: string): boolean {
  return ['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'yarnpkg', 'corepack'].includes(name);
}

/**
 * The PATH of an entry that replaces the client's own and lacks the system directories; `undefined` when there is none, or when it has
 * variables that were not filled in.
 */
export function replacesSystemPath(
  { client, entry }: CommandEntry,
  { facts }: Pick<Setup, 'facts'>,
): { readonly name: string; readonly value: string } | undefined {
  if (entry.server.kind !== 'command' || client.appendsPath === true) return undefined;
  if (dropsVariable(client, 'PATH')) return undefined;
  const given = pathVariable(entry.server.env, facts.platform);
  if (given === undefined) return undefined;
  // A reference to the old PATH that this client does not fill in has its own finding.
  if (/[$%{]/.test(given.value)) return undefined;
  const directories = given.value.split(separatorOf(facts.platform)).map((directory) => directory.replace(/[\\/]+$/, '').toLowerCase());
  const isSystem = (directory: string): boolean =>
    facts.platform === 'win32' ? directory.endsWith('\\system32') : directory === '/usr/bin' || directory === '/bin';
  return directories.some(isSystem) ? undefined : given;
}

type Listed = Pick<Setup, 'facts' | 'home'> & Partial<Pick<Setup, 'listings'>>;

/** Where installers put programs without a word in every PATH: uv, cargo, bun, deno, version managers, package managers. */
const inHome: readonly string[] = (
  '.local/bin .cargo/bin .bun/bin .deno/bin .volta/bin .local/share/mise/shims .asdf/shims .nodenv/shims .pyenv/shims ' +
  '.proto/shims .pixi/bin .npm-global/bin .local/share/pnpm Library/pnpm miniconda3/bin anaconda3/bin .nix-profile/bin ' +
  'go/bin'
).split(' ');
const inRoot: readonly string[] = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/opt/local/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/nix/var/nix/profiles/default/bin',
  '/snap/bin',
];
const onWindows: readonly string[] = [
  String.raw`.local\bin`,
  String.raw`.cargo\bin`,
  String.raw`.bun\bin`,
  String.raw`.deno\bin`,
  String.raw`scoop\shims`,
  String.raw`AppData\Roaming\npm`,
  String.raw`AppData\Local\pnpm`,
  String.raw`AppData\Local\Volta\bin`,
  String.raw`AppData\Local\Microsoft\WinGet\Links`,
];
const inDrive: readonly string[] = [String.raw`C:\Program Files\nodejs`, String.raw`C:\ProgramData\chocolatey\bin`];

/** The directory in which nvm keeps a directory for each version of Node; to be listed. */
export function nvmVersions({ facts, home }: Pick<Setup, 'facts' | 'home'>): readonly string[] {
  return facts.platform === 'win32' ? [] : [`${home}/.nvm/versions/node`];
}

/** The paths of a program in the usual places; to be inspected. */
export function usualPlaces(name: string, setup: Listed): readonly string[] {
  const { facts, home } = setup;
  const below = (directory: string): string => joinPath(home, directory, facts.platform);
  if (facts.platform === 'win32') {
    return [...onWindows.map(below), ...inDrive].flatMap((directory) => ['.exe', '.cmd'].map((ending) => `${directory}\\${name}${ending}`));
  }
  const versions = nvmVersions(setup).flatMap((parent) =>
    newestFirst(setup.listings?.get(parent) ?? []).map((version) => `${parent}/${version}/bin`),
  );
  return [...inHome.map(below), ...inRoot, ...versions].map((directory) => `${directory}/${name}`);
}

/** The program in the first usual place that has it. Its first bytes were not read. */
export function inUsualPlace(name: string, setup: Listed & Pick<Setup, 'seen'>): ProgramFound | undefined {
  const isProgram = (path: string): boolean => {
    const found = setup.seen.get(path);
    return found?.kind === 'file' && (setup.facts.platform === 'win32' || found.executable);
  };
  const path = usualPlaces(name, setup).find(isProgram);
  if (path === undefined) return undefined;
  // npm's programs beside a Node are scripts that need it; those of a version manager start it themselves.
  const isScript = startsOthers(name) && !directoryOf(path, setup.facts.platform).endsWith('shims') && isProgram(nodeBeside(path, setup));
  return {
    path,
    target: setup.seen.get(path)?.target ?? path,
    executable: true,
    interpreter: isScript ? '/usr/bin/env node' : undefined,
    isBinary: false,
  };
}

/** Whether a name is a version: `v20.11.1`, `1.0.102`. */
export function isVersion(name: string): boolean {
  return /^v?\d+\.\d+\.\d+$/.test(name);
}

/** Whether one version is lower than another. Only the three numbers are compared. */
export function isLower(version: string, than: string): boolean {
  return order(version, than) < 0;
}

/** The versions among names, the newest first. */
export function newestFirst(names: readonly string[]): readonly string[] {
  return names.filter((name) => isVersion(name)).toSorted((a, b) => order(b, a));
}

function order(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [i, number] of left.entries()) {
    const other = right[i] ?? 0;
    if (number !== other) return number - other;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}

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
