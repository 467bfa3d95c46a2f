import type { System } from '../system.ts';
import { projectMarks } from '../places/project-marks.ts';
import { projectAroundPlace } from '../places/project-place.ts';
import { partsBelow, pathsOf } from '../places/paths.ts';
import { realPathOf } from '../places/real-path.ts';

type Looking = Pick<System, 'platform' | 'env' | 'home' | 'cwd' | 'look' | 'list'>;

/**
 * The directories that others may have filled: the workspace, the directory snap was started in, and every project that contains one of them,
 * also by their real paths. Whoever could fill the home directory or the system's own directories has no need of snap, so a directory that
 * contains one of those is left out.
 * @param workspace `undefined` where none is known.
 */
export async function projectRoots(system: Looking, workspace: string | undefined): Promise<readonly string[]> {
  const paths = pathsOf(system);
  const home = await realPathOf(system, system.home);
  // A project may say that the home is in it.
  const isProjects = projectAroundPlace(system.home, system.home, system.home) !== undefined;
  const homes = isProjects ? [] : [system.home, ...('path' in home ? [home.path] : [])];
  const kept = [...homes, ...systemDirectories(system)];
  const isAbove = (directory: string): boolean => kept.some((one) => partsBelow(system, directory, one) !== undefined);
  const starts = workspace === undefined ? [system.cwd] : [workspace, system.cwd];
  const roots = new Set<string>();
  for (const start of starts) {
    const real = await realPathOf(system, start);
    for (const from of new Set([paths.normalize(start), ...('path' in real ? [real.path] : [])])) {
      for (let directory = from; !isAbove(directory); directory = paths.dirname(directory)) {
        if (directory === from || (await hasMark(system, directory))) roots.add(directory);
        if (paths.dirname(directory) === directory) break;
      }
    }
  }
  return [...roots];
}

async function hasMark(system: Looking, directory: string): Promise<boolean> {
  const names = new Set(await system.list(directory));
  return projectMarks.some((mark) => names.has(mark));
}

function systemDirectories({ platform, env }: Looking): readonly string[] {
  return platform === 'win32' ? [`${env['SystemRoot'] ?? 'C:\\Windows'}\\System32`] : ['/bin', '/usr/bin', '/usr/local/bin'];
}
