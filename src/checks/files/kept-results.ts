import type { TreeFile } from '../../system/index.ts';

interface Kept<Result> {
  readonly stamp: string;
  readonly result: Result | undefined;
}

const maxWorkspaces = 4;

/**
 * What an engine said of each file of a workspace, for as long as the file is the same and this process runs. `key`: what else the
 * results depend on.
 */
export class KeptResults<Result> {
  readonly #byRoot = new Map<string, { readonly key: string; readonly files: Map<string, Kept<Result>> }>();

  /** Calls `take` for the files whose result is known; returns the others. */
  known(
    root: string,
    key: string,
    files: readonly TreeFile[],
    take: (path: string, result: Result | undefined) => void,
  ): readonly TreeFile[] {
    const kept = this.#of(root, key);
    return files.filter((file) => {
      const one = kept.get(file.path);
      if (one === undefined || one.stamp !== stampOf(file)) return true;
      take(file.path, one.result);
      return false;
    });
  }

  keep(root: string, key: string, file: TreeFile, result: Result | undefined): void {
    this.#of(root, key).set(file.path, { stamp: stampOf(file), result });
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
