import { positionAt } from '../../text/index.ts';
import { lineStart } from '../text-lines.ts';

export type Mark = '{' | '}' | '[' | ']' | ':' | ',';

/** `single`: in single quotes. `word`: an unquoted text. `bad`: an unclosed string, or what JSON has no name for. */
export interface Token {
  readonly kind: Mark | 'string' | 'single' | 'number' | 'literal' | 'word' | 'bad';
  readonly start: number;
  readonly end: number;
  /** Whether it is the first on its line. */
  readonly isFirst: boolean;
  /** The white space at the start of its line. */
  readonly indent: string;
  readonly line: number;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly isClosed: boolean;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

const space = /[\s\ufeff]+/y;
const lineComment = /\/\/[^\r\n]*/y;
const blockComment = /\/\*[^]*?(?:\*\/|$)/y;
const string = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const single = /'(?:[^'"\\\r\n])*'/y;
const bare = /[^\s{}[\]:,"']+/y;
const restOfLine = /[^\r\n]*/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Any text as tokens of JSON with comments; a string never reaches beyond its line. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  let at = 0;
  let line = 1;
  let indent = '';
  let isFirst = true;
  const take = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  const add = (kind: Token['kind'], end: number): void => {
    if (isFirst) indent = /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
    tokens.push({ kind, start: at, end, isFirst, indent, line });
    isFirst = false;
    at = end;
  };
  /** Over what separates tokens; a line break in it starts a new line. */
  const pass = (end: number): void => {
    const breaks = positionAt(text.slice(at, end), end - at).line - 1;
    line += breaks;
    isFirst ||= breaks > 0;
    at = end;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    const gap = take(space);
    if (gap !== undefined) pass(gap);
    else if (isMark(character)) add(character, at + 1);
    else if (character === '"') {
      const end = take(string);
      add(end === undefined ? 'bad' : 'string', end ?? take(restOfLine) ?? at + 1);
    } else if (character === "'") {
      const end = take(single);
      add(end === undefined ? 'bad' : 'single', end ?? at + 1);
    } else {
      const end = take(lineComment) ?? take(blockComment);
      if (end === undefined) addBare(take(bare) ?? at + 1);
      else {
        comments.push({ start: at, end, isClosed: text.startsWith('//', at) || text.endsWith('*/', end) });
        pass(end);
      }
    }
  }
  return { tokens, comments };

  function addBare(end: number): void {
    // A comment may follow a word directly.
    const comment = text.slice(at, end).search(/\/[/*]/);
    const stop = comment > 0 ? at + comment : end;
    const word = text.slice(at, stop);
    if (number.test(word)) add('number', stop);
    else if (word === 'true' || word === 'false' || word === 'null') add('literal', stop);
    else add(/^[A-Za-z_$][\w$-]*$/.test(word) ? 'word' : 'bad', stop);
  }
}

function isMark(character: string): character is Mark {
  return character !== '' && '{}[]:,'.includes(character);
}
