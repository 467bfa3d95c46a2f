// A file of kept code: the code, the text that V8 made it of, the code again, and 16 bytes. V8 compares of the text only its length, and of the code
// nothing: a single wrong byte ends the process (tried with Node 20.20, 2026-11-23). So the text is compared here, and the two codes. It takes a tenth of a
// millisecond; node:crypto or node:zlib take two or three only to be loaded.

const endBytes = 16;
/** The last bytes of a file that is laid out like this. */
const layout = 0x736e6131;
const dayMs = 86_400_000;

export interface KeptFile {
  readonly code: Buffer;
  readonly madeMs: number;
}

/** The bytes of the file. {@link unpackCode} gives the code for exactly this text. */
export function packCode(code: Buffer, source: Buffer, madeMs: number): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeDoubleLE(madeMs, 0);
  end.writeUInt32LE(code.length, 8);
  end.writeUInt32LE(layout, 12);
  return Buffer.concat([code, source, code, end]);
}

/** @returns `undefined` for code of another text, and for a file that is not as it was written. */
export function unpackCode(bytes: Buffer, source: Buffer): KeptFile | undefined {
  const end = bytes.length - endBytes;
  if (end < 0 || bytes.readUInt32LE(end + 12) !== layout) return undefined;
  const length = bytes.readUInt32LE(end + 8);
  const middle = length + source.length;
  if (middle + length !== end || source.compare(bytes, length, middle) !== 0) return undefined;
  const code = bytes.subarray(0, length);
  return code.compare(bytes, middle, end) === 0 ? { code, madeMs: bytes.readDoubleLE(end) } : undefined;
}

/**
 * Code contains the functions that had run when it was made. It is looked at again when it is twice as old as at the last look, and at least once a day, so
 * that what the first run did not need is soon there too.
 */
export function isDue(madeMs: number, lookedMs: number, now: number): boolean {
  return now < lookedMs || !(now - lookedMs < Math.min(lookedMs - madeMs, dayMs));
}
