/** One line of a stream. Of a line that is too long to keep only its two ends are known. */
export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-long'; readonly length: number; readonly head: string; readonly tail: string };

export interface LineReader {
  push(chunk: Buffer): void;
  /** The stream is over: what stands behind the last line break is a line too. */
  end(): void;
}

const lineFeed = 0x0a;
const endSize = 256;

/** Cuts a stream into lines in time linear in its length, holding at most `limit` bytes and a chunk. */
export function lineReader(limit: number, take: (line: Line) => void): LineReader {
  let parts: Buffer[] = [];
  let length = 0;

  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
    if (length <= limit) return;
    const known = Buffer.concat(parts);
    parts = [Buffer.from(known.subarray(0, endSize)), Buffer.from(known.subarray(endSize).subarray(-endSize))];
  };

  const finish = (): void => {
    const [head, tail] = parts;
    if (length > limit) take({ kind: 'too-long', length, head: head?.toString('latin1') ?? '', tail: tail?.toString('latin1') ?? '' });
    else if (length > 0) take(decode(Buffer.concat(parts, length)));
    parts = [];
    length = 0;
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        add(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    },
    end: finish,
  };
}

/** A byte order mark in front is dropped: shells on Windows send one. */
function decode(bytes: Buffer): Line {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // The only thing it throws for is bytes that are no UTF-8.
    return { kind: 'not-text' };
  }
}
