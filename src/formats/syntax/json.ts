import { printParseErrorCode, visit, type ParseErrorCode, type ParseOptions } from 'jsonc-parser';
import type { Tolerance } from '../edit/format.ts';
import { findMisplaced } from './json-layout.ts';
import {
  positionAt,
  type ListNode,
  type MapNode,
  type Member,
  type Node,
  type Parsed,
  type ScalarNode,
  type SyntaxProblem,
} from './node.ts';

/**
 * JSON and JSON with comments, as tolerant as the client that owns the file.
 *
 * Judging and positioning are two passes: the native parser (or jsonc-parser, where the text is more than JSON) says whether the
 * text is well formed; then {@link nodeAt} finds positions, and only of the containers somebody opens. A full tree of a 2 MB
 * `~/.claude.json` costs 150 ms, the one path we need costs 10.
 */
export function parseJson(text: string, tolerance: Tolerance): Parsed {
  const known = recent?.deref()?.find((one) => one.tolerance === tolerance && one.text === text);
  if (known) return known.parsed;
  const parsed = parse(text, tolerance);
  recent = new WeakRef([{ text, tolerance, parsed }, ...(recent?.deref()?.slice(0, 1) ?? [])]);
  return parsed;
}

/**
 * One edit asks for the text before and the one after several times over; of a large file each answer costs 15 ms. Held weakly:
 * the texts hold secrets, and a server lives long.
 */
let recent: WeakRef<readonly { readonly text: string; readonly tolerance: Tolerance; readonly parsed: Parsed }[]> | undefined;

function parse(text: string, tolerance: Tolerance): Parsed {
  const problem = findProblem(text, tolerance);
  if (problem) return { kind: 'problem', problem };
  const start = skipTrivia(text, 0);
  if (start === text.length) return { kind: 'tree' };
  try {
    // Every container is opened or skipped here, so whatever lies too deep is met now and not later.
    return { kind: 'tree', root: nodeAt(text, start) };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { kind: 'problem', problem: { ...positionAt(text, error.offset), message: tooDeep } };
  }
}

/** As deep as the other formats are read. Whoever walks down a tree later does so by calling himself. */
const maxDepth = 200;
const tooDeep = `the values are nested too deeply (more than ${maxDepth} levels)`;

class TooDeep extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super(tooDeep);
    this.offset = offset;
  }
}

function findProblem(text: string, tolerance: Tolerance): SyntaxProblem | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    // Not strict JSON. Whether that is a problem, and where, is jsonc-parser's to say.
  }
  let found: { readonly code: ParseErrorCode; readonly offset: number; readonly length: number } | undefined;
  try {
    visit(text, { onError: (code, offset, length) => (found ??= { code, offset, length }) }, parseOptions(tolerance));
  } catch (error) {
    if (error instanceof RangeError) return { line: 1, column: 1, message: tooDeep };
    throw error;
  }
  if (found) {
    const token = text.slice(found.offset, found.offset + found.length);
    const at = positionAt(text, found.offset);
    return misplacedBracket(text, found.code, token, at.line) ?? { ...at, message: describe(found.code, token) };
  }
  if (tolerance === 'strict') return { line: 1, column: 1, message: 'this is not valid JSON' };
  return undefined;
}

/** A missing or surplus bracket is noticed where the text cannot go on. Where the lines show that it belongs further up, it is there. */
function misplacedBracket(text: string, code: ParseErrorCode, token: string, line: number): SyntaxProblem | undefined {
  const codes = ['CommaExpected', 'ColonExpected', 'ValueExpected', 'PropertyNameExpected', 'EndOfFileExpected'];
  const isPossible = [...codes, 'CloseBraceExpected', 'CloseBracketExpected'].includes(printParseErrorCode(code));
  if (!isPossible || (printParseErrorCode(code) === 'CommaExpected' && token.startsWith('"'))) return undefined;
  const misplaced = findMisplaced(text);
  const at = misplaced && positionAt(text, misplaced.offset);
  if (misplaced === undefined || at === undefined || at.line >= line - 1) return undefined;
  const { mark, isMissing } = misplaced;
  return {
    ...at,
    message: `a closing ${mark === '}' ? 'brace' : 'bracket'} "${mark}" is ${isMissing ? 'missing behind this' : 'one too many here'}`,
  };
}

function parseOptions(tolerance: Tolerance): ParseOptions {
  switch (tolerance) {
    case 'strict':
      return { disallowComments: true, allowTrailingComma: false, allowEmptyContent: true };
    case 'comments':
      return { disallowComments: false, allowTrailingComma: false, allowEmptyContent: true };
    case 'unknown':
    case 'comments-and-commas':
      return { disallowComments: false, allowTrailingComma: true, allowEmptyContent: true };
    default:
      return tolerance satisfies never;
  }
}

function describe(code: ParseErrorCode, token: string): string {
  const here = token === '' ? 'the end of the file' : quoteToken(token);
  switch (printParseErrorCode(code)) {
    case 'CommaExpected':
      return `a comma is missing before ${here}`;
    case 'ColonExpected':
      return `a colon is missing before ${here}`;
    case 'PropertyNameExpected':
      return token === '}' ? 'the comma before "}" is one too many here' : `a name in double quotes is expected instead of ${here}`;
    case 'ValueExpected':
      return token === ']' ? 'the comma before "]" is one too many here' : `a value is expected instead of ${here}`;
    case 'CloseBraceExpected':
      return 'a closing brace "}" is missing';
    case 'CloseBracketExpected':
      return 'a closing bracket "]" is missing';
    case 'EndOfFileExpected':
      return `the file should end before ${here}`;
    case 'InvalidCommentToken':
      return 'this client reads plain JSON: a comment is not allowed';
    case 'UnexpectedEndOfComment':
      return 'this comment is never closed';
    case 'UnexpectedEndOfString':
      return 'this string has no closing quote';
    case 'InvalidEscapeCharacter':
      return 'this string has a backslash that starts no valid escape (a backslash itself is written "\\\\")';
    case 'InvalidUnicode':
      return 'this string has an incomplete \\u escape';
    case 'InvalidCharacter':
      return 'this string holds a control character (a tab is written "\\t")';
    default:
      return `a value is expected instead of ${here}`;
  }
}

