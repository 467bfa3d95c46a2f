import { join } from 'node:path';
import { cleanLine, type System } from '../system/index.ts';
import { exclusions, filesOf, readGitIndex, repositoryOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import type { Ground, PresentFiles } from './ground.ts';

/** More of them than most workspaces have; without git those beyond are not named. */
const maxFiles = 50_000;

/** Lists the files of a workspace; the list is kept while git's index is the same. Without git they are looked for each time. */
export function presentFilesOf(system: System, workspace: Workspace, exclude: readonly string[]): Ground['present'] {
  let kept: { readonly stamp: string; readonly present: PresentFiles } | undefined;
  return async (signal) => {
    const stamp = await indexStamp(system, workspace);
    if (stamp !== undefined && kept?.stamp === stamp) return kept.present;
    const index = stamp === undefined ? undefined : await readGitIndex(system, workspace);
    if (stamp === undefined || index === undefined) return walked(system, workspace, exclude, signal);
    const own = await exclusions(system, workspace, exclude, signal, { ignoreFiles: [] });
    const names = index.names.map((name) => Buffer.from(name, 'latin1').toString('utf8'));
    const present = presentOf(exclude.length === 0 ? names : names.filter((name) => own.wants(name)));
    kept = { stamp, present };
    return present;
  };
}

/** A list of files. A name with hidden characters is left out: shown without them it is that of another file. */
export function presentOf(names: readonly WorkspacePath[], limit?: string): PresentFiles {
  const all = new Set(names.filter((name) => cleanLine(name) === name));
  return { files: [...all], has: (file) => all.has(file), limit };
}

/** Equal only while git tracks the same files. `undefined` without an index. */
async function indexStamp(system: System, workspace: Workspace): Promise<string | undefined> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  const [stamp] = await system.stamps([join(repository.directory, 'index')]);
  if (stamp?.kind !== 'file') return undefined;
  return `${stamp.size}:${stamp.modifiedMs}:${stamp.changedMs}:${stamp.inode}`;
}

async function walked(
  system: System,
  workspace: Workspace,
  exclude: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PresentFiles> {
  const rules = await exclusions(system, workspace, exclude, signal);
  const { files, isComplete } = await filesOf(system, workspace, rules, { maxFiles, signal });
  return presentOf(
    files.map(({ path }) => path),
    isComplete ? undefined : `only the first ${maxFiles.toLocaleString('en')} files`,
  );
}
