import { count } from '../system/index.ts';
import type { ClientFacts, ConfigFileFacts } from './facts.ts';

/** Whether snap is set up in a file that this client reads. */
export function isSetUp(found: ClientFacts): boolean {
  return found.files.some((file) => !file.ignored && file.servers.some(({ ours, enabled }) => ours && enabled));
}

/** In a few words about a client: whether snap is set up, and which servers it has. */
export function stateOf(found: ClientFacts): string {
  const names = new Set(found.files.filter((file) => !file.ignored).flatMap((file) => file.servers.map(({ name }) => name)));
  if (isSetUp(found)) return names.size > 1 ? `snap is set up, and ${count(names.size - 1, 'other server')}` : 'snap is set up';
  if (names.size > 0) return count(names.size, 'server');
  return brokenFiles(found).length > 0 ? 'a file that cannot be read' : 'no servers yet';
}

/** Files that snap cannot write, because they cannot be read or parsed. */
export function brokenFiles({ files }: Pick<ClientFacts, 'files'>): readonly ConfigFileFacts[] {
  return files.filter((file) => !file.ignored && file.error !== undefined && file.state !== 'absent');
}
