import { cleanLine, SnapError } from '../../system/index.ts';

/** Characters of one stored text. A learning is a sentence or two; a longer text is a document. */
export const maxText = 2_000;

/**
 * One line without control, bidi and zero-width characters. Secrets are taken out of the whole record.
 * @param field named in the error: `trigger`.
 * @throws SnapError `usage` when it is over {@link maxText} characters, or empty though it is `required`.
 */
export function learningText(field: string, given: string, { required = true } = {}): string {
  // Before the patterns, which would read a megabyte only to find that it is too long.
  if (given.length > 8 * maxText) throw tooLong(field, given.length);
  const line = cleanLine(given);
  if (line === '' && required) throw new SnapError('usage', `${field}: this text is empty.`, { hint: `Give ${field} a sentence.` });
  if (line.length > maxText) throw tooLong(field, line.length);
  return line;
}

function tooLong(field: string, length: number): SnapError {
  return new SnapError('usage', `${field}: this text has ${length} characters, and at most ${maxText} are allowed.`, {
    hint: `Shorten ${field}, or save it in parts.`,
  });
}
