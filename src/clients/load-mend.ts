import type { mendText } from './mend/mend.ts';

/** Makes a text parse again, as {@link mendText} promises. */
export type MendText = typeof mendText;

/** What mends a text is loaded when there is one to mend, and that is rare. */
export async function loadMend(): Promise<MendText> {
  return (await import('./mend/mend.ts')).mendText;
}
