import { failureCode, failureWords, shortened, errorStack } from '../system/index.ts';
import { plain } from './terminal/style.ts';

/** What is printed of a failure that nothing in the program expected: what it is, and how to report it. */
export function reportCrash(error: unknown): void {
  process.stderr.write(`${crashText(error)}\n`);
}

/** Pure: {@link reportCrash} as a text. */
export function crashText(error: unknown): string {
  const code = failureCode(error) ?? '';
  // The program loads its parts when they are needed, and an update takes the old ones away.
  if (code === 'ERR_MODULE_NOT_FOUND') return 'snap: it was updated or moved while it ran. Run the command again.';
  if (noRoom.has(code)) return `snap: ${failureWords(error)}. Nothing more could be done; free some and run the command again.`;
  return bugText(error);
}

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/** A bug keeps its stack, and asks to be reported. */
export function bugText(error: unknown): string {
  const stack = shortened(errorStack(error));
  return `snap: this is a bug in snap; please report it with these lines.\n${stack.split('\n').map(plain).join('\n')}`;
}
