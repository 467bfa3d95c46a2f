import type { mendText } from './fix/fix-text.ts';

/** Makes a text parse again, as {@link mendText} promises. */
export type MendText = typeof mendText;

/** What mends a text is loaded when there is one to mend, and that is rare. */
export async function loadMend(): Promise<MendText> {
  return (await import('./fix/fix-text.ts')).mendText;
}
