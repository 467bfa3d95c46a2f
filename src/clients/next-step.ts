import type { Client } from './client.ts';

/** What became of an entry. */
export type EntryAction = 'created' | 'updated' | 'removed' | 'enabled' | 'disabled';

/** What the person does so that the client notices: what starts a server is no advice about one that is gone. */
export function nextStep(client: Client, action: EntryAction): string {
  switch (action) {
    case 'created':
    case 'updated':
    case 'enabled':
      return client.reload;
    case 'disabled':
      return client.afterDisabling ?? client.afterRemoval ?? client.reload;
    case 'removed':
      return client.afterRemoval ?? client.reload;
    default:
      return action satisfies never;
  }
}
