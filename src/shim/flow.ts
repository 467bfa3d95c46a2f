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
  pause(): unknown;
  resume(): unknown;
}

/** Where messages to the client go, one a line, and what makes the remote server wait while the client does not read. */
export interface Flow {
  write(message: Message): void;
  /** @returns what ends it. */
  add(source: Source): () => void;
  /** Whether sources wait at this time: their silence says nothing. */
  readonly isHeld: boolean;
}

/** Nothing is read from the remote server that the client does not take. */
export function flowTo(output: Output): Flow {
  const sources = new Set<Source>();
  let isFull = false;
  const onDrain = (): void => {
    isFull = false;
    for (const source of sources) source.resume();
  };

  return {
    write(message) {
      output.cork();
      for (const piece of lineSafe(message).pieces) output.write(piece);
      const hasRoom = output.write('\n');
      output.uncork();
      if (hasRoom || isFull) return;
      isFull = true;
      for (const source of sources) source.pause();
      output.once('drain', onDrain);
    },
    add(source) {
      sources.add(source);
      if (isFull) source.pause();
      return () => sources.delete(source);
    },
    get isHeld() {
      return isFull;
    },
  };
}
