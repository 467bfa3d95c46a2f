import type { System, TreeFile } from '../../system/index.ts';
import { type FilesEnd, type FilesJob, overFiles } from './over-files.ts';

interface Kept<Result> {
  readonly stamp: string;
  readonly result: Result | undefined;
}

const maxWorkspaces = 4;

interface Examined<Extra, Result> {
  readonly root: string;
  /** What else the results depend on. */
  readonly key?: string;
  readonly files: readonly TreeFile[];
  readonly extra: Extra;
  /** Whether a result holds as long as the file is the same. */
  readonly keeps?: (result: Result | undefined) => boolean;
  /** Called for every file, also where there is nothing to say about it. */
  readonly take: (path: string, result: Result | undefined) => void;
}

/**
 * What an engine said of each file of a workspace, for as long as the file is the same and this process runs.
 */
export class KeptResults<Result> {
  readonly #byRoot = new Map<string, { readonly key: string; readonly files: Map<string, Kept<Result>> }>();

  /** As {@link overFiles}, of the files that changed since they were examined last; of the others the kept result is taken. */
  async examine<Extra>(
    { system, signal }: { readonly system: Pick<System, 'runJob'>; readonly signal: AbortSignal },
    job: FilesJob<Extra, Result>,
    { root, key = '', files, extra, keeps = () => true, take }: Examined<Extra, Result>,
  ): Promise<FilesEnd> {
    const kept = this.#of(root, key);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const changed = files.filter((file) => {
      const one = kept.get(file.path);
      if (one === undefined || one.stamp !== stampOf(file)) return true;
      take(file.path, one.result);
      return false;
    });
    return overFiles(system, job, {
      root,
      files: changed.map(({ path }) => path),
      extra,
      signal,
      take(path, result) {
        const file = byPath.get(path);
        if (file !== undefined && keeps(result)) kept.set(path, { stamp: stampOf(file), result });
        take(path, result);
      },
    });
  }

  #of(root: string, key: string): Map<string, Kept<Result>> {
    const found = this.#byRoot.get(root);
    if (found?.key === key) return found.files;
    const files = new Map<string, Kept<Result>>();
    this.#byRoot.delete(root);
    this.#byRoot.set(root, { key, files });
    const [oldest] = this.#byRoot.keys();
    if (this.#byRoot.size > maxWorkspaces && oldest !== undefined) this.#byRoot.delete(oldest);
    return files;
  }
}

function stampOf({ size, modifiedMs, changedMs, inode }: TreeFile): string {
  return `${size} ${modifiedMs} ${changedMs} ${inode}`;
}
