/** Where a secret is in a text. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** The name of the rule that found it. */
  readonly rule: string;
}

export type Finder = (text: string) => Iterable<SecretSpan>;

/** A value as it is written at a place of a text. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `''` when it is not quoted. */
  readonly quote: string;
  /** Behind it and its closing quote. */
  readonly next: number;
}

/** Longer ones are found by their form, not by their place. */
const maxQuoted = 1_000;
const closing: Readonly<Record<string, string>> = { '«': '»', '“': '”', '„': '“', '‘': '’', '‹': '›' };

/** The value that begins at an index: in quotes to the closing one of the same line, or up to a space or a sign that parts values. */
export function valueAt(text: string, at: number): Value {
  const first = text[at] ?? '';
  const isEscaped = first === '\\' && (text[at + 1] === '"' || text[at + 1] === "'");
  const open = isEscaped ? text.slice(at, at + 2) : first;
  if (isEscaped || /["'`«“„‘‹]/.test(first)) {
    const start = at + open.length;
    const end = closingQuote(text, start, closing[open] ?? open);
    if (end !== -1) return trimmed(text, start, end, open);
    // The text was cut inside of it.
    if (!isEscaped && /["'`]/.test(first)) return bare(text, start);
  }
  return bare(text, at);
}

function trimmed(text: string, from: number, to: number, open: string): Value {
  let [start, end] = [from, to];
  while (start < end && text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return { start, end, text: text.slice(start, end), quote: open, next: to + open.length };
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let i = from; i < text.length && i - from < maxQuoted; i += 1) {
    if (text[i] === '\n') return -1;
    if (text.startsWith(quote, i)) return i;
    if (text[i] === '\\' && quote !== '\\"') i += 1;
  }
  return -1;
}

function bare(text: string, start: number): Value {
  const next = endOfBare(text, start, Math.min(text.length, start + maxBare));
  let end = next;
  const whole = text.slice(start, end);
  if (whole.endsWith('...')) return { start, end, text: whole, quote: '', next };
  // The end of a sentence, and brackets that were opened before it.
  while (end > start && trailing.has(text[end - 1] ?? '') && !closesWithin(text.slice(start, end))) end -= 1;
  return { start, end, text: text.slice(start, end), quote: '', next };
}

/** As much of an unquoted value as is looked at. */
const maxBare = 200;
const trailing = new Set('.,:)]}|');
const parting = new Set(' \t\n\r\f\v"\'`,;<>»”\u00A0\u2028\u2029');

function endOfBare(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit) {
    const sign = text[end] ?? '';
    if (parting.has(sign) || (sign === '&' && !isInner(text, end))) break;
    end += 1;
  }
  return end;
}

/** Where a value really ends, once it is known to be a secret: it may be longer than what was looked at. */
export function endOf(text: string, { end, next, quote, start }: Value): number {
  return quote === '' && next - start >= maxBare ? endOfBare(text, start, text.length) : end;
}

/** An `&` that parts no parameters and no commands. */
function isInner(text: string, at: number): boolean {
  return text[at] === '&' && /^&[^\s&=][^\s=]{0,59}(?:\s|$)/.test(text.slice(at, at + 62));
}

/** Whether the last sign closes what the value itself opened: `${X}`, `f(x)`. */
function closesWithin(value: string): boolean {
  const last = value.at(-1) ?? '';
  const open = { ')': '(', ']': '[', '}': '{' }[last];
  return open !== undefined && value.includes(open);
}

/** The word behind a place on the same line, without what surrounds it; empty at the end of the line. */
export function wordBehind(text: string, at: number): string {
  return /^[ \t]*([^\s]{0,60})/.exec(text.slice(at, at + 80))?.[1] ?? '';
}
