import { type System, pathsOf, realPathOf } from '../system/index.ts';

/** The repository of a directory, read from its files: git is never started for this. */
export interface Repository {
  /** The top of the work tree. */
  readonly root: string;
  /** The git directory of this work tree. */
  readonly directory: string;
  /** What all work trees of the repository share; absent where `.git` leads to a directory that does not know of it. */
  readonly common?: string | undefined;
}

/** A workspace may be one package of many, so the directories above it are asked too. `undefined`: none of them has a `.git`. */
export async function repositoryOf(system: System, directory: string): Promise<Repository | undefined> {
  const paths = pathsOf(system);
  for (let root = directory; ; root = paths.dirname(root)) {
    const found = await repositoryAt(system, root);
    if (found !== undefined) return found;
    if (paths.dirname(root) === root) return undefined;
  }
}

async function repositoryAt(system: System, root: string): Promise<Repository | undefined> {
  const paths = pathsOf(system);
  const mark = paths.join(root, '.git');
  const seen = await system.look(mark);
  if (seen?.kind === 'directory') return { root, directory: mark, common: seen.target === undefined ? mark : undefined };
  if (seen?.kind !== 'file') return undefined;
  const named = /^gitdir: (.+)/.exec((await shortText(system, mark)) ?? '')?.[1]?.trim();
  if (named === undefined || named === '') return undefined;
  const directory = paths.resolve(root, named);
  const common = await commonDirectory(system, mark, directory);
  return { root, directory, common };
}

/**
 * Of a second work tree. A `.git` file may name any directory, and others may have written it: only a directory that names the
 * work tree itself is trusted. https://git-scm.com/docs/gitrepository-layout ("worktrees/<id>/gitdir", "commondir")
 */
async function commonDirectory(system: System, mark: string, directory: string): Promise<string | undefined> {
  const paths = pathsOf(system);
  const back = (await shortText(system, paths.join(directory, 'gitdir')))?.trim();
  const named = (await shortText(system, paths.join(directory, 'commondir')))?.trim();
  if (back === undefined || back === '' || named === undefined || named === '') return undefined;
  const here = await realPathOf(system, mark);
  const there = await realPathOf(system, paths.resolve(directory, back));
  if (here.kind !== 'there' || there.kind !== 'there' || here.path !== there.path) return undefined;
  const common = await realPathOf(system, paths.resolve(directory, named));
  const real = await realPathOf(system, directory);
  // Git makes those directories in one place only.
  return common.kind === 'there' && real.kind === 'there' && paths.dirname(real.path) === paths.join(common.path, 'worktrees')
    ? common.path
    : undefined;
}

async function shortText(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, 4096);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
