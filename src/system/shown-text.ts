import { cleanLine } from './foreign-text.ts';

/** Text that others wrote, as data: on one line, cut, in quotes. */
export function quoted(text: string, max: number): string {
  return JSON.stringify(cut(cleanLine(text), max));
}

/** Shortens a value, visibly and between characters. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character is at most two units long, so the rest of a long text need not be read.
  const characters = Array.from(text.slice(0, 2 * max + 1));
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** With a capital letter, as at the start of a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
