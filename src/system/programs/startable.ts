import { SnapError } from '../errors.ts';
import { partsBelow, pathsOf } from '../places/paths.ts';
import { realPathOf } from '../places/real-path.ts';
import type { Startable } from './program.ts';
import type { System } from '../system.ts';
import { projectRoots } from './project-roots.ts';

type Looking = Pick<System, 'platform' | 'env' | 'home' | 'cwd' | 'look' | 'list'>;

/** Where a program is looked for, and what is kept out. */
export interface Outside {
  /** The workspace that is worked in; `undefined` where none is known. The project snap was started in is kept out in any case. */
  readonly workspace: string | undefined;
  /** Another PATH than that of snap's own environment. */
  readonly path?: string | undefined;
}

/**
 * The program of this name: the first on the PATH that is in no project ({@link projectRoots}) and does not lead into one. A name with a
 * separator is a path and is not searched. `undefined` when there is none.
 */
export async function programNamed(system: Looking, name: string, outside: Outside): Promise<Startable | undefined> {
  const { directories, isInProject } = await searched(system, outside);
  const path = joined(system, directories);
  const paths = pathsOf(system);
  // Windows would look in the start directory for any other kind. A plain start takes the first two only.
  const endings = system.platform !== 'win32' || /\.(exe|com|cmd|bat)$/i.test(name) ? [''] : ['.exe', '.com', '.cmd', '.bat'];
  for (const directory of /[\\/]/.test(name) ? [] : directories) {
    for (const ending of endings) {
      const file = paths.join(directory, `${name}${ending}`);
      const seen = await system.look(file);
      if (seen?.kind !== 'file' || !(seen.executable || system.platform === 'win32')) continue;
      if (seen.target === undefined || !isInProject(seen.target)) return startable(file, path);
    }
  }
  return undefined;
}

/** Whether a path is in a project, or leads into one. In doubt it does. */
export async function isInProject(system: Looking, path: string, outside: Outside): Promise<boolean> {
  const { isInProject: isIn } = await searched(system, outside);
  const real = await realPathOf(system, path);
  return isIn(pathsOf(system).normalize(path)) || !('path' in real) || isIn(real.path);
}

/** The PATH without the directories in which a project could have put a program. */
export async function pathOutside(system: Looking, outside: Outside): Promise<string> {
  return joined(system, (await searched(system, outside)).directories);
}

/** Never empty, which would mean the current directory. */
function joined(system: Looking, directories: readonly string[]): string {
  return directories.join(separatorOf(system)) || (system.platform === 'win32' ? '' : '/dev/null');
}

/**
 * A program by its file, which the caller knows to be the right one.
 * @throws SnapError `refused` for a path that is not absolute: it would be another file in every directory.
 */
export async function startableFile(system: Looking, file: string, outside: Outside): Promise<Startable> {
  return startable(requireAbsolute(system, file), await pathOutside(system, outside));
}

/** A program as an assistant starts it, with the PATH that it gives to it. The person was asked about this very file. */
export function chosenProgram(system: Pick<System, 'platform'>, file: string, path: string): Startable {
  return startable(requireAbsolute(system, file), path);
}

function requireAbsolute(system: Pick<System, 'platform'>, file: string): string {
  if (!isAbsolute(system, file)) throw new SnapError('refused', `${file} is not started: only a program with its full path is.`);
  return file;
}

function startable(file: string, path: string): Startable {
  // The only place where one is made.
  return { file, path } as Startable;
}

interface Searched {
  readonly directories: readonly string[];
  isInProject(path: string): boolean;
}

/** The answers for one view of the machine: git is asked often, and a project does not begin to contain its PATH. */
const known = new WeakMap<object, Map<string, Promise<Searched>>>();

async function searched(system: Looking, { workspace, path = ownPath(system) }: Outside): Promise<Searched> {
  const key = `${workspace ?? ''}\0${path}`;
  const answers = known.get(system) ?? new Map<string, Promise<Searched>>();
  known.set(system, answers);
  const answer = answers.get(key) ?? search(system, workspace, path);
  answers.set(key, answer);
  return answer;
}

async function search(system: Looking, workspace: string | undefined, path: string): Promise<Searched> {
  const roots = await projectRoots(system, workspace);
  const isInProject = (place: string): boolean => roots.some((root) => partsBelow(system, root, place) !== undefined);
  const directories: string[] = [];
  for (const directory of new Set(path.split(separatorOf(system)))) {
    // An empty part means the current directory, and a relative one is below it. What `..` means depends on links that are not followed here.
    if (!isAbsolute(system, directory) || directory.split(/[\\/]/).includes('..')) continue;
    const real = await realPathOf(system, directory);
    if (!('path' in real) || [pathsOf(system).normalize(directory), real.path].some((one) => isInProject(one) || isOfPackages(one)))
      continue;
    directories.push(directory);
  }
  return { directories, isInProject };
}

/** npm and npx put these on the PATH: of the project, of every directory above it, which others may write, and of a package being run. */
function isOfPackages(directory: string): boolean {
  return /[\\/]node_modules[\\/]\.bin[\\/]?$/i.test(directory);
}

/** On Windows a path without a drive is one of the drive that snap was started on. */
function isAbsolute({ platform }: Pick<System, 'platform'>, path: string): boolean {
  return platform === 'win32' ? /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) : path.startsWith('/');
}

function separatorOf({ platform }: Pick<System, 'platform'>): string {
  return platform === 'win32' ? ';' : ':';
}

function ownPath({ env }: Pick<System, 'env'>): string {
  return env['PATH'] ?? env['Path'] ?? '';
}

/** The environment with this PATH and no other; Windows tells no case apart in names of variables. */
export function withPath<T extends string | undefined>(env: Readonly<Record<string, T>>, path: string): Record<string, T | string> {
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'PATH')), PATH: path };
}
