import { platformDirectories, projectAroundPlace, type System } from '../system/index.ts';
import type { Workspace } from './workspace.ts';

/**
 * The project that is worked in, where the environment puts a place of the person's into it: their settings (`config`), approvals (`data`), or one of
 * another program; `undefined` where it is the person's own.
 * @param workspace without one, the project around the current directory.
 */
export function projectAroundOwn(
  { cwd, home, own, platform }: System,
  place: 'config' | 'data' | { readonly path: string; readonly usual: string },
  workspace: Pick<Workspace, 'root'> | undefined,
): string | undefined {
  const { path, usual } =
    typeof place === 'string' ? { path: own[place], usual: platformDirectories({ platform, home, env: {} })[place] } : place;
  return projectAroundPlace(path, home, usual, workspace?.root, workspace === undefined ? [cwd] : [workspace.root, cwd]);
}
