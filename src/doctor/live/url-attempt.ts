import { networkFailure, noAnswer, type NetworkFailure, recordedFetch, type Heard, timeBox } from '../../mcp-client/talking.ts';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { brokenWords, lateList, shakeHands, type Greeting } from './handshake.ts';

/** One way to call a server. */
export interface Way {
  readonly transport: 'http' | 'sse';
  readonly url: URL;
  readonly headers: ReadonlyMap<string, string>;
}

/** The outcome of one way. */
export type Outcome =
  | { readonly kind: 'answered'; readonly said: Greeting }
  | { readonly kind: 'status'; readonly heard: Heard & { readonly status: number } }
  | ({ readonly kind: 'failed'; readonly milliseconds?: number } & NetworkFailure)
  | { readonly kind: 'broken'; readonly status: number | undefined; readonly message: string }
  | { readonly kind: 'silent'; readonly status: number; readonly milliseconds: number };

/** Calls the server in this way until it answers, fails, or the signal is aborted. Closes every connection. */
export async function attempt({ headers, transport: kind, url }: Way, signal: AbortSignal): Promise<Outcome> {
  const unsendable = [...headers].find(([name, value]) => !isSendable(name, value));
  if (unsendable !== undefined) {
    return { kind: 'failed', reason: 'other', message: `The header ${unsendable[0]} holds a character that cannot be sent.` };
  }
  const record = recordedFetch(signal, kind === 'http' ? ['POST'] : ['GET', 'POST']);
  const options = { fetch: record.fetch, requestInit: { headers: Object.fromEntries(headers) } };
  const http = kind === 'http' ? new StreamableHTTPClientTransport(url, options) : undefined;
  const transport = http ?? new SSEClientTransport(url, options);
  const box = timeBox(2 ** 31 - 1, signal);
  const since = performance.now();
  const handshake = shakeHands(transport, since);
  try {
    const said = await Promise.race([handshake.greeting, box.over]);
    if (said !== 'over') return { kind: 'answered', said };
    return tooLate(record.heard(), handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } catch (error) {
    return failed(record.heard(), error, handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } finally {
    box.close();
    // A server need not support ending a session.
    await http?.terminateSession().catch(() => undefined);
    await handshake.close();
  }
}

function isSendable(name: string, value: string): boolean {
  try {
    return new Headers({ [name]: value }).has(name);
  } catch {
    // It only throws for an invalid header; the message would contain the value.
    return false;
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
