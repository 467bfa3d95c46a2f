import { dirname, join } from 'node:path';
import { minCliVersion } from '../cli-package.ts';
import { core, type System } from '../core.ts';
import { programBehind, type FoundProgram } from './program-behind.ts';
import type { AskShim } from './behind-shim.ts';
import { programDirectories } from './program-directories.ts';

/** The program of snap on this machine. */
export interface FoundCli extends FoundProgram {
  /** What a person types or clicks: the file on the PATH. */
  readonly path: string;
  /** The Node.js that runs it. */
  readonly node: string;
  /** Other programs of snap that are there too: older, or found later. */
  readonly others: readonly { readonly path: string; readonly version: string }[];
}

export type CliSearch =
  | { readonly kind: 'found'; readonly cli: FoundCli }
  | { readonly kind: 'missing'; readonly why: 'nowhere' | 'setting' | 'stranger' | 'node'; readonly path: string | undefined }
  /** The newest that is there is older than this extension works with. */
  | { readonly kind: 'missing'; readonly why: 'old'; readonly path: string; readonly version: string; readonly file: string };

export interface CliSearchOptions {
  /** `snap.cliPath`; empty where it is not set. */
  readonly setting: string;
  /** The folders of the window: a program in one of them is not the person's, also where their PATH names it. */
  readonly folders?: readonly string[];
  /** The PATH of the person's login shell. Starts that shell, so it is asked last; absent where nothing may be started. */
  readonly loginPath?: (() => Promise<string | undefined>) | undefined;
  /** Asks a version manager which file its start script runs; absent where nothing may be started. */
  readonly behindShim?: AskShim | undefined;
}

const names = ['snap', 'snap-mcp'] as const;

/**
 * Finds the program: the one that the person has set, else the newest on the PATH and where package managers put programs, else the one that the
 * login shell would find. Runs no program of that name: /usr/bin/snap may be another one.
 */
export async function findCli(system: System, options: CliSearchOptions): Promise<CliSearch> {
  const { setting, folders = [] } = options;
  const near = await nearDirectories(system, folders);
  if (setting !== '') {
    const file = system.resolve(setting.replace(/^~(?=[\\/])/, system.home));
    const program = await behind(system, file, near, options);
    if (program === undefined) return { kind: 'missing', why: 'setting', path: file };
    return withNode(system, [program], near);
  }
  const first = await searched(system, near, options);
  if (first.found.length > 0) return withNode(system, first.found, near);
  const login = await loginDirectories(system, near, options);
  const second = await searched(system, login, options);
  if (second.found.length > 0) return withNode(system, second.found, [...login, ...near]);
  const [stranger] = [...first.strangers, ...second.strangers];
  return { kind: 'missing', why: stranger === undefined ? 'nowhere' : 'stranger', path: stranger };
}

/** Programs of others with a name of snap's, wherever the person's PATH or a package manager has one. Runs none of them. */
export async function otherPrograms(system: System, options: Omit<CliSearchOptions, 'setting'>): Promise<readonly string[]> {
  const near = await nearDirectories(system, options.folders ?? []);
  const login = await loginDirectories(system, near, options);
  return (await searched(system, [...near, ...login], options)).strangers;
}

async function nearDirectories(system: System, folders: readonly string[]): Promise<readonly string[]> {
  const { separatorOf } = await core.machine();
  const onPath = (system.env['PATH'] ?? system.env['Path'] ?? '').split(separatorOf(system.platform));
  return outside(system, [...onPath, ...(await programDirectories(system))], folders);
}

async function loginDirectories(
  system: System,
  near: readonly string[],
  { folders = [], loginPath }: Pick<CliSearchOptions, 'folders' | 'loginPath'>,
): Promise<readonly string[]> {
  const { separatorOf } = await core.machine();
  const login = (await loginPath?.())?.split(separatorOf(system.platform)) ?? [];
  return (await outside(system, login, folders)).filter((directory) => !near.includes(directory));
}

interface Candidate {
  readonly path: string;
  readonly program: FoundProgram;
  /** The file that a version manager runs for it. */
  readonly inner?: string | undefined;
}

async function searched(
  system: System,
  directories: readonly string[],
  options: Pick<CliSearchOptions, 'behindShim'>,
): Promise<{ readonly found: readonly Candidate[]; readonly strangers: readonly string[] }> {
  const { findProgram } = await core.machine();
  const found: Candidate[] = [];
  const strangers: string[] = [];
  for (const directory of directories) {
    for (const name of names) {
      const path = await findProgram(system, name, directory);
      if (path === undefined) continue;
      const candidate = await behind(system, path, directories, options);
      if (candidate === undefined) strangers.push(path);
      else if (!found.some((other) => other.program.file === candidate.program.file)) found.push(candidate);
    }
  }
  return { found, strangers };
}

/** The program of snap behind a file, which may be the start script of a version manager. */
async function behind(
  system: System,
  path: string,
  directories: readonly string[],
  { behindShim }: Pick<CliSearchOptions, 'behindShim'>,
): Promise<Candidate | undefined> {
  const direct = await programBehind(system, path);
  if (direct !== undefined) return { path, program: direct };
  const inner = await behindShim?.(system, path, directories);
  const program = inner === undefined ? undefined : await programBehind(system, inner);
  return program === undefined ? undefined : { path, program, inner };
}

/** None in a folder of the window, or in what leads there: that folder may be somebody else's, and bring its own `snap`. */
async function outside(system: System, directories: readonly string[], folders: readonly string[]): Promise<readonly string[]> {
  const [{ pathOutside }, { separatorOf }] = await Promise.all([core.system(), core.machine()]);
  const separator = separatorOf(system.platform);
  let path = directories.join(separator);
  for (const workspace of [undefined, ...folders]) path = await pathOutside(system, { workspace, path });
  return path.split(separator);
}

/** The newest; of two of one version the one that comes first. */
async function withNode(system: System, found: readonly Candidate[], directories: readonly string[]): Promise<CliSearch> {
  const [{ isNewer }, { findProgram }] = await Promise.all([core.daemon(), core.machine()]);
  let [best] = found;
  for (const each of found) if (best !== undefined && isNewer(best.program.version, each.program.version)) best = each;
  if (best === undefined) return { kind: 'missing', why: 'nowhere', path: undefined };
  const { inner, path, program } = best;
  if (isNewer(program.version, minCliVersion)) return { kind: 'missing', why: 'old', path, version: program.version, file: program.file };
  // A version manager puts both in one directory; beside its start script is a start script of Node.js, which runs the one of the directory it is started in.
  const beside = [...(inner === undefined ? [] : [dirname(inner)]), dirname(path), join(program.directory, '..', '..', '..', 'bin')];
  for (const directory of [...beside, ...directories]) {
    const node = await findProgram(system, 'node', directory);
    if (node === undefined) continue;
    const others = found.filter((each) => each !== best).map((each) => ({ path: each.path, version: each.program.version }));
    return { kind: 'found', cli: { ...program, path, node, others } };
  }
  return { kind: 'missing', why: 'node', path };
}
