import { partsBelow, pathsOf, platformDirectories, realPathOf, type System } from '../system/index.ts';
import { findWorkspace } from './find.ts';
import type { Workspace } from './workspace.ts';

/**
 * The project in which the environment puts the person's settings (`config`) or approvals (`data`); `undefined` where they are the person's own. A
 * project may set `SNAP_DATA_DIR` or `XDG_CONFIG_HOME` (tools such as direnv read them from a file), and may hold files that say they are the person's.
 *
 * A project is the workspace and each directory above it that has a `.git`, but never the home directory, which for many people is a repository. The place
 * below a home outside of the project that is used without any variable is always the person's own.
 * @param workspace without one, the project around the current directory.
 */
export async function projectAroundOwn(
  system: System,
  place: 'config' | 'data',
  workspace: Pick<Workspace, 'root'> | undefined,
): Promise<string | undefined> {
  const paths = pathsOf(system);
  const real = async (path: string): Promise<string> => {
    const found = await realPathOf(system, path);
    return found.kind === 'unknown' ? path : found.path;
  };
  const own = system.own[place];
  const home = await real(system.home);
  const isUsual = own === platformDirectories({ platform: system.platform, home: system.home, env: {} })[place];
  const { path: start, isProject } =
    workspace === undefined ? await findWorkspace(system, undefined) : { path: workspace.root, isProject: true };
  // Also where a link of the project leads out of it again.
  const ways = new Set([own]);
  for (let path = own; paths.dirname(path) !== path; path = paths.dirname(path)) ways.add(await real(path));
  const first = await real(start);
  for (let directory = first; ; directory = paths.dirname(directory)) {
    const holds = (path: string): boolean => partsBelow(system, directory, path) !== undefined;
    const counts =
      directory !== home && ((isProject && directory === first) || (await system.look(paths.join(directory, '.git'))) !== undefined);
    if (counts && [...ways].some(holds) && (!isUsual || holds(home))) return directory;
    if (paths.dirname(directory) === directory) return undefined;
  }
}
