import type { WritableSystem } from '../../system/index.ts';

/** What is larger is not stored: reading it would take longer than reading the sources. */
const maxBytes = 64 * 1024 ** 2;

/** One of snap's own files that can be made again at any time: what cannot be read or written of it does not matter. */
export class KeptFile {
  readonly #system: WritableSystem;
  readonly #path: string;

  constructor(system: WritableSystem, path: string) {
    this.#system = system;
    this.#path = path;
  }

  async read(): Promise<string | undefined> {
    try {
      const bytes = await this.#system.readBytes(this.#path);
      return bytes === undefined ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all; not synced: after a crash of the machine it is thrown away or made again. */
  async write(text: string): Promise<void> {
    if (text.length > maxBytes) return;
    try {
      await this.#system.ownFiles.write(this.#path, Buffer.from(text), { durable: false });
    } catch {
      // A full disk, a directory that is not ours: the next process reads the sources again.
    }
  }
}
