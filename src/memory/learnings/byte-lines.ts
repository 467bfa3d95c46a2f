/**
 * Bytes as lines, one character a byte, so that bytes that are not UTF-8 stay unchanged. An incomplete last line is a line too.
 */
export function byteLines(bytes: Uint8Array | undefined): readonly string[] {
  const lines = Buffer.from(bytes ?? new Uint8Array())
    .toString('latin1')
    .split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The bytes of such lines, each with a line feed. */
export function lineBytes(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

/** The text of such a line. */
export function textOf(line: string): string {
  return Buffer.from(line, 'latin1').toString('utf8');
}

/** Such a line with this text. */
export function byteLine(text: string): string {
  return Buffer.from(text).toString('latin1');
}
