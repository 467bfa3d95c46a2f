/** Lines of a text by offset. A line ends at CRLF, LF or a lone CR; its end is the offset of that, not behind it. */

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

/** Where the line after the one that ends at `end` starts; `undefined` behind the last one. */
export function nextLine(text: string, end: number): number | undefined {
  if (end >= text.length) return undefined;
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/** Where the line before the one that starts at `start` ends; `undefined` before the first one. */
export function previousLineEnd(text: string, start: number): number | undefined {
  if (start === 0) return undefined;
  return text.startsWith('\r\n', start - 2) ? start - 2 : start - 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether nothing but spaces stands before an offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return isBlank(text.slice(lineStart(text, offset), offset));
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/** The line end most lines of a text have. */
export function endOfLineOf(text: string): string {
  const count = (eol: RegExp): number => text.match(eol)?.length ?? 0;
  const crlf = count(/\r\n/g);
  const lf = count(/(?<!\r)\n/g);
  const cr = count(/\r(?!\n)/g);
  if (crlf > lf && crlf >= cr) return '\r\n';
  return cr > lf ? '\r' : '\n';
}

function isBreak(text: string, offset: number): boolean {
  return text[offset] === '\n' || text[offset] === '\r';
}

/** The end of the last comment line below a line that is indented far enough to belong to what is above it. */
export function endOfComments(text: string, end: number, indent: number): number {
  let result = end;
  for (let start = nextLine(text, end); start !== undefined;) {
    const thisEnd = lineEnd(text, start);
    const line = text.slice(start, thisEnd);
    const column = line.search(/\S/);
    if (line[column] === '#' && column >= indent) result = thisEnd;
    else if (column !== -1 && line[column] !== '#') break;
    start = nextLine(text, thisEnd);
  }
  return result;
}

/** The first comma that is not in a comment. */
export function commaIn(text: string, from: number, to: number): number | undefined {
  const gap = text.slice(from, to).replace(/(?<=^|\s)#[^\r\n]*/g, (comment) => ' '.repeat(comment.length));
  const index = gap.indexOf(',');
  return index === -1 ? undefined : from + index;
}

export function insertAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
