import { APOSTROPHE, CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipString, skipTrivia } from './json-scan.ts';
import type { SyntaxProblem } from './node.ts';
import { maxDepth, problemOf, SyntaxStop, tooDeepAt } from './reading.ts';

/** The first place where a text is not JSON5 (https://spec.json5.org); `undefined` where it is well formed or has no value. */
export function findJson5Problem(text: string): SyntaxProblem | undefined {
  try {
    const start = trivia(text, 0);
    if (start === text.length) return undefined;
    const end = trivia(text, value(text, start, 0));
    if (end !== text.length) throw new SyntaxStop(end, 'the file should end here');
    return undefined;
  } catch (error) {
    return problemOf(error, text).problem;
  }
}

/** The offset after the value at `start`. */
function value(text: string, start: number, depth: number): number {
  if (depth > maxDepth) throw tooDeepAt(start);
  switch (text.charCodeAt(start)) {
    case OPEN_BRACE:
      return container(text, start, CLOSE_BRACE, (at) => {
        const colon = trivia(text, name(text, at));
        if (text[colon] !== ':') throw new SyntaxStop(colon, 'a colon is missing here');
        return value(text, trivia(text, colon + 1), depth + 1);
      });
    case OPEN_BRACKET:
      return container(text, start, CLOSE_BRACKET, (at) => value(text, at, depth + 1));
    case QUOTE:
    case APOSTROPHE:
      return string(text, start);
    default:
      return word(text, start);
  }
}

function container(text: string, start: number, closer: number, child: (at: number) => number): number {
  const what = closer === CLOSE_BRACE ? 'brace "}"' : 'bracket "]"';
  let i = trivia(text, start + 1);
  while (text.charCodeAt(i) !== closer) {
    if (i >= text.length) throw new SyntaxStop(start, `a closing ${what} is missing`);
    i = trivia(text, child(i));
    if (text.charCodeAt(i) === COMMA) i = trivia(text, i + 1);
    else if (text.charCodeAt(i) !== closer)
      throw new SyntaxStop(i, i >= text.length ? `a closing ${what} is missing` : 'a comma is missing here');
  }
  return i + 1;
}

function name(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === QUOTE || code === APOSTROPHE) return string(text, start);
  identifier.lastIndex = start;
  if (!identifier.test(text)) throw new SyntaxStop(start, 'a name is expected here');
  return identifier.lastIndex;
}

const identifier = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_\u200C\u200D]*/uy;

function string(text: string, start: number): number {
  const end = skipString(text, start);
  if (end - start < 2 || text[end - 1] !== text[start] || looseString(text.slice(start, end)) === undefined)
    throw new SyntaxStop(start, 'this string has no closing quote, or a backslash that starts no valid escape');
  return end;
}

function word(text: string, start: number): number {
  literal.lastIndex = start;
  if (!literal.test(text)) throw new SyntaxStop(start, 'a value is expected here');
  return literal.lastIndex;
}

const literal = /(?:null|true|false|[+-]?(?:Infinity|NaN|0[xX][\dA-Fa-f]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?))(?![\w$.])/y;

/** A comment that is never closed hides the rest of the file. */
function trivia(text: string, start: number): number {
  const end = skipTrivia(text, start);
  if (end === text.length && text.lastIndexOf('/*') >= start && text.indexOf('*/', text.lastIndexOf('/*') + 2) === -1) {
    const line = text.lastIndexOf('\n', text.lastIndexOf('/*')) + 1;
    if (!text.slice(line, text.lastIndexOf('/*')).includes('//'))
      throw new SyntaxStop(text.lastIndexOf('/*'), 'this comment is never closed');
  }
  return end;
}

/** Values in the spellings of JSON5, which JSON's are a part of: https://spec.json5.org */

/** The text of a string in either kind of quotes; `undefined` where it holds a line end or a wrong escape. */
export function looseString(raw: string): string | undefined {
  const content = raw.slice(1, -1);
  let isRight = true;
  const result = content.replaceAll(/\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\r\n|[^]))|[\n\r]/g, (found, unicode, hexadecimal, char) => {
    const code: unknown = unicode ?? hexadecimal;
    if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16));
    if (typeof char !== 'string' || /^[1-9ux]$/.test(char)) {
      isRight = false;
      return found;
    }
    if (/^(\r\n|[\n\r\u2028\u2029])$/.test(char)) return '';
    return escapes.get(char) ?? char;
  });
  return isRight ? result : undefined;
}

const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** The value of a word: `null`, `true`, a number in any of the spellings of JSON5. */
export function wordValue(raw: string): string | number | boolean | null {
  if (raw === 'null') return null;
  if (raw === 'true' || raw === 'false') return raw === 'true';
  const sign = raw.startsWith('-') ? -1 : 1;
  const digits = raw.replace(/^[+-]/, '');
  return digits === 'Infinity' ? sign * Number.POSITIVE_INFINITY : sign * Number(digits);
}
