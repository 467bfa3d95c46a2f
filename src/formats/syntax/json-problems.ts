import { printParseErrorCode, visit, type ParseErrorCode, type ParseOptions } from 'jsonc-parser';
import { positionAt } from '../../text/index.ts';
import type { Tolerance } from '../edit/format.ts';
import { findJson5Problem } from './json5.ts';
import type { SyntaxProblem } from './node.ts';
import { problemOf } from './reading.ts';

/** The first place where a text is not what a client of this tolerance reads; `undefined` where it is well formed. */
export function findProblem(text: string, tolerance: Tolerance): SyntaxProblem | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    // Not strict JSON. Whether that is a problem, and where, is jsonc-parser's to say.
  }
  if (tolerance === 'json5') return findJson5Problem(text);
  let found: { readonly code: ParseErrorCode; readonly offset: number; readonly length: number } | undefined;
  try {
    visit(text, { onError: (code, offset, length) => (found ??= { code, offset, length }) }, parseOptions(tolerance));
  } catch (error) {
    return problemOf(error, text).problem;
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
  const name = mark === '}' ? 'brace' : 'bracket';
  return {
    ...at,
    message: isMissing ? `a closing ${name} "${mark}" is missing after this` : `there is one closing ${name} "${mark}" too many here`,
  };
}

function parseOptions(tolerance: Exclude<Tolerance, 'json5'>): ParseOptions {
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
      return token === '}' ? 'the comma before "}" is not allowed here' : `a name in double quotes is expected instead of ${here}`;
    case 'ValueExpected':
      return token === ']' ? 'the comma before "]" is not allowed here' : `a value is expected instead of ${here}`;
    case 'CloseBraceExpected':
      return 'a closing brace "}" is missing';
    case 'CloseBracketExpected':
      return 'a closing bracket "]" is missing';
    case 'EndOfFileExpected':
      return `the file should end before ${here}`;
    case 'InvalidCommentToken':
      return 'this assistant reads plain JSON: a comment is not allowed';
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
  // A blank of another kind, as web pages have it: nobody finds it without its number.
  const unseen = /^(?![ \t\r\n])[\p{Zs}\p{Cf}]/u.exec(token)?.[0].codePointAt(0);
  if (unseen !== undefined) return `an invisible character (U+${unseen.toString(16).toUpperCase().padStart(4, '0')})`;
  if (/^(<{7}|={7}|>{7})/.test(token)) return 'the marks of a merge conflict';
  return /^[^\w\s]$/.test(token) ? `"${token}"` : 'this text';
}

/** A bracket that is probably missing or superfluous, because the indentation of the next line contradicts the brackets. */
export interface Misplaced {
  /** The start of the last token before the contradicting line. */
  readonly offset: number;
  /** The missing bracket, or the superfluous one. */
  readonly mark: string;
  readonly isMissing: boolean;
}

interface Frame {
  readonly closer: '}' | ']';
  /** The indentation of the line it was opened on. */
  readonly indent: number;
  /** The indentation of the first member that starts a line. */
  memberIndent: number | undefined;
}

const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]:,]|\r\n?|\n|[^\s{}[\]:,"/]+|\//g;

/**
 * The first place where a line is indented less or more than the brackets around it require. A parser reports a missing brace only
 * at the end of the file; this is where it is probably missing. `undefined` when the indentation gives no clear answer.
 */
export function findMisplaced(text: string): Misplaced | undefined {
  const frames: Frame[] = [];
  let lineAt = 0;
  let isFirst = true;
  let indent = 0;
  let before = { text: '', start: 0 };
  /** The token before the last comma. */
  let beforeComma = before;
  for (const found of text.matchAll(token)) {
    const [word] = found;
    if (/^[\r\n]/.test(word)) {
      lineAt = found.index + word.length;
      isFirst = true;
      continue;
    }
    if (isFirst) indent = found.index - lineAt;
    if (/^\/[/*]/.test(word)) continue;
    const frame = frames.at(-1);
    if (frame !== undefined && isFirst && before.text !== ':') {
      const isCloser = word === '}' || word === ']';
      const expected = isCloser ? frame.indent : frame.memberIndent;
      const isShallow = expected === undefined ? indent <= frame.indent : indent < expected;
      if (word !== ',' && word !== ':' && (isShallow || (expected !== undefined && indent > expected))) {
        const last = before.text === ',' ? beforeComma : before;
        if (isShallow) return { offset: last.start, mark: frame.closer, isMissing: true };
        if (last.text === '}' || last.text === ']') return { offset: last.start, mark: last.text, isMissing: false };
        return undefined;
      }
      if (!isCloser && word !== ',') frame.memberIndent ??= indent;
    }
    if (word === '{' || word === '[') frames.push({ closer: word === '{' ? '}' : ']', indent, memberIndent: undefined });
    else if (word === '}' || word === ']') frames.pop();
    if (word === ',') beforeComma = before;
    before = { text: word, start: found.index };
    isFirst = false;
  }
  return undefined;
}
