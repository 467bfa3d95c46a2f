import { maskText, maskTokens } from '../secrets/index.ts';
import { cut, cleanLine, SnapError } from '../system/index.ts';

const longestTask = 2_000;

/**
 * The text of a task as it is stored and compared: one line, nothing invisible, no secrets.
 * @throws SnapError `usage` when nothing is left, or it has over 2,000 characters.
 */
export function taskText(text: string): string {
  const plain = cleanLine(text);
  if (plain === '') throw new SnapError('usage', 'task: the text is empty.', { hint: 'Say in a sentence what is to be done.' });
  if (plain.length > longestTask) {
    throw new SnapError('usage', `task: the text has ${plain.length} characters; ${longestTask} are the most.`, {
      hint: 'Say in a sentence what is to be done.',
    });
  }
  return maskTokens(maskText(plain));
}

/** Other text of a task: the same, and cut visibly where it is too long. */
export function storedText(text: string, most: number): string {
  return cut(maskTokens(maskText(cleanLine(text))), most);
}
