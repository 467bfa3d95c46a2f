import type { Severity } from '../../diagnostic.ts';
import type { LiveAnswer } from '../../live/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { addressOf, isLoopback } from '../network/address.ts';
import { knownOnlyToClient } from './known-only-to-client.ts';
import { entrySeverity } from '../../severity.ts';

/** An entry whose server was called, with the answer that is judged. */
export interface CalledEntry<Kind extends LiveAnswer['kind']> {
  readonly entry: EntryFacts;
  readonly answer: Extract<LiveAnswer, { readonly kind: Kind }>;
  /** The highest severity that a finding about it may have. */
  readonly maxSeverity: Severity;
}

/** Every entry whose server answered in one of these ways, in the environment of its client; where only the shell's was tried, there. */
export function* calledEntries<Kind extends LiveAnswer['kind']>(
  { entries }: Pick<Setup, 'entries'>,
  ...kinds: readonly Kind[]
): Generator<CalledEntry<Kind>> {
  const isWanted = (answer: LiveAnswer): answer is Extract<LiveAnswer, { readonly kind: Kind }> =>
    kinds.some((kind) => kind === answer.kind);
  for (const entry of entries) {
    const live = entry.live.find(({ as }) => as === 'client') ?? entry.live[0];
    if (live === undefined || !isWanted(live.answer)) continue;
    yield { entry, answer: live.answer, maxSeverity: maxSeverityOf(entry, live.as) };
  }
}

/** An entry that its client never starts, or starts with values that snap does not have, need not fail there. */
function maxSeverityOf(entry: EntryFacts, as: EntryFacts['live'][number]['as']): Severity {
  if (knownOnlyToClient(entry).length > 0) return 'info';
  return entrySeverity(entry, as === 'client' && entry.file.installed && !isGuess(entry) ? 'error' : 'warning');
}

/** Whether it is not confirmed how this client calls such an address. */
function isGuess({ entry, file }: EntryFacts): boolean {
  const { unsure = [] } = file.reading.entry;
  const { server } = entry;
  return server.kind === 'url' && unsure.some((one) => one === 'untyped' || one === server.transport);
}

/** The answer for an address that did not work as it is written in the entry. */
export type FailedCall = Extract<LiveAnswer, { readonly kind: 'http' | 'unreachable' | 'silent' | 'broken' }>;

/**
 * How the address that works differs from the entry: another local host name, another path, or only another transport.
 * `undefined` when nothing worked, or when the address of the entry has variables.
 */
export function differenceOf({ entry }: Pick<EntryFacts, 'entry'>, { works }: FailedCall): 'loopback' | 'path' | 'transport' | undefined {
  if (works === undefined || entry.server.kind !== 'url') return undefined;
  const [own, other] = [addressOf(entry.server.url), addressOf(works.url)];
  if (own === undefined || other === undefined) return undefined;
  if (own.hostname !== other.hostname) return isLoopback(own.hostname) && isLoopback(other.hostname) ? 'loopback' : undefined;
  return own.pathname === other.pathname ? 'transport' : 'path';
}
