import {
  controlCharacters,
  forbiddenCharacter,
  isAtEnd,
  isAtLineEnd,
  peek,
  take,
  takeIf,
  takeNewline,
  type Cursor,
} from './toml-cursor.ts';
import { SyntaxStop } from './stop.ts';

const plainInBasic = new RegExp(String.raw`[^"\\${controlCharacters}]+`, 'y');
const plainInLiteral = new RegExp(`[^'${controlCharacters}]+`, 'y');
const quoteRun = { '"': /"{1,5}/y, "'": /'{1,5}/y };
const escape = /\\(?:[btnfre"\\]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/y;
const lineContinuation = /\\[ \t]*\r?\n(?:[ \t]|\r?\n)*/y;

const shortEscapes = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** `"…"` or `'…'` on one line; `undefined` when no quote is here. */
export function scanQuoted(cursor: Cursor): string | undefined {
  const quote = quoteHere(cursor);
  if (quote === undefined) return undefined;
  const open = cursor.at++;
  let value = '';
  for (;;) {
    value += takePlain(cursor, quote);
    if (takeIf(cursor, quote)) return value;
    if (quote === '"' && peek(cursor, '\\')) value += scanEscape(cursor);
    else if (isAtLineEnd(cursor)) throw new SyntaxStop(open, `the string that starts here is not closed on its line; expected ${quote}`);
    else throw forbiddenCharacter(cursor, 'a string');
  }
}

/** `"""…"""` or `'''…'''`; `undefined` when no three quotes are here. */
export function scanMultiLine(cursor: Cursor): string | undefined {
  const quote = quoteHere(cursor);
  if (quote === undefined || !peek(cursor, quote.repeat(3))) return undefined;
  const open = cursor.at;
  cursor.at += 3;
  takeNewline(cursor);
  let value = '';
  for (;;) {
    value += takePlain(cursor, quote);
    // Up to two quotes may be inside, also directly before the closing three.
    const quotes = take(cursor, quoteRun[quote]) ?? '';
    if (quotes.length >= 3) return value + quotes.slice(3);
    value += quotes + takeLineBreak(cursor);
    if (quote === '"' && peek(cursor, '\\')) value += take(cursor, lineContinuation) === undefined ? scanEscape(cursor) : '';
    if (isAtEnd(cursor)) throw new SyntaxStop(open, `the string that starts here is not closed; expected ${quote.repeat(3)}`);
    if (isForbidden(cursor)) throw forbiddenCharacter(cursor, 'a string');
  }
}

function quoteHere(cursor: Cursor): '"' | "'" | undefined {
  if (peek(cursor, '"')) return '"';
  return peek(cursor, "'") ? "'" : undefined;
}

function takePlain(cursor: Cursor, quote: '"' | "'"): string {
  return take(cursor, quote === '"' ? plainInBasic : plainInLiteral) ?? '';
}

function takeLineBreak(cursor: Cursor): string {
  const start = cursor.at;
  return takeNewline(cursor) ? cursor.text.slice(start, cursor.at) : '';
}

function isForbidden(cursor: Cursor): boolean {
  const code = cursor.text.charCodeAt(cursor.at);
  return (code < 32 && code !== 9 && !isAtLineEnd(cursor)) || code === 127;
}

function scanEscape(cursor: Cursor): string {
  const start = cursor.at;
  const found = take(cursor, escape);
  if (found === undefined) {
    throw new SyntaxStop(start, 'this backslash starts no escape that TOML knows; write two backslashes, or the string in single quotes');
  }
  const short = shortEscapes.get(found.slice(1));
  if (short !== undefined) return short;
  const point = Number.parseInt(found.slice(2), 16);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throw new SyntaxStop(start, `${found} names no character`);
  return String.fromCodePoint(point);
}
