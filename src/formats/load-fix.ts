import type { fixText } from './fix/fix-text.ts';

/** Makes a text parse again, as {@link fixText} promises. */
export type FixText = typeof fixText;

/** Loads the fixers, which are only needed when a file does not parse. */
export async function loadFix(): Promise<FixText> {
  return (await import('./fix/fix-text.ts')).fixText;
}