/** Only marks are shown. Text never is: it may be a secret whose quotes were forgotten. */
function quoteToken(token: string): string {
  if (token.startsWith('"')) return 'the next string';
  if (/^(<{7}|={7}|>{7})/.test(token)) return 'the marks of a merge conflict';
  return /^[^\w\s]$/.test(token) ? `"${token}"` : 'the text that stands here';
}

/** How deep a tree is read at once: the root and what stands in it. Further down only one branch is ever looked into. */
const eagerDepth = 2;

/**
 * The value that starts at `start` of a well-formed text. What lies deeper than anybody looked is skipped, and read when it is
 * asked for.
 */
export function nodeAt(text: string, start: number, depth = eagerDepth): Node {
  const first = text.charCodeAt(start);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return scalarAt(text, start);
  if (depth > 0) return first === OPEN_BRACE ? mapAt(text, start, depth - 1) : listAt(text, start, depth - 1);
  const end = skipContainer(text, start);
  if (first === OPEN_BRACE) {
    let members: readonly Member[] | undefined;
    return {
      kind: 'map',
      start,
      end,
      get members() {
        return (members ??= mapAt(text, start, 0).members);
      },
    };
  }
  let items: readonly Node[] | undefined;
  return {
    kind: 'list',
    start,
    end,
    get items() {
      return (items ??= listAt(text, start, 0).items);
    },
  };
}

function scalarAt(text: string, start: number): ScalarNode {
  const end = text.charCodeAt(start) === QUOTE ? skipString(text, start) : skipWord(text, start);
  const value: unknown = JSON.parse(text.slice(start, end));
  // JSON.parse of a text that starts with neither brace nor bracket gives a scalar.
  return { kind: 'scalar', start, end, value: value as string | number | boolean | null };
}

function mapAt(text: string, start: number, depth: number): MapNode {
  const members: Member[] = [];
  let i = skipTrivia(text, start + 1);
  while (text.charCodeAt(i) === QUOTE) {
    const keySpan = { start: i, end: skipString(text, i) };
    const value = nodeAt(text, skipTrivia(text, skipTrivia(text, keySpan.end) + 1), depth);
    members.push({ key: stringAt(text, keySpan.start, keySpan.end), keySpan, value, start: i, end: value.end });
    i = skipComma(text, value.end);
  }
  return { kind: 'map', start, end: i + 1, members };
}

function listAt(text: string, start: number, depth: number): ListNode {
  const items: Node[] = [];
  let i = skipTrivia(text, start + 1);
  while (i < text.length && text.charCodeAt(i) !== CLOSE_BRACKET) {
    const item = nodeAt(text, i, depth);
    items.push(item);
    i = skipComma(text, item.end);
  }
  return { kind: 'list', start, end: i + 1, items };
}

function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  // A string token parses to a string.
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

function skipComma(text: string, i: number): number {
  const next = skipTrivia(text, i);
  return text.charCodeAt(next) === COMMA ? skipTrivia(text, next + 1) : next;
}

function skipWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && isPartOfScalar(text.charCodeAt(end))) end++;
  return end;
}

/** @throws TooDeep of a text that was not parsed before. */
function skipContainer(text: string, start: number): number {
  // What is skipped stands in the containers that were opened.
  let depth: number = eagerDepth;
  let i = start;
  while (i < text.length) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = skipString(text, i);
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) throw new TooDeep(i);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (--depth === eagerDepth) return i + 1;
        break;
      case SLASH:
        i = skipComment(text, i);
        continue;
    }
    i++;
  }
  return i;
}

function skipString(text: string, start: number): number {
  let close = text.indexOf('"', start + 1);
  while (close !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return close + 1;
    close = text.indexOf('"', close + 1);
  }
  return text.length;
}

/** The offset of the next character that is neither white space nor part of a comment. */
export function skipTrivia(text: string, start: number): number {
  let i = start;
  for (;;) {
    while (isSpace(text.charCodeAt(i))) i++;
    if (text.charCodeAt(i) !== SLASH) return i;
    i = skipComment(text, i);
  }
}

/** The offset after a comment; a line comment ends before its line end. */
export function skipComment(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === STAR) {
    const close = text.indexOf('*/', start + 2);
    return close === -1 ? text.length : close + 2;
  }
  let i = start + 2;
  while (i < text.length && !isLineEnd(text.charCodeAt(i))) i++;
  return i;
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function isSpace(code: number): boolean {
  // NaN (past the end) is no space, which ends every loop.
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 11 || code === 12 || code === 0xa0 || code === 0xfeff;
}

function isPartOfScalar(code: number): boolean {
  return !isSpace(code) && code !== COMMA && code !== CLOSE_BRACE && code !== CLOSE_BRACKET && code !== SLASH;
}

const QUOTE = 34;
const COMMA = 44;
const SLASH = 47;
const STAR = 42;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
