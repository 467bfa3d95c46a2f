import { maskProse } from '../../secrets/index.ts';
import { cut, cleanLine, SnapError } from '../../system/index.ts';

const maxTask = 2_000;

/**
 * The text of a task as it is stored and compared: one line, nothing invisible, no secrets.
 * @throws SnapError `usage` when nothing is left, or it has over 2,000 characters.
 */
export function taskText(text: string): string {
  const plain = cleanLine(text);
  if (plain === '') throw new SnapError('usage', 'task: the text is empty.', { hint: 'Describe the task in one sentence.' });
  if (plain.length > maxTask) {
    throw new SnapError('usage', `task: the text has ${plain.length} characters; at most ${maxTask} are allowed.`, {
      hint: 'Describe the task in one sentence.',
    });
  }
  return maskProse(plain);
}

/** Other text of a task: cleaned in the same way, and cut with a mark where it is too long. */
export function storedText(text: string, max: number): string {
  return cut(maskProse(cleanLine(text)), max);
}
