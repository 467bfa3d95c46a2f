/**
 * Bytes as lines and back, byte for byte: one character a byte, so that what is no UTF-8 comes through unchanged. An unfinished last
 * line is one too.
 */
export function byteLines(bytes: Uint8Array | undefined): readonly string[] {
  const lines = Buffer.from(bytes ?? new Uint8Array())
    .toString('latin1')
    .split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Each line ended. */
export function lineBytes(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

/** A line of {@link byteLines} as the text it is. */
export function textOf(line: string): string {
  return Buffer.from(line, 'latin1').toString('utf8');
}

/** The other way. */
export function byteLine(text: string): string {
  return Buffer.from(text).toString('latin1');
}
