import { cleanLine } from './foreign-text.ts';

/** Text that others wrote, as data: on one line, cut, in quotes. */
export function quoted(text: string, max: number): string {
  return JSON.stringify(cut(cleanLine(text), max));
}

/** A foreign name or path for a sentence: unchanged when it is plain, else {@link quoted}. */
export function shownName(name: string): string {
  return /^[\w@./+$-]{1,200}$/.test(name) ? name : quoted(name, 200);
}

/** A text between single quotes, as sh, bash and zsh read it: nothing in it is run or replaced. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as one word of a POSIX shell: as it is where that is safe, else between single quotes. */
export function shellWord(text: string): string {
  return isShellWord(text) ? text : shellQuoted(text);
}

/** Whether a POSIX shell takes a text as one word as it is. */
export function isShellWord(text: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(text);
}

/** `snap_12` of `snap_12_0a1b2c`: the id of a snapshot as it is shown. Every command takes it, because the number is unique in a workspace. */
export function shortSnapshotId(id: string): string {
  return id.replace(/_[0-9a-f]{6}$/, '');
}

/** Shortens a value, visibly and between characters. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character is at most two units long, so the rest of a long text need not be read.
  const characters = Array.from(text.slice(0, 2 * max + 1));
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** As much of a message as anybody reads: one that quotes a text of others may be as long as that text. */
const maxMessage = { start: 3_000, end: 1_000 };

/** A message without its middle, where it is too long: the place stands at its beginning, and what to do often at its end. */
export function shortened(message: string): string {
  const { start, end } = maxMessage;
  const left = message.length - start - end;
  if (left <= 0) return message;
  return `${message.slice(0, start)} […${left} characters cut…] ${message.slice(-end)}`;
}

/** With a capital letter, as at the start of a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
