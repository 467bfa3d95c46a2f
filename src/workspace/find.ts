import { pathsOf, projectMarks, realPathOf, SnapError, type System } from '../system/index.ts';
import { privateDirectoryOf } from './open.ts';

/** The directory the user works in, before it is opened. */
export interface FoundWorkspace {
  readonly path: string;
  /** Whether it is a project, or just the directory snap was started in. */
  readonly isProject: boolean;
}

/**
 * @param named the directory the person gave, which is the project regardless of its content.
 */
export async function findWorkspace(system: System, named: string | undefined): Promise<FoundWorkspace> {
  if (named === undefined) return enclosingProject(system, system.cwd);
  if (named === '') throw new SnapError('usage', '--workspace needs a directory.');
  const path = system.resolve(named);
  const seen = await system.look(path);
  if (seen?.kind !== 'directory') throw new SnapError('usage', `--workspace ${named}: there is no such directory.`);
  return { path, isProject: true };
}

/**
 * The project that contains `start`: the nearest directory with a mark, the home directory and what is above it excepted (it holds
 * many of those marks for other reasons), else the nearest of which snap has snapshots: its files may all be lost. Without one, `start` itself, which
 * is then no project.
 */
async function enclosingProject(system: System, start: string): Promise<FoundWorkspace> {
  const separator = system.platform === 'win32' ? /[\\/]/ : /\//;
  const candidates: string[] = [];
  for (
    let directory: string | undefined = start;
    directory !== undefined && directory !== system.home;
    directory = parentOf(directory, separator)
  )
    candidates.push(directory);
  for (const path of candidates) {
    const names = new Set(await system.list(path));
    if (projectMarks.some((mark) => names.has(mark))) return { path, isProject: true };
  }
  for (const path of candidates) if (await hasSnapshots(system, path)) return { path, isProject: true };
  return { path: start, isProject: false };
}

async function hasSnapshots(system: System, path: string): Promise<boolean> {
  const real = await realPathOf(system, path);
  if (real.kind !== 'there') return false;
  return (await system.look(pathsOf(system).join(privateDirectoryOf(system, real.path), 'snapshots')))?.kind === 'directory';
}

function parentOf(path: string, separator: RegExp): string | undefined {
  const parts = path.split(separator);
  if (parts.length < 2 || parts.at(-1) === '') return undefined;
  const parent = parts.slice(0, -1).join(path.includes('\\') ? '\\' : '/');
  return parent === '' ? '/' : /^[A-Za-z]:$/.test(parent) ? `${parent}\\` : parent;
}
