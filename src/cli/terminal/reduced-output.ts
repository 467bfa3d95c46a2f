import { Writable } from 'node:stream';

/** The characters that the prompts draw, and ASCII characters of the same width to replace them. */
const replacements: Readonly<Record<string, string>> = {
  '◆': '*',
  '◇': 'o',
  '■': 'x',
  '▲': '!',
  '┌': '+',
  '│': '|',
  '└': '+',
  '◼': 'x',
  '◻': '.',
  '▪': '*',
  '●': '>',
  '○': ' ',
  '↑': '^',
  '↓': 'v',
  '•': '-',
  '█': '_',
  '—': '+',
};

/**
 * Standard output for the prompts on terminals without Unicode or colour. Their own fallback to ASCII depends only on TERM, not
 * by the language, and leaves three characters beyond ASCII in; and some of their strokes and dimming ignore NO_COLOR.
 */
export function reducedOutput({ isUnicode, isColored }: { readonly isUnicode: boolean; readonly isColored: boolean }): Writable {
  const { stdout } = process;
  const reduce = (text: string): string => {
    const plain = isColored ? text : text.replaceAll(/\u001B\[[\d;]*m/g, '');
    return isUnicode ? plain : toAscii(plain);
  };
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      stdout.write(reduce(String(chunk)));
      // At once, or text that is printed directly would overtake the lines in this buffer.
      done();
    },
  });
  // The prompts fit their lines into these, and draw again when they change.
  Object.defineProperties(output, {
    columns: { get: () => columnsOf(stdout) },
    rows: { get: () => stdout.rows },
    isTTY: { value: stdout.isTTY },
  });
  const passOn = (): boolean => output.emit('resize');
  stdout.on('resize', passOn);
  output.on('close', () => stdout.off('resize', passOn));
  return output;
}

/** The drawing characters of the prompts become ASCII; all else (a path in another script) stays as it is. */
export function toAscii(text: string): string {
  return text.replaceAll(/[^\u0000-\u007F]/g, (character) => replacements[character] ?? character);
}

/** Some terminals say 0 before they know. */
export function columnsOf({ columns }: Pick<NodeJS.WriteStream, 'columns'>): number {
  return columns > 0 ? columns : 80;
}
