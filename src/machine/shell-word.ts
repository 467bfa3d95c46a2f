import { hidesText } from '../system/index.ts';

/** What no shell takes apart, wherever it stands. */
const plainWord = /^[A-Za-z0-9@%+:,./_][A-Za-z0-9@%+=:,./_-]*$/;
/** `%NAME%` is filled in by cmd, and a leading `@` or a comma means something to PowerShell. */
const plainOnWindows = /^[A-Za-z0-9./_][A-Za-z0-9@+:./\\_-]*$/;

/**
 * A text from a file as one word of a command that a person copies into a shell; `undefined` where no spelling is safe in every shell
 * of the platform: then say in words what to do. What comes back is the very text to `sh`: nothing in it is run or filled in.
 */
export function shellWord(text: string, platform: NodeJS.Platform): string | undefined {
  // A control character acts on the terminal it is pasted into, one that cannot be seen hides what is pasted, and a dash makes an option.
  if (hidesText(text) || /[\t\n]/.test(text) || text.startsWith('-')) return undefined;
  if (platform === 'win32') return plainOnWindows.test(text) ? text : undefined;
  return plainWord.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
