import { directoryOf } from '../paths.ts';
import type { Facts } from '../facts.ts';
import type { Platform } from '../../clients/index.ts';
import { folded, partsBelow, realPathOf, type System } from '../../system/index.ts';
import { repositoryOf } from '../../workspace/index.ts';

/** The open folder under all the names by which a client may know it. */
export interface Folder {
  /** As it was found, and as it is through every link. */
  readonly names: readonly string[];
  /** The top of its repository, if it has one, and for a second work tree that of the first one. */
  readonly repository: readonly string[];
  readonly worktree: readonly string[];
  /** The directory below it in which snap was started. */
  readonly start?: string | undefined;
  /** Whether a project is open: otherwise snap was just started somewhere. */
  readonly isProject: boolean;
  readonly isHome: boolean;
  /** Where a path leads; `undefined` when it leads nowhere. */
  follow(path: string): Promise<string | undefined>;
}

/** @param isAsked nothing on the disk is looked at when nobody needs it. */
export async function findFolder(system: System, { workspace }: Facts, isAsked: boolean): Promise<Folder> {
  const follow = async (path: string): Promise<string | undefined> => {
    const real = await realPathOf(system, path);
    return real.kind === 'there' ? real.path : undefined;
  };
  const isHome = isSamePath(workspace.path, system.home, system.platform);
  const isBelow = system.cwd !== workspace.path && isWithin(system.cwd, workspace.path, system.platform);
  const about = { isProject: workspace.isProject && !isHome, isHome, follow, start: isBelow ? system.cwd : undefined };
  if (!isAsked) return { ...about, names: [workspace.path], repository: [], worktree: [] };
  const both = async (path: string): Promise<readonly string[]> => [...new Set([path, (await follow(path)) ?? path])];
  const repository = await repositoryOf(system, workspace.path);
  const { common } = repository ?? {};
  const first = common === undefined ? undefined : directoryOf(common, system.platform);
  return {
    ...about,
    names: await both(workspace.path),
    repository: repository === undefined ? [] : await both(repository.root),
    worktree: first === undefined || first === repository?.root ? [] : [first],
  };
}

/** Whether two paths name one folder: on Windows with either slash, on Windows and macOS in any case. */
export function isSamePath(a: string, b: string, platform: Platform): boolean {
  const spell = (path: string): string => {
    const bare = (platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/\/+$/, '');
    return platform === 'linux' ? bare : folded(bare);
  };
  return spell(a) === spell(b);
}

/** Whether a path is a folder or in it. */
export function isWithin(path: string, folder: string, platform: Platform): boolean {
  return partsBelow({ platform }, folder, path) !== undefined;
}
