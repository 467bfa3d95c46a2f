import { clients, type Client } from '../../clients/index.ts';
import type { ListedChange } from '../../changes/index.ts';
import { plain } from '../terminal/style.ts';
import { displayPaths } from '../words.ts';
import { ago } from './times.ts';

/** When and by what a change was made: `5 minutes ago, snap mcp add`. */
export function madeText({ time, command }: Pick<ListedChange, 'time' | 'command'>, now: Date): string {
  return `${ago(time, now)}, snap ${plain(command)}`;
}

const did = { set: 'wrote', remove: 'removed', repair: 'repaired', undo: 'undid the change of' } as const;

/** What a change did to one file: `wrote "files" in Cursor: ~/.cursor/mcp.json`. */
export function fileText({ path, client, scope, servers, action }: ListedChange['files'][number], home: string): string {
  const verb = Object.entries(did).find(([known]) => known === action)?.[1] ?? action;
  const names = servers.map((name) => `"${plain(name)}"`).join(', ');
  const scoped = scope === 'global' || scope === '' ? '' : ` (${scope})`;
  return `${verb}${names === '' ? '' : ` ${names}`} in ${clientOf(client)?.name ?? plain(client)}${scoped}: ${plain(displayPaths(path, home))}`;
}

/** The client of this id, unless the journal is of another version of snap. */
export function clientOf(id: string): Client | undefined {
  return clients.find((client) => client.id === id);
}
