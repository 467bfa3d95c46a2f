export { count } from '../system/index.ts';

/** What there is to say on a machine without assistants, and the next step. */
export const noAssistants = 'No assistants found on this machine. "snap setup" can set up those that you are going to install.';

/**
 * Why a command that asks did nothing: printed on standard error, also beside a document.
 * @param done `written`. @param hint what to type instead, as a sentence.
 */
export function notAsked(isJson: boolean, done: string, hint: string): string {
  return `${isJson ? 'With --json snap does not ask' : 'Not an interactive terminal'}, so nothing was ${done}. ${hint}`;
}

/** A text with `~` for the home directory in each of its paths: pasted output must not show the name of the user. */
export function displayPaths(text: string, home: string): string {
  if (home === '' || home === '/') return text;
  return text.replaceAll(home, (found, offset: number) => {
    const before = text[offset - 1];
    const after = text[offset + found.length];
    const isWhole = (before === undefined || before === ' ') && (after === undefined || after === '/' || after === '\\');
    return isWhole ? '~' : found;
  });
}
