import { displayWidth } from '../terminal/display-width.ts';
import { wrapLine } from '../terminal/wrap.ts';

/** Narrower columns are hard to read: the text then goes below what it belongs to. */
export const leastRoom = 24;
const indentBelow = 4;

/**
 * Texts joined by commas, in the column behind what the caller has printed. Lines end between two texts, so that what is in brackets
 * stays with its name; one that is longer than a line is wrapped between its words.
 * @param width of the whole line; `undefined`: nothing is wrapped.
 */
export function fillList(texts: readonly string[], column: number, width: number | undefined): string {
  if (width === undefined) return texts.join(', ');
  return inColumn(column, width, (room) => {
    const lines: string[] = [];
    for (const [i, text] of texts.entries()) {
      const item = i === texts.length - 1 ? text : `${text},`;
      const last = lines.at(-1);
      if (last !== undefined && displayWidth(last) + 1 + displayWidth(item) <= room) lines.splice(-1, 1, `${last} ${item}`);
      else lines.push(...wrapLine(item, room));
    }
    return lines;
  });
}

/** One text in the column behind what the caller has printed, wrapped between its words. */
export function fillText(text: string, column: number, width: number | undefined): string {
  return width === undefined ? text : inColumn(column, width, (room) => wrapLine(text, room, 0));
}

function inColumn(column: number, width: number, linesIn: (room: number) => readonly string[]): string {
  const isBelow = width - column < leastRoom && column > indentBelow;
  const start = isBelow ? indentBelow : column;
  const lines = linesIn(Math.max(leastRoom, width - start));
  const indent = `\n${' '.repeat(start)}`;
  return `${isBelow && lines.length > 0 ? indent : ''}${lines.join(indent)}`;
}

/** Without the spaces that a heading leaves where its text goes below. */
export function withoutTrailingSpaces(text: string): string {
  return text.replaceAll(/ +$/gm, '');
}
