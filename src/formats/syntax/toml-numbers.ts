import { describeHere, take, type Cursor } from './toml-cursor.ts';
import { SyntaxStop } from './stop.ts';

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
