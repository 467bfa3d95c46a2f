import { cleanLine } from './foreign-text.ts';

/** Text that others wrote, as data: on one line, cut, in quotes. */
export function quoted(text: string, max: number): string {
  return JSON.stringify(cut(cleanLine(text), max));
}

/** Shortens a value, visibly and between characters. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
