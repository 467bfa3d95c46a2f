import type { Readers } from '../files/file-readers.ts';

/** `a`, `a and b`, `a, b and c`. */
export function joinWithAnd(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** The first names in quotes, and the number of the others. */
export function quotedNames(names: readonly string[], max = 5): string {
  const shown = names.slice(0, max).map((name) => `"${name}"`);
  return joinWithAnd(names.length > max ? [...shown, `${names.length - max} more`] : shown);
}

/** `Cursor looks`, `Cursor and VS Code look`. */
export function clientsThat(readers: Readers, verb: string): string {
  return `${joinWithAnd(readers.map(({ client }) => client.name))} ${verb}${readers.length === 1 ? 's' : ''}`;
}

/** The effect of a file that cannot be parsed on each client, as whole sentences. */
export function brokenFileEffects(readers: Readers): string {
  const documented = readers.flatMap(({ client }) => (client.onBrokenFile === undefined ? [] : [`${client.name} ${client.onBrokenFile}.`]));
  const others = readers.filter(({ client }) => client.onBrokenFile === undefined).map(({ client }) => client.name);
  if (others.length === 0) return documented.join(' ');
  return [...documented, `${joinWithAnd(others)} ${others.length === 1 ? 'gets' : 'get'} no servers from it.`].join(' ');
}
