import type { Span } from './syntax/node.ts';

/** Lines of a text by offset. A line ends at CRLF, LF or a lone CR; its end is the offset of that, not after it. */

export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isBreak(text, start - 1)) start--;
  return start;
}

export function lineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isBreak(text, end)) end++;
  return end;
}

/** Where the line after the one that ends at `end` starts; `undefined` after the last one. */
export function nextLine(text: string, end: number): number | undefined {
  if (end >= text.length) return undefined;
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/** The offset after the line that holds `offset`, and after its line break. */
export function afterLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return nextLine(text, end) ?? end;
}

/** Where the line before the one that starts at `start` ends; `undefined` before the first one. */
export function previousLineEnd(text: string, start: number): number | undefined {
  if (start === 0) return undefined;
  return text.startsWith('\r\n', start - 2) ? start - 2 : start - 1;
}

/** The lines of a text by their number from 0, without their line breaks. */
export function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  for (let at = 0; at < text.length; at = afterLine(text, at)) lines.push({ start: at, end: lineEnd(text, at) });
  return lines;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The spaces and tabs at the start of the line that holds `offset`. */
export function indentOfLine(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, skipBlanks(text, start));
}

/** The first offset at or after `start` that holds no space or tab. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Whether there are only spaces and tabs before an offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return isBlank(text.slice(lineStart(text, offset), offset));
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/** The line break that most lines of a text have. */
export function usualLineBreak(text: string): string {
  const count = (eol: RegExp): number => text.match(eol)?.length ?? 0;
  const crlf = count(/\r\n/g);
  const lf = count(/(?<!\r)\n/g);
  const cr = count(/\r(?!\n)/g);
  if (crlf > lf && crlf >= cr) return '\r\n';
  return cr > lf ? '\r' : '\n';
}

/** The first line break of a text; LF where it has none. */
export function firstLineBreak(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function isBreak(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === 10 || code === 13;
}
