import { projectMarks, SnapError, type System } from '../system/index.ts';

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
 * many of those marks for other reasons). Without one, `start` itself, which is then no project.
 */
async function enclosingProject(system: System, start: string): Promise<FoundWorkspace> {
  const separator = system.platform === 'win32' ? /[\\/]/ : /\//;
  let directory = start;
  while (directory !== system.home) {
    const names = new Set(await system.list(directory));
    if (projectMarks.some((mark) => names.has(mark))) return { path: directory, isProject: true };
    const parent = parentOf(directory, separator);
    if (parent === undefined) break;
    directory = parent;
  }
  return { path: start, isProject: false };
}

function parentOf(path: string, separator: RegExp): string | undefined {
  const parts = path.split(separator);
  if (parts.length < 2 || parts.at(-1) === '') return undefined;
  const parent = parts.slice(0, -1).join(path.includes('\\') ? '\\' : '/');
  return parent === '' ? '/' : /^[A-Za-z]:$/.test(parent) ? `${parent}\\` : parent;
}
