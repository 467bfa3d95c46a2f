/** Cuts a stream of bytes into lines. */
export interface LineCutter {
  push(bytes: Uint8Array): void;
  /** What stands behind the last line break. */
  rest(): string;
}

/**
 * Hands on each line without its line break, in time linear in the stream. Of a line beyond `limit` bytes only a beginning is kept and
 * handed on, marked as cut: a program that writes without end shall not fill the memory.
 */
export function lineCutter(limit: number, take: (line: string, isCut: boolean) => void): LineCutter {
  const lineFeed = 0x0a;
  const keptOfLong = 2_048;
  let parts: Buffer[] = [];
  let length = 0;
  let isCut = false;

  const add = (part: Buffer): void => {
    length += part.length;
    if (isCut || part.length === 0) return;
    // A copy: the stream may use its memory again.
    parts.push(Buffer.from(part));
    if (length <= limit) return;
    isCut = true;
    parts = [Buffer.from(Buffer.concat(parts).subarray(0, keptOfLong))];
  };
  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        add(chunk.subarray(start, end));
        const line = Buffer.concat(parts).toString('utf8');
        const wasCut = isCut;
        parts = [];
        length = 0;
        isCut = false;
        take(line, wasCut);
        start = end + 1;
      }
      add(chunk.subarray(start));
    },
    rest: () => Buffer.concat(parts).subarray(0, keptOfLong).toString('utf8'),
  };
}
