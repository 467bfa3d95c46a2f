import { displayWidth } from '../terminal/display-width.ts';
import { wrapLine } from '../terminal/wrap.ts';

/**
 * Texts joined by commas, behind an indent that the caller has printed. Lines end between two texts, so that what is in brackets
 * stays with its name; one that is longer than a line is wrapped between its words.
 * @param width of the whole line; `undefined`: nothing is wrapped.
 */
export function fillList(texts: readonly string[], indent: number, width: number | undefined): string {
  if (width === undefined) return texts.join(', ');
  const room = Math.max(24, width - indent);
  const lines: string[] = [];
  for (const [i, text] of texts.entries()) {
    const item = i === texts.length - 1 ? text : `${text},`;
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(item) <= room) lines.splice(-1, 1, `${last} ${item}`);
    else lines.push(...wrapLine(item, room));
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** One text behind an indent that the caller has printed, wrapped between its words. */
export function fillText(text: string, indent: number, width: number | undefined): string {
  return width === undefined ? text : wrapLine(text, Math.max(24, width - indent), 0).join(`\n${' '.repeat(indent)}`);
}
