import { masked, maskProse, maskTokens } from '../secrets/index.ts';
import { cleanLine, SnapError } from '../system/index.ts';

/** Characters of one stored text. A learning is a sentence or two; a longer text is a document. */
export const maxText = 2_000;

/** A text as it is stored and compared. */
export interface LearningText {
  readonly text: string;
  /** Number of secrets that were removed. */
  readonly redacted: number;
}

/**
 * One line without control, bidi and zero-width characters and without secrets.
 * @param field named in the error: `trigger`.
 * @throws SnapError `usage` when it is over {@link maxText} characters, or empty though it is `required`.
 */
export function learningText(field: string, given: string, { required = true } = {}): LearningText {
  // Before the patterns, which would read a megabyte only to find that it is too long.
  if (given.length > 8 * maxText) throw tooLong(field, given.length);
  const line = cleanLine(given);
  if (line === '' && required) throw new SnapError('usage', `${field}: this text is empty.`, { hint: `Give ${field} a sentence.` });
  if (line.length > maxText) throw tooLong(field, line.length);
  const text = maskProse(line);
  return { text, redacted: occurrences(text) - occurrences(line) };
}

/**
 * As {@link learningText}, but removes only tokens with the prefix of an issuer: `migrations/20240101123456_add_users.sql` would look like a
 * secret, and a masked path would name another file.
 */
export function learningPath(field: string, given: string): LearningText {
  if (given.length > maxText) throw tooLong(field, given.length);
  const line = cleanLine(given);
  const text = maskTokens(line);
  return { text, redacted: occurrences(text) - occurrences(line) };
}

function tooLong(field: string, length: number): SnapError {
  return new SnapError('usage', `${field}: this text has ${length} characters, and at most ${maxText} are allowed.`, {
    hint: `Shorten ${field}, or save it in parts.`,
  });
}

function occurrences(text: string): number {
  return Math.max(0, text.split(masked).length - 1);
}
