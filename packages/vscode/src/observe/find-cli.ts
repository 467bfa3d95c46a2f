import { dirname, isAbsolute, join } from 'node:path';
import { core, type System } from '../core.ts';
import { programBehind, type FoundProgram } from './program-behind.ts';
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
  | { readonly kind: 'missing'; readonly why: 'nowhere' | 'setting' | 'stranger' | 'node'; readonly path: string | undefined };

export interface CliSearchOptions {
  /** `snap.cliPath`; empty where it is not set. */
  readonly setting: string;
  /** The PATH of the person's login shell. Starts that shell, so it is asked last; absent where nothing may be started. */
  readonly loginPath?: (() => Promise<string | undefined>) | undefined;
}

const names = ['snap', 'snap-mcp'] as const;

/**
 * Finds the program: the one that the person has set, else the newest on the PATH and where package managers put programs, else the one that the
 * login shell would find. Runs no program of that name: /usr/bin/snap may be another one.
 */
export async function findCli(system: System, { setting, loginPath }: CliSearchOptions): Promise<CliSearch> {
  const { findProgram, separatorOf } = await core.machine();
  const separator = separatorOf(system.platform);
  const onPath = (system.env['PATH'] ?? system.env['Path'] ?? '').split(separator);
  const known = await programDirectories(system);
  if (setting !== '') {
    const file = system.resolve(setting.replace(/^~(?=[\\/])/, system.home));
    const program = await programBehind(system, file);
    if (program === undefined) return { kind: 'missing', why: 'setting', path: file };
    return withNode(system, [{ path: file, program }], [...onPath, ...known]);
  }
  const near = await searched(system, [...onPath, ...known], findProgram);
  if (near.found.length > 0) return withNode(system, near.found, [...onPath, ...known]);
  const login = (await loginPath?.())?.split(separator).filter((directory) => !onPath.includes(directory)) ?? [];
  const far = await searched(system, login, findProgram);
  if (far.found.length > 0) return withNode(system, far.found, [...login, ...onPath, ...known]);
  const stranger = near.stranger ?? far.stranger;
  return { kind: 'missing', why: stranger === undefined ? 'nowhere' : 'stranger', path: stranger };
}

interface Candidate {
  readonly path: string;
  readonly program: FoundProgram;
}

async function searched(
  system: System,
  directories: readonly string[],
  findProgram: Awaited<ReturnType<typeof core.machine>>['findProgram'],
): Promise<{ readonly found: readonly Candidate[]; readonly stranger: string | undefined }> {
  const found: Candidate[] = [];
  let stranger: string | undefined;
  for (const directory of usable(directories)) {
    for (const name of names) {
      const path = await findProgram(system, name, directory);
      if (path === undefined) continue;
      const program = await programBehind(system, path);
      if (program === undefined) stranger ??= path;
      else if (!found.some((other) => other.program.file === program.file)) found.push({ path, program });
    }
  }
  return { found, stranger };
}

/** A relative directory would mean another one wherever the editor was started: a folder that somebody else wrote could bring its own `snap`. */
function usable(directories: readonly string[]): ReadonlySet<string> {
  return new Set(directories.filter((directory) => isAbsolute(directory)));
}

/** The newest; of two of one version the one that comes first. */
async function withNode(system: System, found: readonly Candidate[], directories: readonly string[]): Promise<CliSearch> {
  const [{ isNewer }, { findProgram }] = await Promise.all([core.daemon(), core.machine()]);
  let [best] = found;
  for (const each of found) if (best !== undefined && isNewer(best.program.version, each.program.version)) best = each;
  if (best === undefined) return { kind: 'missing', why: 'nowhere', path: undefined };
  const { path, program } = best;
  // A version manager puts both in one directory.
  for (const directory of [dirname(path), join(program.directory, '..', '..', '..', 'bin'), ...usable(directories)]) {
    const node = await findProgram(system, 'node', directory);
    if (node === undefined) continue;
    const others = found.filter((each) => each !== best).map((each) => ({ path: each.path, version: each.program.version }));
    return { kind: 'found', cli: { ...program, path, node, others } };
  }
  return { kind: 'missing', why: 'node', path };
}
