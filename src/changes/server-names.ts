import type { Facts } from '../machine/index.ts';
import { nearest } from '../system/index.ts';

const maxNames = 10;

/** Every name of a server in these files, once. */
export function serverNames({ clients }: Pick<Facts, 'clients'>): readonly string[] {
  return [...new Set(clients.flatMap(({ files }) => files.flatMap(({ servers }) => servers.map(({ name }) => name))))];
}

/** What to say of a name that no server has: the one that was probably meant, and those there are. */
export function namesHint(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'There are no servers at all. "snap mcp scan" shows every file.';
  const near = nearest(name, names);
  const meant = near.length === 0 ? '' : `Did you mean ${near.map((one) => `"${one}"`).join(' or ')}? `;
  const shown = [...near, ...names.filter((one) => !near.includes(one))].slice(0, maxNames);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `${meant}Servers there: ${shown.join(', ')}${more}.`;
}
