import { characters, colors, displayWidth, padded } from './display-width.ts';

/**
 * What stays in one piece on a line: a text in quotes (mostly a command to type, or a name), a command of snap at the end of a
 * sentence, a path with spaces in it, a word.
 */
const pieces =
  /( *)((?:(?<=: )snap (?:[^"<[\u001B]|\u001B\[[\d;]*m)+$)|[^ "]*"[^"]*"[^ ]*|(?:\u001B\[[\d;]*m)*(?:~|\/|[A-Za-z]:\\)[^ "]*(?: (?:- )?[^ /\\~":]+[/\\][^ "]*)*|[^ ]+)/g;
const indentOf = /^(?:\u001B\[[\d;]*m| )*/;
/** Text of a file, to be pasted, is indented so far. */
const pastedIndent = 6;

/**
 * Wraps lines to a width, between words; continuation lines are indented by two more. Lengths are counted in cells of the terminal.
 * Paths, addresses and commands are never broken, so that they can be copied; a command or a name in quotes goes on a line of its own
 * first. Another word without spaces is broken only when it alone is longer than a line. Lines that are indented by six or more are not
 * wrapped: they are text of a file, to be pasted.
 */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (isPasted(line) ? line : wrapLine(line, columns).join('\n')))
    .join('\n');
}

function isPasted(line: string): boolean {
  return displayWidth(indentOf.exec(line)?.[0] ?? '') >= pastedIndent;
}

/** One line, wrapped. @param hanging the width of the indent of the continuation lines; two more than its own without it. */
export function wrapLine(line: string, columns: number, hanging?: number): readonly string[] {
  if (displayWidth(line) <= columns) return [line];
  const start = indentOf.exec(line)?.[0] ?? '';
  const indent = ' '.repeat(Math.max(0, Math.min(hanging ?? displayWidth(start) + 2, Math.floor(columns / 2))));
  const room = columns - indent.length;
  const lines: string[] = [];
  let current = start;
  let width = displayWidth(start);
  let isFresh = true;
  const startLine = (): void => {
    if (!isFresh) lines.push(current);
    current = lines.length === 0 ? start : indent;
    width = displayWidth(current);
    isFresh = true;
  };
  for (const [gap, word] of wordsOf(line.slice(start.length), room)) {
    const needed = displayWidth(word);
    // Several spaces are kept, or columns of a table would move.
    // A mark stays with what it marks.
    const isMark = lines.length === 0 && gap.length === 1 && /^[^\p{L}\p{N}]$/u.test(current.slice(start.length).replaceAll(colors, ''));
    if (!isFresh && !isMark && width + gap.length + needed > columns) startLine();
    const before = isFresh ? '' : gap;
    const isTooLong = (isFresh || isMark) && needed > room && mayBreak(word);
    const chunks = isTooLong ? broken(word, columns - width - before.length, room) : [word];
    for (const [i, chunk] of chunks.entries()) {
      if (i > 0) startLine();
      current += i === 0 ? before + chunk : chunk;
      width += (i === 0 ? before.length : 0) + displayWidth(chunk);
      isFresh = false;
    }
  }
  startLine();
  return lines;
}

/** The pieces of a line with the spaces before each. What is too long for a line in one piece becomes words, unless it is a command. */
function wordsOf(text: string, room: number): readonly (readonly [gap: string, word: string])[] {
  return [...text.matchAll(pieces)].flatMap(([, gap = '', piece = '']) => {
    if (displayWidth(piece) <= room || /^\W*snap /.test(piece)) return [[gap, piece] as const];
    return piece.split(' ').flatMap((word, i) => {
      // JSON on one line may go on below after a comma or an opening bracket, and stays the same JSON.
      const parts = displayWidth(word) <= room ? [word] : word.split(/(?<=[,:{[])(?=["{[])/);
      return parts.map((part, j) => [j > 0 ? '' : i === 0 ? gap : ' ', part] as const);
    });
  });
}

/** A path, an address or a command is to be copied. */
function mayBreak(word: string): boolean {
  return !/[/\\ ]/.test(word);
}

/** A word in parts that fill a line each. @param first the room on the first line. */
function broken(word: string, first: number, room: number): readonly string[] {
  const chunks: string[] = [];
  let current = '';
  let width = 0;
  for (const part of word.split(/(\u001B\[[\d;]*m)/)) {
    for (const character of part.startsWith('\u001B') ? [part] : characters(part)) {
      const needed = displayWidth(character);
      if (width > 0 && width + needed > (chunks.length === 0 ? first : room)) {
        chunks.push(current);
        current = '';
        width = 0;
      }
      current += character;
      width += needed;
    }
  }
  return [...chunks, current];
}

/**
 * Words on the left, what they mean on the right, wrapped there; below them where the screen is too narrow for two columns.
 * @param left the width of the left column; a longer word has its meaning on the next line.
 */
export function twoColumns(
  rows: readonly (readonly [left: string, right: string])[],
  { columns, left }: { readonly columns: number; readonly left: number },
): readonly string[] {
  const isNarrow = columns - left < 34;
  const indent = isNarrow ? 6 : left + 4;
  return rows.flatMap(([word, meaning]) => {
    if (meaning === '') return [`  ${word}`];
    const isLong = isNarrow || displayWidth(word) > left;
    const lines = wrapLine(`${' '.repeat(indent)}${meaning}`, columns, indent);
    return isLong
      ? [...wrapLine(`  ${word}`, columns), ...lines]
      : [`  ${padded(word, left)}  ${(lines[0] ?? '').trimStart()}`, ...lines.slice(1)];
  });
}
