import type { Facts } from '../machine/index.ts';
import { didYouMean, nearest } from '../system/index.ts';

const maxNames = 10;

/** Every name of a server in these files, once. */
export function serverNames({ clients }: Pick<Facts, 'clients'>): readonly string[] {
  return [...new Set(clients.flatMap(({ files }) => files.flatMap(({ servers }) => servers.map(({ name }) => name))))];
}

/** What to say of a name that no server has: the one that was probably meant, and those there are. */
export function namesHint(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'There are no servers there. "snap mcp scan" shows every file.';
  const near = nearest(name, names);
  const shown = [...near, ...names.filter((one) => !near.includes(one))].slice(0, maxNames);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `${didYouMean(near)} Servers there: ${shown.join(', ')}${more}.`.trimStart();
}
