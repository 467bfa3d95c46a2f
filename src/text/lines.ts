/** Where something is in a text; both from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The lines of one text by offset. */
export interface LineIndex {
  lineAt(offset: number): number;
  positionAt(offset: number): Position;
}

/**
 * Counts the lines of a text once, and only as far as an offset was asked for. LF and CRLF end a line.
 * @param breaks `'with lone CR'`: a CR alone too, as YAML and most editors have it.
 */
export function lineIndex(text: string, breaks: 'usual' | 'with lone CR' = 'usual'): LineIndex {
  const nextStart = breaks === 'usual' || !text.includes('\r') ? behindLineFeed : behindAnyBreak;
  const starts = [0];
  let ahead = nextStart(text, 0);
  const lineAt = (offset: number): number => {
    for (; ahead !== undefined && ahead <= offset; ahead = nextStart(text, ahead)) starts.push(ahead);
    let [low, high] = [0, starts.length];
    if ((starts[high - 1] ?? 0) <= offset) return high;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const positionAt = (offset: number): Position => {
    const line = lineAt(offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
  return { lineAt, positionAt };
}

function behindLineFeed(text: string, from: number): number | undefined {
  const at = text.indexOf('\n', from);
  return at === -1 ? undefined : at + 1;
}

function behindAnyBreak(text: string, from: number): number | undefined {
  const breaks = /\r\n?|\n/g;
  breaks.lastIndex = from;
  return breaks.test(text) ? breaks.lastIndex : undefined;
}

/** Thousands of positions of one text may be asked for, one by one. Held weakly, because the text may contain secrets. */
let recent: WeakRef<{ readonly text: string; readonly lines: LineIndex }> | undefined;

/** Line and column of an offset; CRLF, LF and a lone CR each end a line. */
export function positionAt(text: string, offset: number): Position {
  let known = recent?.deref();
  if (known?.text !== text) {
    known = { text, lines: lineIndex(text, 'with lone CR') };
    recent = new WeakRef(known);
  }
  return known.lines.positionAt(offset);
}

/** How many lines a text has; one that ends in a line feed has an empty line behind it. */
export function countLines(text: string): number {
  let count = 1;
  for (let at = behindLineFeed(text, 0); at !== undefined; at = behindLineFeed(text, at)) count += 1;
  return count;
}

/** The line that an offset is in, without its line feed. */
export function lineTextAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end);
}

/** With their line ends, so that CRLF stays CRLF, and a last line without an end differs from one that has it. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = lines.map((line) => `${line}\n`);
  if (last !== '') whole.push(last);
  return whole;
}

// The rule by which git detects binary files: https://git-scm.com/docs/gitattributes#_marking_files_as_binary
const bytesLookedAt = 8_000;

/** Whether a file with this content is binary: it has no lines to compare. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, bytesLookedAt).includes(0);
}
