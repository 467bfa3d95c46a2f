/** Offsets in a text that is JSON, maybe with comments: what to step over. */

export const QUOTE = 34;
export const APOSTROPHE = 39;
export const COMMA = 44;
export const SLASH = 47;
const STAR = 42;
const BACKSLASH = 92;
const SPACE = 32;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

/** The offset after a string, in the quotes that it starts with. */
export function skipString(text: string, start: number): number {
  const quote = text.charCodeAt(start) === APOSTROPHE ? "'" : '"';
  let close = text.indexOf(quote, start + 1);
  while (close !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return close + 1;
    close = text.indexOf(quote, close + 1);
  }
  return text.length;
}

/** The offset of the next character that is neither white space nor part of a comment. */
export function skipTrivia(text: string, start: number): number {
  let i = start;
  for (;;) {
    let code = text.charCodeAt(i);
    // Indentation is half of many a file.
    while (code === SPACE || isSpace(code)) code = text.charCodeAt(++i);
    if (code !== SLASH) return i;
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

/** Whether a character code ends a line. */
export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function isSpace(code: number): boolean {
  // NaN (past the end) is no space, which ends every loop.
  return code === SPACE || code === 10 || code === 13 || code === 9 || code === 11 || code === 12 || code === 0xa0 || code === 0xfeff;
}

function isPartOfScalar(code: number): boolean {
  return !isSpace(code) && code !== COMMA && code !== CLOSE_BRACE && code !== CLOSE_BRACKET && code !== SLASH;
}

/** The offset after a name that has no quotes (JSON5). */
export function skipName(text: string, start: number): number {
  let end = start;
  while (end < text.length && isPartOfScalar(text.charCodeAt(end)) && text[end] !== ':') end++;
  return end;
}

/** The offset after white space, comments and one comma, if there is one. */
export function skipComma(text: string, i: number): number {
  const next = skipTrivia(text, i);
  return text.charCodeAt(next) === COMMA ? skipTrivia(text, next + 1) : next;
}

/** The offset after a number or a literal. */
export function skipWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && isPartOfScalar(text.charCodeAt(end))) end++;
  return end;
}
