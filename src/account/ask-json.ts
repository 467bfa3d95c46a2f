import { isRecord, jsonIn, SnapError, textIn, timeLimit } from '../system/index.ts';
import { type HttpClient, HttpFailure, readBody } from '../system/http/index.ts';
import { noteForm, noteGiven, shownText } from './echoes.ts';

/** An answer of the backend whose body was read. */
export interface JsonAnswer {
  readonly status: number;
  /** Undefined where the body is no object of JSON. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** For people. */
  readonly retryAfter: string | undefined;
  /**
   * A text of the answer for people: on one line, without hidden characters, and without any secret of ours that the backend sends back.
   * `undefined` for what is no text.
   */
  shown(text: unknown, max: number): string | undefined;
}

export interface JsonRequest {
  readonly url: string;
  readonly bearer?: string | undefined;
  /** Sent as a form by POST. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long it may take in all; 20 seconds by default. */
  readonly maxMs?: number | undefined;
}

const maxBytes = 64 * 1024;
const usualMs = 20_000;
const maxConnectMs = 10_000;

/**
 * One question to the backend. Redirects are not followed: a token goes where the person has said.
 * @throws SnapError `io` where there is no answer; it names the host and never a token.
 */
export async function askJson(
  client: HttpClient,
  { url: address, bearer, form, signal, maxMs = usualMs }: JsonRequest,
): Promise<JsonAnswer> {
  const url = new URL(address);
  if (form !== undefined) noteForm(client, form);
  const limit = timeLimit(maxMs, signal);
  try {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`;
    if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
    const answer = await client.send({
      url,
      method: form === undefined ? 'GET' : 'POST',
      headers,
      body: form === undefined ? undefined : new URLSearchParams(form).toString(),
      signal: limit.signal,
      connectMs: maxConnectMs,
    });
    const value = jsonIn((await readBody(answer.body, maxBytes)).toString('utf8'));
    if (form !== undefined && isRecord(value)) noteGiven(client, value);
    const shown = (text: unknown, max: number): string | undefined => {
      const found = textIn(text);
      return found === undefined ? undefined : shownText(client, found, max, bearer);
    };
    return {
      status: answer.status,
      value: isRecord(value) ? value : undefined,
      retryAfter: shown(answer.headers['retry-after'], 40),
      shown,
    };
  } catch (error) {
    if (signal?.aborted === true) throw new SnapError('refused', 'Cancelled.');
    const why = error instanceof HttpFailure && error.kind !== 'aborted' ? error.message : `no answer came within ${maxMs / 1000} seconds`;
    throw new SnapError('io', `${url.origin}: ${why}.`, {
      hint: 'Check the address and the network, then run the command again.',
      cause: error,
    });
  } finally {
    limit.release();
  }
}

/** What a server says of itself, behind a sentence. @param said as {@link JsonAnswer.shown} gives it. */
export function quoted(said: string | undefined): string {
  return said === undefined || said.trim() === '' ? '' : `: "${said}"`;
}
