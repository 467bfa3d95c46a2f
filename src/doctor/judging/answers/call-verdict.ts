import { exitCause } from './exit-patterns.ts';
import { knownOnlyToClient } from './known-only-to-client.ts';
import { quotedOutput } from './quoted-output.ts';
import type { EntryFacts } from '../../setup.ts';
import type { LiveAnswer } from '../../live/index.ts';

/** The line of a server's output that tells most about why it ended; empty when it wrote nothing. */
export function tellingLine({ noise = '', stderr }: { readonly noise?: string | undefined; readonly stderr: string }): string {
  const output = [stderr, noise].filter((text) => text !== '').join('\n');
  return quotedOutput(output, exitCause(output));
}

/** Whether the server asks to sign in, which is its normal answer to an entry that sends no key. */
export function asksToSignIn(target: EntryFacts, answer: LiveAnswer): boolean {
  if (answer.kind !== 'http' || target.entry.server.kind !== 'url') return false;
  const isAsking = answer.status === 401 || (answer.status === 403 && answer.authenticate !== undefined);
  return isAsking && !sendsKey(target) && knownOnlyToClient(target).length === 0;
}

/** Whether an entry sends a key: in a header, or from a variable that it names (Codex). */
export function sendsKey({ entry, file }: EntryFacts): boolean {
  if (entry.server.kind !== 'url') return false;
  const { bearerFrom, headersFrom } = { bearerFrom: undefined, headersFrom: undefined, ...file.reading.entry.http };
  const isNamed = [bearerFrom, headersFrom].some((key) => key !== undefined && entry.value instanceof Map && entry.value.has(key));
  return isNamed || [...entry.server.headers.keys()].some((header) => /auth|key|token|secret|cookie/i.test(header));
}
