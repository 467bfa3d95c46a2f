import type { LiveAnswer } from '../live/index.ts';
import type { EntryFacts } from '../setup.ts';
import { addressOf, isLoopback } from './address.ts';

/** An answer about an address that did not work as the entry has it. */
export type FailedCall = Extract<LiveAnswer, { readonly kind: 'http' | 'unreachable' | 'silent' | 'broken' }>;

/**
 * How the way that works differs from what the entry says: another name of this very machine, another path, or only another transport.
 * `undefined` where no way worked, or where the address as it stands is not known (variables).
 */
export function differenceOf({ entry }: Pick<EntryFacts, 'entry'>, { works }: FailedCall): 'loopback' | 'path' | 'transport' | undefined {
  if (works === undefined || entry.server.kind !== 'url') return undefined;
  const [own, other] = [addressOf(entry.server.url), addressOf(works.url)];
  if (own === undefined || other === undefined) return undefined;
  if (own.hostname !== other.hostname) return isLoopback(own.hostname) && isLoopback(other.hostname) ? 'loopback' : undefined;
  return own.pathname === other.pathname ? 'transport' : 'path';
}
