import type { WorkspacePath } from '../../workspace/index.ts';
import type { KeptFile } from './kept-file.ts';
import { type Kept, valuesIn, valuesText } from './record-text.ts';

/** From so many files on, a change is stored at once; fewer are read again by the next process. */
export const manyFiles = 20;

/** Something that is read of a file when it is first asked for, and kept as long as the file stays the same. */
export class KeptValues<T extends object> {
  readonly #file: KeptFile;
  readonly #isRight: (value: unknown) => value is T;
  #values: Map<WorkspacePath, Kept<T | undefined>> | undefined;

  /** @param isRight whether what was stored has the right shape. */
  constructor(file: KeptFile, isRight: (value: unknown) => value is T) {
    this.#file = file;
    this.#isRight = isRight;
  }

  /**
   * @param stamps of all files that there are.
   * @param read asked for those that are not known.
   * @param question what else the value depends on.
   */
  async of(
    paths: readonly WorkspacePath[],
    stamps: ReadonlyMap<WorkspacePath, string>,
    read: (paths: readonly WorkspacePath[]) => Promise<Iterable<readonly [WorkspacePath, T | undefined]>>,
    question: (path: WorkspacePath) => string = () => '',
  ): Promise<ReadonlyMap<WorkspacePath, T>> {
    this.#values ??= (await valuesIn((await this.#file.read()) ?? '', this.#isRight)) ?? new Map();
    const values = this.#values;
    const stampOf = (path: WorkspacePath): string => `${stamps.get(path) ?? ''}${question(path)}`;
    const changed = paths.filter((path) => values.get(path)?.stamp !== stampOf(path));
    if (changed.length > 0) {
      for (const [path, value] of await read(changed)) values.set(path, { stamp: stampOf(path), value });
      for (const path of values.keys()) if (!stamps.has(path)) values.delete(path);
      if (changed.length >= manyFiles) await this.#file.write(await valuesText(values));
    }
    const found = new Map<WorkspacePath, T>();
    for (const path of paths) {
      const value = values.get(path)?.value;
      if (value !== undefined) found.set(path, value);
    }
    return found;
  }
}
