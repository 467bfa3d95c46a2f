import {
  addressTransport,
  networkFailure,
  noAnswer,
  timeBox,
  type Address,
  type Heard,
  type NetworkFailure,
} from '../../mcp-client/talking.ts';
import { areHeaders } from '../../system/http/index.ts';
import { brokenWords, lateList, shakeHands, type Greeting } from './handshake.ts';

/** One way to call a server. */
export type Way = Address;

const maxMessageBytes = 10 * 1024 * 1024;

/** The outcome of one way. */
export type Outcome =
  | { readonly kind: 'answered'; readonly said: Greeting }
  | { readonly kind: 'status'; readonly heard: Heard & { readonly status: number } }
  | ({ readonly kind: 'failed'; readonly milliseconds?: number } & NetworkFailure)
  | { readonly kind: 'broken'; readonly status: number | undefined; readonly message: string }
  | { readonly kind: 'silent'; readonly status: number; readonly milliseconds: number };

/** Calls the server in this way until it answers, fails, or the signal is aborted. Closes every connection. */
export async function attempt(way: Way, signal: AbortSignal): Promise<Outcome> {
  const { headers, url } = way;
  const unsendable = [...headers].find((header) => !areHeaders([header]));
  if (unsendable !== undefined) {
    return { kind: 'failed', reason: 'other', message: `The header ${unsendable[0]} holds a character that cannot be sent.` };
  }
  const transport = addressTransport(way, maxMessageBytes);
  const box = timeBox(2 ** 31 - 1, signal);
  const since = performance.now();
  const handshake = shakeHands(transport, since);
  try {
    const said = await Promise.race([handshake.greeting, box.over]);
    if (said !== 'over') return { kind: 'answered', said };
    return tooLate(transport.heard(), handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } catch (error) {
    return failed(transport.heard(), error, handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } finally {
    box.close();
    await transport.end();
    await handshake.close();
  }
}

function tooLate({ failure, status }: Heard, isInitialized: boolean, host: string, milliseconds: number): Outcome {
  if (isInitialized) return { kind: 'broken', status, message: lateList };
  if (status !== undefined) return { kind: 'silent', status, milliseconds };
  return withTime(failure === undefined ? noAnswer(host) : networkFailure(failure, host), milliseconds);
}

function withTime(failure: NetworkFailure, milliseconds: number): Outcome {
  return { kind: 'failed', ...failure, ...(failure.reason === 'timeout' ? { milliseconds } : {}) };
}

function failed(heard: Heard, error: unknown, isInitialized: boolean, host: string, milliseconds: number): Outcome {
  const { contentType, failure, status } = heard;
  if (status === undefined) return withTime(networkFailure(failure ?? error, host), milliseconds);
  const isAnswer = status >= 200 && status < 300 && /^(application\/json|text\/event-stream)$/.test(contentType ?? '');
  // The answer to a notification is empty.
  if (isAnswer || (status === 202 && isInitialized)) return { kind: 'broken', status, message: brokenWords(error, isInitialized) };
  return { kind: 'status', heard: { ...heard, status } };
}
