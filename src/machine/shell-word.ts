import { hidesText, shellQuoted } from '../system/index.ts';

/** Characters that no shell interprets, in any position. */
const plainWord = /^[A-Za-z0-9@%+:,./_][A-Za-z0-9@%+=:,./_-]*$/;
/** cmd replaces `%NAME%`, and PowerShell interprets a leading `@` and a comma. */
const plainOnWindows = /^[A-Za-z0-9./_][A-Za-z0-9@+:./\\_-]*$/;

/**
 * A text from a file as one word of a command that a person copies into a shell; `undefined` when no spelling is safe in every shell
 * of the platform: then describe in words what to do. `sh` reads the result as exactly this text: nothing in it is run or replaced.
 */
export function shellWord(text: string, platform: NodeJS.Platform): string | undefined {
  // Control characters act on the terminal, invisible ones hide what is pasted, and a dash makes an option.
  if (hidesText(text) || /[\t\n]/.test(text) || text.startsWith('-')) return undefined;
  if (platform === 'win32') return plainOnWindows.test(text) ? text : undefined;
  return plainWord.test(text) ? text : shellQuoted(text);
}
