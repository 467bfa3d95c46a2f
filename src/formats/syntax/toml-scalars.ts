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
  describeHere,
} from './toml-cursor.ts';
import { SyntaxStop } from './reading.ts';

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

const word = /[0-9A-Za-z_+.:-]+/y;
const timeAfterBlank = / \d\d:[0-9A-Za-z_+.:-]*/y;

const decimal = /^[+-]?(?:0|[1-9](?:_?\d)*)$/;
const prefixed = /^0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|o[0-7](?:_?[0-7])*|b[01](?:_?[01])*)$/;
const float = /^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?$/;
const special = /^([+-]?)(inf|nan)$/;

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** A value without quotes or brackets. Dates and times come back as the text they are written in. */
export function scanBareValue(cursor: Cursor): number | boolean | string {
  const start = cursor.at;
  let text = take(cursor, word);
  if (text === undefined) throw new SyntaxStop(start, `expected a value, found ${describeHere(cursor)}`);
  if (date.test(text)) text += take(cursor, timeAfterBlank) ?? '';
  const value = readWord(text, start);
  if (value !== undefined) return value;
  throw new SyntaxStop(
    start,
    // The text itself is not shown: it may be a secret whose quotes were forgotten.
    'this is not a TOML value; expected quotes around a text, or a number, a date, true or false',
  );
}

function readWord(text: string, start: number): number | boolean | string | undefined {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (decimal.test(text) || prefixed.test(text)) return readInteger(text.replaceAll('_', ''), start);
  if (float.test(text)) return Number(text.replaceAll('_', ''));
  const named = special.exec(text);
  if (named) return named[2] === 'nan' ? Number.NaN : named[1] === '-' ? -Infinity : Infinity;
  return isDateOrTime(text) ? text : undefined;
}

/** The clients' parsers keep integers in 64 bits and stop at a larger one. */
function readInteger(text: string, start: number): number {
  const value = BigInt(text.replace(/^[+-]/, ''));
  const negative = text.startsWith('-');
  if (value > (negative ? 2n ** 63n : 2n ** 63n - 1n)) throw new SyntaxStop(start, 'this integer does not fit into 64 bits');
  return Number(negative ? -value : value);
}

function isDateOrTime(text: string): boolean {
  if (date.test(text)) return isDate(text);
  if (time.test(text)) return isTime(text);
  const parts = dateTime.exec(text);
  return parts !== null && isDate(parts[1] ?? '') && isTime(parts[2] ?? '');
}

function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const daysInMonth = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= daysInMonth;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Second 60 is a leap second. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
function isTime(text: string): boolean {
  const [hour = 0, minute = 0, second = 0] = text.split(':').map(Number);
  return hour <= 23 && minute <= 59 && second < 61;
}
