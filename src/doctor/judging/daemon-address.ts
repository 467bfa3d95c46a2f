import type { EntryFacts } from '../setup.ts';
import { addressOf, isLoopback, portOf } from './address.ts';

/** Where snap's shared process is meant to listen. */
const daemonPort = '8765';

/** Whether an address is, or was meant to be, that of snap's own daemon on this machine. */
export function isDaemonAddress({ entry }: Pick<EntryFacts, 'entry'>): boolean {
  const url = entry.server.kind === 'url' ? addressOf(entry.server.url) : undefined;
  return url !== undefined && isLoopback(url.hostname) && (entry.ours || portOf(url) === daemonPort);
}
