import { listed } from '../../../system/index.ts';
import type { Readers } from '../files/file-readers.ts';

/** The first names in quotes, and the number of the others. */
export function quotedNames(names: readonly string[], max = 5): string {
  const shown = names.slice(0, max).map((name) => `"${name}"`);
  return listed(names.length > max ? [...shown, `${names.length - max} more`] : shown);
}

/** `Cursor looks`, `Cursor and VS Code look`. */
export function clientsThat(readers: Readers, verb: string): string {
  return `${listed(readers.map(({ client }) => client.name))} ${verb}${readers.length === 1 ? 's' : ''}`;
}

/** The effect of a file that cannot be parsed on each client, as whole sentences. */
export function brokenFileEffects(readers: Readers): string {
  const documented = readers.flatMap(({ client }) => (client.onBrokenFile === undefined ? [] : [`${client.name} ${client.onBrokenFile}.`]));
  const others = readers.filter(({ client }) => client.onBrokenFile === undefined).map(({ client }) => client.name);
  if (others.length === 0) return documented.join(' ');
  return [...documented, `${listed(others)} ${others.length === 1 ? 'gets' : 'get'} no servers from it.`].join(' ');
}

/** `850 ms`, `12.3 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
}
