import { join } from 'node:path';
import type { System } from '../system/index.ts';
import { askGit, repositoryOf, type Workspace } from '../workspace/index.ts';
import type { SnapshotCalls, Stats } from './disk.ts';
import { blobSizes } from './git-blobs.ts';
import type { GitIndex } from './git-index.ts';
import type { RawName } from './raw-name.ts';
import { chunkedFrom } from './read-file.ts';
import { placeAmong } from './tracked-files.ts';

/** Contents that the repository of the workspace has already, so that a first snapshot can name them before it has read them. */
export interface Lender {
  /** The git blob with the bytes of a file, as far as git's index tells: {@link Lender.keeps} has the last word. */
  blobOf(path: RawName, stats: Stats): string | undefined;
  /**
   * Whether git really has the blob, with as many bytes as the file, and changes none of them on the way. One answer for all, once git
   * has answered; where it cannot be asked the answer is no.
   */
  readonly keeps: Promise<(path: RawName, size: number) => boolean>;
}

/** Attributes under which a blob and its file may differ though they are of one size. https://git-scm.com/docs/gitattributes */
const converted = ':(exclude,attr:!filter !working-tree-encoding)';

/**
 * Asks git at once, so that it answers while the files are looked at. The index must have been read after this was called.
 */
export async function openLender(
  system: System,
  workspace: Workspace,
  calls: SnapshotCalls,
  readIndex: () => Promise<GitIndex | undefined>,
  signal: AbortSignal | undefined,
): Promise<Lender | undefined> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  // Asked for before it is read: an index that is replaced meanwhile is newer than this says, and less is believed.
  const changedAt = calls.lstat(join(repository.directory, 'index'))?.mtimeMs;
  const index = await readIndex();
  if (changedAt === undefined || index === undefined) return undefined;
  return {
    blobOf(path, stats) {
      // Large ones are kept in parts, and what decides about the others is read.
      if (stats.size >= chunkedFrom || path.endsWith('.gitignore')) return undefined;
      // What changed when the index was written, or later, git itself would read again.
      if (stats.mtimeMs >= changedAt) return undefined;
      const at = placeAmong(index.names, path);
      return index.names[at] === path && index.isAsNoted(at, stats) ? index.blob(at) : undefined;
    },
    keeps: keptBlobs(system, workspace, index, signal),
  };
}

async function keptBlobs(
  system: System,
  workspace: Workspace,
  { blob, names }: GitIndex,
  signal: AbortSignal | undefined,
): Promise<(path: RawName, size: number) => boolean> {
  const ids = names.map((_, at) => blob(at));
  const [sizes, others] = await Promise.all([blobSizes(system, workspace, ids, signal), convertedFiles(system, workspace, signal)]);
  return (path, size) => others !== undefined && !others.has(path) && sizes[placeAmong(names, path)] === size;
}

/** The tracked files that git may convert; `undefined` when it does not say. */
async function convertedFiles(
  system: System,
  workspace: Workspace,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<RawName> | undefined> {
  const { output, problem } = await askGit(system, workspace, ['ls-files', '-z', '--', converted], { mostBytes: mostConverted, signal });
  return problem === undefined ? new Set(output.toString('latin1').split('\0')) : undefined;
}

/** With more of them it is not worth the while. */
const mostConverted = 4 * 1024 * 1024;
