import type { ScalarNode, Span } from './node.ts';
import { scanNumberOrDate } from './toml-numbers.ts';

/** One segment of a dotted key, with the name it reads as. */
export interface TomlKey extends Span {
  readonly name: string;
}

/** One `key = value`; its span goes from the key's start to the value's end. */
export interface TomlPair extends Span {
  readonly keys: readonly [TomlKey, ...TomlKey[]];
  readonly value: TomlValue;
}

export interface TomlArray extends Span {
  readonly kind: 'array';
  readonly items: readonly TomlValue[];
}

export interface TomlInlineTable extends Span {
  readonly kind: 'inline';
  readonly pairs: readonly TomlPair[];
}

/** A value as it is written: dotted keys inside inline tables are not merged yet. */
export type TomlValue = ScalarNode | TomlArray | TomlInlineTable;

/** A place in a text that the scanning functions move forward. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Thrown while scanning, caught by `parseTomlDocument` alone: the text is not TOML at this offset. */
export class TomlStop extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.name = 'TomlStop';
    this.offset = offset;
  }
}

/** Deeper than any config; keeps a hostile file from exhausting the stack. */
const maxDepth = 200;

const bareKey = /[A-Za-z0-9_-]+/y;
const blanks = /[ \t]*/y;
// eslint-disable-next-line no-control-regex -- the control characters are what TOML forbids
const comment = /#[^\u0000-\u0008\u000a-\u001f\u007f]*/y;
// eslint-disable-next-line no-control-regex
const plainInBasic = /[^"\\\u0000-\u0008\u000a-\u001f\u007f]+/y;
// eslint-disable-next-line no-control-regex
const plainInLiteral = /[^'\u0000-\u0008\u000a-\u001f\u007f]+/y;
const lineContinuation = /[ \t]*\r?\n(?:[ \t]|\r?\n)*/y;

/** What a sticky expression matches here; the cursor moves behind it. */
function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

export function peek(cursor: Cursor, expected: string): boolean {
  return cursor.text.startsWith(expected, cursor.at);
}

function takeIf(cursor: Cursor, expected: string): boolean {
  if (!peek(cursor, expected)) return false;
  cursor.at += expected.length;
  return true;
}

export function skipBlanks(cursor: Cursor): void {
  take(cursor, blanks);
}

/** Moves over one line break, if there is one. */
export function takeNewline(cursor: Cursor): boolean {
  if (takeIf(cursor, '\n') || takeIf(cursor, '\r\n')) return true;
  if (peek(cursor, '\r')) throw loneCarriageReturn(cursor.at);
  return false;
}

function loneCarriageReturn(offset: number): TomlStop {
  return new TomlStop(offset, 'a carriage return stands alone here; TOML ends a line with a line feed or with both');
}

/** Moves over a comment up to the end of its line. */
export function skipComment(cursor: Cursor): void {
  if (take(cursor, comment) === undefined) return;
  const next = cursor.text[cursor.at];
  if (next === undefined || next === '\n' || peek(cursor, '\r\n')) return;
  throw forbiddenCharacter(cursor, 'a comment');
}

/** Blanks, comments and line breaks, as they may stand between the items of an array. */
function skipGap(cursor: Cursor): void {
  do {
    skipBlanks(cursor);
    skipComment(cursor);
  } while (takeNewline(cursor));
}

function forbiddenCharacter(cursor: Cursor, where: string): TomlStop {
  if (peek(cursor, '\r')) return loneCarriageReturn(cursor.at);
  const code = cursor.text.charCodeAt(cursor.at).toString(16).toUpperCase().padStart(4, '0');
  return new TomlStop(cursor.at, `the control character U+${code} may not stand in ${where}`);
}

/** What stands here, for a message. */
export function describeHere(cursor: Cursor): string {
  const point = cursor.text.codePointAt(cursor.at);
  if (point === undefined) return 'the end of the file';
  if (point === 10 || point === 13) return 'the end of the line';
  return `"${String.fromCodePoint(point)}"`;
}

/** `a . "b c" . d` */
export function scanKeys(cursor: Cursor): [TomlKey, ...TomlKey[]] {
  const keys: [TomlKey, ...TomlKey[]] = [scanKey(cursor)];
  for (;;) {
    const end = cursor.at;
    skipBlanks(cursor);
    if (!takeIf(cursor, '.')) {
      cursor.at = end;
      return keys;
    }
    skipBlanks(cursor);
    keys.push(scanKey(cursor));
    if (keys.length > maxDepth) throw new TomlStop(cursor.at, `the key has more than ${maxDepth} parts`);
  }
}

function scanKey(cursor: Cursor): TomlKey {
  const start = cursor.at;
  if (peek(cursor, '"""') || peek(cursor, "'''")) throw new TomlStop(start, 'a key may not be a multi-line string');
  const name = scanQuoted(cursor) ?? take(cursor, bareKey);
  if (name === undefined) {
    throw new TomlStop(start, `expected a key, found ${describeHere(cursor)}; quote a name that has other characters than letters, digits, "_" and "-"`);
  }
  return { name, start, end: cursor.at };
}

/** `key = value`, with the cursor on the key. */
export function scanPair(cursor: Cursor, depth = 0): TomlPair {
  const keys = scanKeys(cursor);
  skipBlanks(cursor);
  if (!takeIf(cursor, '=')) {
    const hint = peek(cursor, ':') ? '; this looks like JSON or YAML' : '';
    throw new TomlStop(cursor.at, `expected "=" after the key, found ${describeHere(cursor)}${hint}`);
  }
  skipBlanks(cursor);
  const value = scanValue(cursor, depth);
  return { keys, value, start: keys[0].start, end: value.end };
}

function scanValue(cursor: Cursor, depth: number): TomlValue {
  if (depth > maxDepth) throw new TomlStop(cursor.at, `the value is nested deeper than ${maxDepth} levels`);
  const start = cursor.at;
  const scalar = (value: ScalarNode['value']): ScalarNode => ({ kind: 'scalar', value, start, end: cursor.at });
  switch (cursor.text[start]) {
    case '[':
      return { kind: 'array', items: scanSequence(cursor, ']', 'array', (inner) => scanValue(inner, depth + 1)), start, end: cursor.at };
    case '{':
      return { kind: 'inline', pairs: scanSequence(cursor, '}', 'inline table', (inner) => scanPair(inner, depth + 1)), start, end: cursor.at };
    case '"':
    case "'":
      return scalar(scanMultiLine(cursor) ?? scanQuoted(cursor) ?? '');
    default:
      return scalar(scanNumberOrDate(cursor));
  }
}

/**
 * Items between brackets. TOML 1.1 lets an inline table break lines and end in a comma, as arrays always could, and current
 * parsers (Rust's `toml` 0.9.10, which Codex is built on) read it: so we read it, and write what 1.0 reads too.
 */
function scanSequence<T>(cursor: Cursor, close: string, what: string, scanItem: (cursor: Cursor) => T): readonly T[] {
  const open = cursor.at;
  cursor.at++;
  const items: T[] = [];
  for (;;) {
    skipGap(cursor);
    if (takeIf(cursor, close)) return items;
    if (cursor.at >= cursor.text.length) throw new TomlStop(open, `the ${what} that starts here is not closed; expected "${close}"`);
    items.push(scanItem(cursor));
    skipGap(cursor);
    if (takeIf(cursor, close)) return items;
    if (cursor.at >= cursor.text.length) throw new TomlStop(open, `the ${what} that starts here is not closed; expected "${close}"`);
    if (!takeIf(cursor, ',')) {
      throw new TomlStop(cursor.at, `expected "," or "${close}" in the ${what}, found ${describeHere(cursor)}`);
    }
  }
}

/** `"…"` or `'…'` on one line. */
function scanQuoted(cursor: Cursor): string | undefined {
  const quote = cursor.text[cursor.at];
  if (quote !== '"' && quote !== "'") return undefined;
  const open = cursor.at;
  cursor.at++;
  let value = '';
  for (;;) {
    value += take(cursor, quote === '"' ? plainInBasic : plainInLiteral) ?? '';
    if (takeIf(cursor, quote)) return value;
    if (quote === '"' && peek(cursor, '\\')) value += scanEscape(cursor);
    else if (cursor.at >= cursor.text.length || peek(cursor, '\n') || peek(cursor, '\r\n')) {
      throw new TomlStop(open, `the string that starts here is not closed on its line; expected ${quote}`);
    } else throw forbiddenCharacter(cursor, 'a string');
  }
}

/** `"""…"""` or `'''…'''` */
function scanMultiLine(cursor: Cursor): string | undefined {
  const quotes = ['"""', "'''"].find((delimiter) => peek(cursor, delimiter));
  if (quotes === undefined) return undefined;
  const quote = quotes.slice(0, 1);
  const open = cursor.at;
  cursor.at += 3;
  takeNewline(cursor);
  let value = '';
  for (;;) {
    value += take(cursor, quote === '"' ? plainInBasic : plainInLiteral) ?? '';
    if (peek(cursor, quotes)) {
      cursor.at += 3;
      // Up to two quotes may stand directly before the closing three.
      while (value.length < cursor.text.length && peek(cursor, quote) && cursor.at - 3 < closingLimit(cursor, quote)) {
        value += quote;
        cursor.at++;
      }
      return value;
    }
    const lineStart = cursor.at;
    if (takeNewline(cursor)) value += cursor.text.slice(lineStart, cursor.at);
    else if (takeIf(cursor, quote)) value += quote;
    else if (quote === '"' && peek(cursor, '\\')) value += scanMultiLineEscape(cursor);
    else if (cursor.at >= cursor.text.length) throw new TomlStop(open, `the string that starts here is not closed; expected ${quotes}`);
    else throw forbiddenCharacter(cursor, 'a string');
  }
}
