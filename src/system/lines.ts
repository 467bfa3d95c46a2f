import { jsonIn } from './json.ts';

/** One line of a stream, without its line break. For a line beyond the limit, only its start and end are kept. */
export type LineBytes =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-long'; readonly length: number; readonly head: Buffer; readonly tail: Buffer };

export interface LineCutter {
  /** Bytes it holds of a line whose end has not come yet. */
  readonly held: number;
  push(chunk: Uint8Array): void;
  /** What follows the last line break; `undefined` for nothing. */
  rest(): LineBytes | undefined;
}

const lineFeed = 0x0a;

/**
 * Cuts a stream into lines in time linear in its length, holding at most `limit` bytes and a chunk, so that a program that
 * writes an endless line cannot fill the memory. Empty lines are skipped.
 * @param ends how many bytes are kept of each end of a line beyond the limit; less than half of it.
 */
export function lineCutter(
  { limit, ends }: { readonly limit: number; readonly ends: number },
  take: (line: LineBytes) => void,
): LineCutter {
  let parts: Buffer[] = [];
  let length = 0;

  const add = (part: Buffer): void => {
    // A copy: the stream may use its memory again.
    parts.push(Buffer.from(part));
    length += part.length;
    if (length <= limit) return;
    const known = Buffer.concat(parts);
    parts = [Buffer.from(known.subarray(0, ends)), Buffer.from(known.subarray(ends).subarray(-ends))];
  };

  const rest = (): LineBytes | undefined => {
    if (length === 0) return undefined;
    if (length <= limit) return { kind: 'whole', bytes: Buffer.concat(parts, length) };
    const [head = Buffer.alloc(0), tail = Buffer.alloc(0)] = parts;
    return { kind: 'too-long', length, head, tail };
  };

  return {
    get held() {
      return Math.min(length, limit);
    },
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
        add(bytes.subarray(start, end));
        const line = rest();
        parts = [];
        length = 0;
        if (line !== undefined) take(line);
        start = end + 1;
      }
      if (start < bytes.length) add(bytes.subarray(start));
    },
    rest,
  };
}

/**
 * The id of a JSON-RPC message that was too long to be read, from where writers put it: in front, or last. A field between a brace of the
 * outermost object and its neighbor is not a nested one.
 * @param head the first bytes of the line, and `tail` its last, as latin1.
 */
export function idAtTheEnds(head: string, tail: string): string | number | undefined {
  const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,100}")\s*`;
  const found =
    new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${id},`).exec(head) ??
    new RegExp(String.raw`,\s*${id}\}\s*$`).exec(tail);
  const value: unknown = found?.[1] === undefined ? undefined : jsonIn(Buffer.from(found[1], 'latin1').toString('utf8'));
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
