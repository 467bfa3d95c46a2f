import { setImmediate } from 'node:timers/promises';
import { jsonIn, type WritableSystem } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';

/** Raised with every change of what is stored, and of what is read from a file: what an earlier version stored is then read again. */
const storeVersion = 8;
/** From so many files on, a change is stored at once; fewer are read again by the next process. */
const manyFiles = 20;
/** What is larger is not stored: reading it would take longer than reading the sources. */
const maxBytes = 64 * 1024 ** 2;
/** So many values are written or read before other work of this process goes on: those of a large project are many megabytes. */
const inSlice = 100;

/** A value that belongs to one state of a file. */
interface Kept<T> {
  readonly stamp: string;
  readonly value: T | undefined;
}

/**
 * Something that is read of a file when it is first asked for, and kept as long as the file stays the same: in one of snap's own files, which can be made
 * again at any time, so that what cannot be read or written of it does not matter.
 */
export class KeptValues<T extends object> {
  readonly #system: WritableSystem;
  readonly #path: string;
  readonly #isRight: (value: object) => value is T;
  #values: Map<WorkspacePath, Kept<T>> | undefined;

  /** @param isRight whether what was stored has the right shape. */
  constructor(system: WritableSystem, path: string, isRight: (value: object) => value is T) {
    this.#system = system;
    this.#path = path;
    this.#isRight = isRight;
  }

  /**
   * The same object as before for a file that is as it was.
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
    this.#values ??= (await this.#stored()) ?? new Map();
    const values = this.#values;
    const stampOf = (path: WorkspacePath): string => `${stamps.get(path) ?? ''}${question(path)}`;
    const changed = paths.filter((path) => values.get(path)?.stamp !== stampOf(path));
    if (changed.length > 0) {
      for (const [path, value] of await read(changed)) values.set(path, { stamp: stampOf(path), value });
      for (const path of values.keys()) if (!stamps.has(path)) values.delete(path);
      if (changed.length >= Math.min(manyFiles, values.size)) await this.#store(values);
    }
    const found = new Map<WorkspacePath, T>();
    for (const path of paths) {
      const value = values.get(path)?.value;
      if (value !== undefined) found.set(path, value);
    }
    return found;
  }

  /** A line for each, below one with the version; whole or not at all, and not synced: after a crash of the machine it is made again. */
  async #store(values: ReadonlyMap<WorkspacePath, Kept<T>>): Promise<void> {
    const lines = [JSON.stringify({ version: storeVersion })];
    for (const [path, { stamp, value }] of values) {
      if (lines.length % inSlice === 0) await setImmediate();
      lines.push(JSON.stringify([path, stamp, value ?? null]));
    }
    const text = lines.join('\n');
    if (text.length > maxBytes) return;
    try {
      await this.#system.ownFiles.write(this.#path, Buffer.from(text), { durable: false });
    } catch {
      // A full disk, a directory that is not ours: the next process reads the sources again.
    }
  }

  /** `undefined` for what another version wrote, or what is damaged in any way. */
  async #stored(): Promise<Map<WorkspacePath, Kept<T>> | undefined> {
    const text = await this.#text();
    const values = new Map<WorkspacePath, Kept<T>>();
    let at = text.indexOf('\n');
    if (text.slice(0, at === -1 ? undefined : at) !== JSON.stringify({ version: storeVersion })) return undefined;
    for (let count = 1; at !== -1; count += 1) {
      if (count % inSlice === 0) await setImmediate();
      const end = text.indexOf('\n', at + 1);
      const stored = jsonIn(text.slice(at + 1, end === -1 ? undefined : end));
      at = end;
      if (!Array.isArray(stored)) return undefined;
      const [path, stamp, value]: readonly unknown[] = stored;
      if (typeof path !== 'string' || typeof stamp !== 'string' || typeof value !== 'object') return undefined;
      if (value !== null && !this.#isRight(value)) return undefined;
      values.set(path, { stamp, value: value ?? undefined });
    }
    return values;
  }

  async #text(): Promise<string> {
    try {
      const bytes = await this.#system.readBytes(this.#path);
      return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    } catch {
      return '';
    }
  }
}
