import { lineEnd, nextLine } from '../text-lines.ts';

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
