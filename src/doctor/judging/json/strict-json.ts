import type { Splice, Tolerance } from '../../../formats/index.ts';

/** What plain JSON does not have. */
export type Looseness = 'comment' | 'trailing comma' | 'single quotes';

/** The extensions of JSON in a text, and how it becomes plain JSON. */
export interface StrictJson {
  /** The changes that make the text plain JSON; the values stay. */
  readonly splices: readonly Splice[];
  readonly found: readonly Looseness[];
  /** The place of the first of them. */
  readonly first: Pick<Splice, 'start' | 'end'>;
}

/**
 * The extensions of JSON that the client does not read, if they are only comments, trailing commas and single quotes.
 * `undefined` for a text without them, and for one with other errors.
 */
export function strictJson(text: string, tolerance: Tolerance): StrictJson | undefined {
  const all = loosePlaces(text);
  if (all === undefined || !isJson(spliced(text, all))) return undefined;
  const places = all.filter(({ what }) => !isAllowed(what, tolerance));
  const [first] = places;
  if (first === undefined) return undefined;
  return {
    splices: places.map(({ start, end, text: instead }) => ({ start, end, text: instead })),
    found: [...new Set(places.map(({ what }) => what))],
    first: first.at,
  };
}

function isAllowed(what: Looseness, tolerance: Tolerance): boolean {
  if (tolerance === 'strict') return false;
  if (tolerance === 'json5') return true;
  return what === 'comment' || (what === 'trailing comma' && tolerance !== 'comments');
}

interface LoosePlace extends Splice {
  readonly what: Looseness;
  readonly at: Pick<Splice, 'start' | 'end'>;
}

function loosePlaces(text: string): readonly LoosePlace[] | undefined {
  const places: LoosePlace[] = [];
  let i = 0;
  /** The last character that is neither white space nor in a comment. */
  let previous = '';
  while (i < text.length) {
    const [char = '', next] = [text[i], text[i + 1]];
    if (char === '"' || char === "'") {
      const end = endOfString(text, i);
      if (end === undefined) return undefined;
      const at = { start: i, end };
      if (char === "'") places.push({ ...at, at, text: doubleQuoted(text.slice(i + 1, end - 1)), what: 'single quotes' });
      i = end;
      previous = char;
    } else if (char === '/' && (next === '/' || next === '*')) {
      const end = endOfComment(text, i);
      if (end === undefined) return undefined;
      places.push({ ...withItsLine(text, i, end), at: { start: i, end }, text: '', what: 'comment' });
      i = end;
    } else {
      // A comma without a value before it is not a trailing comma: a value may be missing.
      if (char === ',' && ['{', '[', ','].includes(previous)) return undefined;
      if (char === ',' && ['}', ']'].includes(text[skipTrivia(text, i + 1)] ?? '')) {
        const at = { start: i, end: i + 1 };
        places.push({ ...at, at, text: '', what: 'trailing comma' });
      }
      if (!/\s/.test(char)) previous = char;
      i++;
    }
  }
  return places;
}

function endOfString(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
    else if (text[i] === '\n' || text[i] === '\r') return undefined;
  }
  return undefined;
}

function endOfComment(text: string, start: number): number | undefined {
  if (text[start + 1] === '*') {
    const close = text.indexOf('*/', start + 2);
    return close === -1 ? undefined : close + 2;
  }
  let end = start;
  while (end < text.length && text[end] !== '\r' && text[end] !== '\n') end++;
  return end;
}

function skipTrivia(text: string, start: number): number {
  let i = start;
  for (;;) {
    while (/\s/.test(text[i] ?? '')) i++;
    const end = text[i] === '/' && /[/*]/.test(text[i + 1] ?? '') ? endOfComment(text, i) : undefined;
    if (end === undefined) return i;
    i = end;
  }
}

/** A comment on its own lines is removed with the lines; another one with the white space before it. */
function withItsLine(text: string, start: number, end: number): Pick<Splice, 'start' | 'end'> {
  let from = start;
  while (isBlank(text[from - 1])) from--;
  let to = end;
  while (isBlank(text[to])) to++;
  const isLineStart = from === 0 || text[from - 1] === '\n' || text[from - 1] === '\r';
  const lineEnd = text.startsWith('\r\n', to) ? 2 : text[to] === '\n' || text[to] === '\r' ? 1 : 0;
  return isLineStart && lineEnd > 0 ? { start: from, end: to + lineEnd } : { start: from, end };
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

function doubleQuoted(content: string): string {
  return `"${content.replaceAll(/\\'/g, "'").replaceAll(/\\?"/g, String.raw`\"`)}"`;
}

function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: instead } of splices) {
    result += text.slice(done, start) + instead;
    done = end;
  }
  return result + text.slice(done);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // That is the answer.
    return false;
  }
}
