import { SyntaxStop } from './reading.ts';

/** A place in a TOML text that the scanning functions move forward. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** What is not allowed in a string or a comment, for a character class: all but the tab. https://toml.io/en/v1.0.0#comment */
export const controlCharacters = String.raw`\u0000-\u0008\u000a-\u001f\u007f`;

const comment = new RegExp(`#[^${controlCharacters}]*`, 'y');

/** What a sticky expression matches here; the cursor moves after it. */
export function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) return undefined;
  const start = cursor.at;
  cursor.at = pattern.lastIndex;
  return cursor.text.slice(start, cursor.at);
}

/** Whether this text is here; if so, the cursor moves after it. */
export function takeIf(cursor: Cursor, expected: string): boolean {
  if (!peek(cursor, expected)) return false;
  cursor.at += expected.length;
  return true;
}

export function peek(cursor: Cursor, expected: string): boolean {
  return cursor.text.startsWith(expected, cursor.at);
}

export function isAtEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.text.length;
}

export function isAtLineEnd(cursor: Cursor): boolean {
  return isAtEnd(cursor) || peek(cursor, '\n') || peek(cursor, '\r\n');
}

/** Moves over one line break, if there is one. */
export function takeNewline(cursor: Cursor): boolean {
  if (takeIf(cursor, '\n') || takeIf(cursor, '\r\n')) return true;
  if (peek(cursor, '\r')) throw forbiddenCharacter(cursor, 'a line');
  return false;
}

export function skipBlanks(cursor: Cursor): void {
  while (peek(cursor, ' ') || peek(cursor, '\t')) cursor.at++;
}

/** Moves over a comment up to the end of its line. */
export function skipComment(cursor: Cursor): void {
  if (peek(cursor, '#') && take(cursor, comment) !== undefined && !isAtLineEnd(cursor)) throw forbiddenCharacter(cursor, 'a comment');
}

/** Blanks, comments and line breaks. */
export function skipGap(cursor: Cursor): void {
  do {
    skipBlanks(cursor);
    skipComment(cursor);
  } while (takeNewline(cursor));
}

export function forbiddenCharacter(cursor: Cursor, where: string): SyntaxStop {
  if (peek(cursor, '\r')) {
    return new SyntaxStop(
      cursor.at,
      'there is a carriage return without a line feed here; TOML ends a line with a line feed, or with both',
    );
  }
  const code = cursor.text.charCodeAt(cursor.at).toString(16).toUpperCase().padStart(4, '0');
  return new SyntaxStop(cursor.at, `the control character U+${code} is not allowed in ${where}`);
}

/** The text at the cursor, for a message. */
export function describeHere(cursor: Cursor): string {
  const point = cursor.text.codePointAt(cursor.at);
  if (point === undefined) return 'the end of the file';
  if (point === 10 || point === 13) return 'the end of the line';
  return point === 34 ? `'"'` : `"${String.fromCodePoint(point)}"`;
}
