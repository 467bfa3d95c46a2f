import type { ScalarNode, Span } from './node.ts';
import { describeHere, isAtEnd, peek, skipBlanks, skipGap, take, takeIf, type Cursor } from './toml-cursor.ts';
import { scanBareValue, scanMultiLine, scanQuoted } from './toml-scalars.ts';
import { maxDepth, SyntaxStop, tooDeepAt } from './reading.ts';

/** One segment of a dotted key, with the name it reads as. */
export interface TomlKey extends Span {
  readonly name: string;
}
export type TomlKeys = readonly [TomlKey, ...TomlKey[]];

/** One `key = value`; its span is from the key's start to the value's end. */
export interface TomlPair extends Span {
  readonly keys: TomlKeys;
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

/** A value as it is written: the dotted keys of inline tables are not merged yet. */
export type TomlValue = ScalarNode | TomlArray | TomlInlineTable;

const bareKey = /[A-Za-z0-9_-]+/y;

/** `a . "b c" . d`; the cursor ends after the last segment. */
export function scanKeys(cursor: Cursor): TomlKeys {
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
    if (keys.length > maxDepth) throw new SyntaxStop(end, `the key has more than ${maxDepth} parts`);
  }
}

function scanKey(cursor: Cursor): TomlKey {
  const start = cursor.at;
  if (peek(cursor, '"""') || peek(cursor, "'''")) throw new SyntaxStop(start, 'a key may not be a multi-line string');
  const name = scanQuoted(cursor) ?? take(cursor, bareKey);
  if (name === undefined) {
    throw new SyntaxStop(
      start,
      `expected a key, found ${describeHere(cursor)}; a key with other characters than letters, digits, "_" and "-" needs quotes`,
    );
  }
  return { name, start, end: cursor.at };
}

/** `key = value`; the cursor ends after the value. */
export function scanPair(cursor: Cursor, depth = 0): TomlPair {
  const keys = scanKeys(cursor);
  skipBlanks(cursor);
  if (!takeIf(cursor, '=')) {
    const hint = peek(cursor, ':') ? ' (this looks like JSON or YAML)' : '';
    throw new SyntaxStop(cursor.at, `expected "=" after the key, found ${describeHere(cursor)}${hint}`);
  }
  skipBlanks(cursor);
  const value = scanValue(cursor, depth);
  return { keys, value, start: keys[0].start, end: value.end };
}

function scanValue(cursor: Cursor, depth: number): TomlValue {
  const start = cursor.at;
  if (depth > maxDepth) throw tooDeepAt(start);
  if (peek(cursor, '[')) {
    const items = scanSequence(cursor, ']', 'array', () => scanValue(cursor, depth + 1));
    return { kind: 'array', items, start, end: cursor.at };
  }
  if (peek(cursor, '{')) {
    const pairs = scanSequence(cursor, '}', 'inline table', () => scanPair(cursor, depth + 1));
    return { kind: 'inline', pairs, start, end: cursor.at };
  }
  const value = scanMultiLine(cursor) ?? scanQuoted(cursor) ?? scanBareValue(cursor);
  return { kind: 'scalar', value, start, end: cursor.at };
}

/**
 * Items between brackets. TOML 1.1 lets an inline table break lines and end in a comma, as arrays always could, and Rust's `toml`
 * reads it since 0.9.10: so we read it too, and write only what 1.0 knows.
 */
function scanSequence<T>(cursor: Cursor, close: string, what: string, scanItem: () => T): readonly T[] {
  const open = cursor.at++;
  const items: T[] = [];
  for (;;) {
    skipGap(cursor);
    if (takeIf(cursor, close)) return items;
    requireOpen(cursor, open, close, what);
    items.push(scanItem());
    skipGap(cursor);
    if (takeIf(cursor, close)) return items;
    requireOpen(cursor, open, close, what);
    if (!takeIf(cursor, ',')) throw new SyntaxStop(cursor.at, `expected "," or "${close}" in the ${what}, found ${describeHere(cursor)}`);
  }
}

function requireOpen(cursor: Cursor, open: number, close: string, what: string): void {
  if (isAtEnd(cursor)) throw new SyntaxStop(open, `the ${what} that starts here is not closed; expected "${close}"`);
}
