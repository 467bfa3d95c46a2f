import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import { askGit, placeAmong, repositoryOf, type Workspace } from '../../workspace/index.ts';
import type { SnapshotCalls, Stats } from '../disk.ts';
import { blobSizes } from './git-blobs.ts';
import type { GitIndex } from '../../workspace/index.ts';
import type { RawName } from '../raw-name.ts';
import { chunkedFrom } from '../look/read-file.ts';
import { ignoreFileName } from '../look/capture-rules.ts';

/** Contents that the repository of the workspace has already, so that a first snapshot can name them before it has read them. */
export interface GitObjects {
  /** The git blob with the bytes of a file, by git's index. It may be wrong: {@link GitObjects.refused} names those that are. */
  blobOf(path: RawName, stats: Stats): string | undefined;
  /**
   * Those files of which git, when it has answered, does not have the blob, has one of another size, or changes bytes on the way. All of
   * them where it cannot be asked.
   */
  refused(): Promise<readonly RawName[]>;
}

/** Attributes under which a blob and its file may differ though they are of one size. https://git-scm.com/docs/gitattributes */
const converted = ':(exclude,attr:!filter !working-tree-encoding)';

/**
 * Asks git at once, so that it answers while the files are looked at. The index must have been read after this was called.
 */
export async function openGitObjects(
  system: System,
  workspace: Workspace,
  calls: SnapshotCalls,
  readIndex: () => Promise<GitIndex | undefined>,
  signal: AbortSignal | undefined,
): Promise<GitObjects | undefined> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  // Asked for before it is read: an index that is replaced meanwhile is newer than this says, and less is believed.
  const changedAt = calls.lstat(join(repository.directory, 'index'))?.mtimeMs;
  const index = await readIndex();
  if (changedAt === undefined || index === undefined) return undefined;
  const { blob, isAsNoted, names } = index;
  const answers = Promise.all([
    blobSizes(
      system,
      workspace,
      names.map((_, at) => blob(at)),
      signal,
    ),
    convertedFiles(system, workspace, signal),
  ]);
  const lent: { readonly at: number; readonly size: number }[] = [];
  return {
    blobOf(path, stats) {
      // Large ones are kept in parts, and what decides about the others is read. What changed when the index was written, or later, git
      // itself would read again.
      if (stats.size >= chunkedFrom || stats.mtimeMs >= changedAt || path.endsWith(ignoreFileName)) return undefined;
      const at = placeAmong(names, path);
      const gitId = names[at] === path && isAsNoted(at, stats) ? blob(at) : undefined;
      if (gitId !== undefined) lent.push({ at, size: stats.size });
      return gitId;
    },
    async refused() {
      const [sizes, converted] = await answers;
      return lent.flatMap(({ at, size }) => {
        const name = names[at] ?? '';
        return converted === undefined || converted.has(name) || sizes[at] !== size ? [name] : [];
      });
    },
  };
}

/** The tracked files that git may convert; `undefined` when it does not say. */
async function convertedFiles(
  system: System,
  workspace: Workspace,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<RawName> | undefined> {
  const { output, problem } = await askGit(system, workspace, ['ls-files', '-z', '--', converted], { maxBytes: maxConverted, signal });
  return problem === undefined ? new Set(output.toString('latin1').split('\0')) : undefined;
}

/** Bytes of names; with more of them borrowing is not worth it. */
const maxConverted = 4 * 1024 * 1024;
