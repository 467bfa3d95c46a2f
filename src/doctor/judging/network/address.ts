import { variablesIn } from '../../../clients/index.ts';
import { daemonPort } from '../../../system/index.ts';
import type { EntryFacts } from '../../setup.ts';

/** The parsed web address; `undefined` when it has variables or is not a web address. */
export function addressOf(text: string): URL | undefined {
  return variablesIn(text).length === 0 && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether a host name is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i.test(host);
}

/** The port, also when the scheme implies it. */
export function portOf(url: URL): string {
  return url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80';
}

/** Whether an address is, or was meant to be, that of snap's daemon on this machine. */
export function isDaemonAddress({ entry }: Pick<EntryFacts, 'entry'>): boolean {
  const url = entry.server.kind === 'url' ? addressOf(entry.server.url) : undefined;
  return url !== undefined && isLoopback(url.hostname) && (entry.ours || portOf(url) === String(daemonPort));
}
