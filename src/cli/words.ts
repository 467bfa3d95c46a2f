export { count } from '../system/index.ts';

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
