import { masked, maskText, maskTokens } from '../secrets/index.ts';
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
  const text = maskTokens(withWords(line, maskText(line)));
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

/** Words that follow "basic", "token:" or "--key" in ordinary sentences and are no secrets. */
const ordinary = new Set(
  (
    'a an and any are as at auth authentication authorization be before by can check checks config cookie cookies do does each expiry field ' +
    'first flag flags for from header headers if in is it keep login must need needs never no not of on once only option or pairs parameter ' +
    'read refresh require required rotate scheme schemes session sessions set setup should store test tests the this to token tokens type ' +
    'types usage use used user users validate validation value values verify when with write always'
  ).split(' '),
);

/**
 * Masking hides the word after a word such as "basic", as in a command line; in a sentence it would hide part of "use basic auth". Ordinary
 * words are therefore shown again, but never after a word for a password.
 */
function withWords(line: string, hidden: string): string {
  if (hidden === line) return line;
  const before = line.split(' ');
  const after = hidden.split(' ');
  if (before.length !== after.length) return hidden;
  return after
    .map((word, i) => {
      const original = before[i] ?? '';
      const isOrdinary = word.startsWith(masked) && ordinary.has(original.replace(/[.,;:!?)]+$/, ''));
      return isOrdinary && !/pass|pwd|secret|credential|pin/i.test(before[i - 1] ?? '') ? original : word;
    })
    .join(' ');
}

function tooLong(field: string, length: number): SnapError {
  return new SnapError('usage', `${field}: this text has ${length} characters, and at most ${maxText} are allowed.`, {
    hint: `Shorten ${field}, or save it in parts.`,
  });
}

function occurrences(text: string): number {
  return Math.max(0, text.split(masked).length - 1);
}
