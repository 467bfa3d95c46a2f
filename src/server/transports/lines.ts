import { isUtf8 } from 'node:buffer';
import { lineCutter, type LineBytes } from '../../system/index.ts';

/** One line of a stream. For a line that is too long, only its start and end are kept. */
export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-long'; readonly length: number; readonly head: string; readonly tail: string };

export interface LineReader {
  push(chunk: Buffer): void;
  /** The stream is over: the text after the last line break is a line too. */
  end(): void;
}

/** Enough for the id of a message, where writers put it. */
const endSize = 256;

/** Reads a stream line by line; see {@link lineCutter} for what it holds. */
export function lineReader(limit: number, take: (line: Line) => void): LineReader {
  const cutter = lineCutter({ limit, ends: endSize }, (line) => take(decode(line)));
  return {
    push: cutter.push,
    end() {
      const last = cutter.rest();
      if (last !== undefined) take(decode(last));
    },
  };
}

/** A byte order mark in front is dropped: shells on Windows send one. */
function decode(line: LineBytes): Line {
  if (line.kind === 'too-long') return { ...line, head: line.head.toString('latin1'), tail: line.tail.toString('latin1') };
  // A TextDecoder that is strict does the same in more time than the rest of a short message takes.
  if (!isUtf8(line.bytes)) return { kind: 'not-text' };
  const text = line.bytes.toString('utf8');
  return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}
