import type { Message } from './envelope.ts';
import { lineSafe } from './line-safe.ts';

/** What the bridge needs of standard output. */
export interface Output {
  write(bytes: Uint8Array | string, written?: () => void): boolean;
  cork(): void;
  uncork(): void;
  readonly writableLength: number;
  once(event: 'drain', listener: () => void): unknown;
}

/** A stream that can be made to wait. */
export interface Source {
  /** Bytes of a message that is not complete. */
  readonly held: number;
  pause(): void;
  resume(): void;
}

/** Where messages to the client go, one a line, and what makes the remote server wait while the client does not read. */
export interface Flow {
  write(message: Message): void;
  /** @returns what ends it. */
  add(source: Source): () => void;
  /** Whether sources wait at this time: their silence says nothing. */
  readonly isHeld: boolean;
  /** A source has got bytes. */
  received(bytes: number): void;
}

/** Bytes of incomplete messages above which only those sources go on that are nearest to a whole one. */
const maxHeldBytes = 4 * 1024 * 1024;
const maxRunning = 4;
/** Such sources may wait for their server; then all go on. */
const maxStallMs = 500;

/** Nothing is read from the remote server that the client does not take. */
export function flowTo(output: Output): Flow {
  const sources = new Set<Source>();
  let isFull = false;
  let stall: NodeJS.Timeout | undefined;
  let unseen = 0;

  const resumeAll = (): void => {
    for (const source of sources) source.resume();
  };
  const release = (): void => {
    clearTimeout(stall);
    stall = undefined;
  };
  const onDrain = (): void => {
    isFull = false;
    release();
    resumeAll();
  };
  /** Many long messages at once: the longest go first, so that not all of them are held until the last is complete. */
  const restrict = (): void => {
    const held = [...sources].toSorted((a, b) => b.held - a.held);
    for (const source of held.slice(0, maxRunning)) source.resume();
    for (const source of held.slice(maxRunning)) source.pause();
    stall ??= setTimeout(() => {
      release();
      if (!isFull) resumeAll();
    }, maxStallMs).unref();
  };

  return {
    write(message) {
      output.cork();
      for (const piece of lineSafe(message).pieces) output.write(piece);
      const hasRoom = output.write('\n');
      output.uncork();
      if (hasRoom || isFull) return;
      isFull = true;
      release();
      for (const source of sources) source.pause();
      output.once('drain', onDrain);
    },
    add(source) {
      sources.add(source);
      if (isFull) source.pause();
      return () => sources.delete(source);
    },
    get isHeld() {
      return isFull || stall !== undefined;
    },
    received(bytes) {
      // Looked at once for many bytes: most messages are short.
      unseen += bytes;
      if (unseen < maxHeldBytes / 8 || isFull || sources.size <= maxRunning) return;
      unseen = 0;
      let held = 0;
      for (const source of sources) held += source.held;
      if (held > maxHeldBytes) restrict();
      else if (stall !== undefined) {
        release();
        resumeAll();
      }
    },
  };
}
