export { count } from '../system/index.ts';

/** Pasted output must not tell who you are. */
export function tilde(text: string, home: string): string {
  if (home === '' || home === '/') return text;
  return text.replaceAll(home, (found, offset: number) => {
    const before = text[offset - 1];
    const after = text[offset + found.length];
    const isWhole = (before === undefined || before === ' ') && (after === undefined || after === '/' || after === '\\');
    return isWhole ? '~' : found;
  });
}
