import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { eventStreamReader, httpClient, type HttpAnswer, type HttpRequest, type StreamEvent } from '../system/http/index.ts';
import { jsonIn, timeLimit } from '../system/index.ts';
import { tooLarge } from './program-transport.ts';

/** An address, and how it is called. */
export interface Address {
  /** `sse`: the transport of 2024-11-05, whose answers all come over one stream. */
  readonly transport: 'http' | 'sse';
  readonly url: URL;
  /** Of the entry; they are sent to the origin of `url` alone. */
  readonly headers: ReadonlyMap<string, string>;
}

/** The last HTTP answer of a server to a message, or to the request for its stream. */
export interface Heard {
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
  readonly authenticate?: string | undefined;
  /** It names the metadata by which a client signs in. */
  readonly namesMetadata?: boolean | undefined;
  /** Scheme and host of a redirect to another origin, which is not followed. */
  readonly redirectsTo?: string | undefined;
  /** What was thrown instead of an answer. */
  readonly failure?: unknown;
}

/** Streamable HTTP, a POST for each message (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports, 2026-11-22), or SSE. */
export interface AddressTransport extends Transport {
  heard(): Heard;
  /** Tells the server that the session is over, for at most a second, and ends every connection. */
  end(): Promise<void>;
}

const goodbyeMs = 1_000;
const [defaultRetryMs, maxRetryMs, maxResumes] = [1_000, 5_000, 3];
const maxRedirects = 5;
/** Headers that belong to one connection, so they are never taken from an entry. */
const notOfEntries = new Set(['connection', 'content-length', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);
/** The message of the error for a server that wants its messages sent to another host. */
export const otherOrigin = 'the endpoint is at another origin';

/**
 * Unlike the SDK's own transports it does not use `fetch`, whose first use takes 35 milliseconds, and asks for no stream of the server's own
 * messages: snap answers none.
 */
export function addressTransport({ headers, transport: kind, url }: Address, maxMessageBytes: number): AddressTransport {
  const stop = new AbortController();
  const { signal } = stop;
  const session = openSession(headers);
  let heard: Heard = {};
  /** Where messages are sent; over SSE the server names it. */
  let endpoint = url;

  const ask = async (request: Omit<HttpRequest, 'headers' | 'signal'>, accept: string): Promise<HttpAnswer> => {
    const type = request.method === 'POST' ? { 'content-type': 'application/json' } : {};
    try {
      const answer = await session.send({ ...request, signal }, { ...type, accept });
      heard = heardIn(answer, request.url);
      if (answer.status >= 200 && answer.status <= 299) return answer;
      answer.body.destroy();
    } catch (failure) {
      if (!signal.aborted) heard = { failure };
      throw failure;
    }
    throw new Error(`HTTP ${heard.status}`);
  };
  /** Gives the messages of a text to the client. @throws an error of the schema where there is none in it. */
  const take = (text: string): readonly JSONRPCMessage[] => {
    const data = jsonIn(text);
    const read = (Array.isArray(data) ? data : [data]).map((one) => JSONRPCMessageSchema.safeParse(one));
    const messages = read.flatMap((one) => one.data ?? []);
    const [first] = read;
    if (messages.length === 0) throw data === undefined ? new Error('the answer is no message') : first?.error;
    for (const message of messages) transport.onmessage?.(message);
    return messages;
  };
  const openStream = async (): Promise<void> => {
    const answer = await ask({ url }, 'text/event-stream');
    if (!isStream(answer)) throw new Error('the answer is no stream');
    await new Promise<void>((settle, fail) => {
      const events = readEvents(answer, maxMessageBytes, ({ name, text }) => {
        if (name === 'message' || name === '') take(text);
        if (name !== 'endpoint') return;
        endpoint = endpointIn(text, url);
        settle();
      });
      const lost = (error: unknown): void => {
        fail(error);
        transport.onclose?.();
      };
      events.then(() => lost(new Error('the stream ended')), lost);
    });
  };
  const transport: AddressTransport = {
    heard: () => heard,
    start: async () => (kind === 'sse' ? openStream() : undefined),
    setProtocolVersion: session.agree,
    async send(message) {
      const body = JSON.stringify(message);
      const answer = await ask({ url: endpoint, method: 'POST', body }, 'application/json, text/event-stream');
      // Over SSE the answer comes over the stream, and nothing is said at all where a request was only accepted.
      if (kind === 'sse' || answer.status === 202) return void answer.body.resume();
      if (isStream(answer)) return readAnswer(session, message, answer, { take, url, maxBytes: maxMessageBytes, signal });
      const text = await readText(answer, maxMessageBytes);
      if ('id' in message) take(text);
    },
    async close() {
      stop.abort();
      transport.onclose?.();
    },
    async end() {
      stop.abort();
      await session.end(url);
    },
  };
  return transport;
}

function isStream({ headers }: HttpAnswer): boolean {
  return (headers['content-type'] ?? '').includes('text/event-stream');
}

/** @throws an error with {@link otherOrigin}. */
function endpointIn(text: string, from: URL): URL {
  const endpoint = new URL(text.trim(), from);
  if (endpoint.origin !== from.origin) throw new Error(otherOrigin);
  return endpoint;
}

interface Session {
  /** Follows a redirect only within the origin, and only where the method stays: the headers of the entry are not sent elsewhere. */
  send(request: Omit<HttpRequest, 'headers'>, headers: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** Adds the agreed version of the protocol to each later request. */
  agree(version: string): void;
  end(url: URL): Promise<void>;
}

/** Sends requests with the headers of the entry and those that the protocol adds once they are known. */
function openSession(entry: ReadonlyMap<string, string>): Session {
  const client = httpClient();
  const given = [...entry].map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !notOfEntries.has(name));
  let known: Record<string, string> = {};
  const send = async (request: HttpRequest, followed = 0): Promise<HttpAnswer> => {
    const answer = await client.send(request);
    // Who reads the body gets its errors; one that nobody reads any more fails when everything ends.
    answer.body.on('error', () => undefined);
    const keepsMethod = [307, 308].includes(answer.status) || (request.method === undefined && [301, 302, 303].includes(answer.status));
    const next = keepsMethod && followed < maxRedirects ? within(request.url, answer.headers.location) : undefined;
    if (next === undefined) return answer;
    answer.body.resume();
    return send({ ...request, url: next }, followed + 1);
  };
  const headersWith = (more: Readonly<Record<string, string>>): Record<string, string> => ({
    'user-agent': 'snap-mcp',
    ...Object.fromEntries(given),
    ...more,
    ...known,
  });
  return {
    async send(request, headers) {
      const answer = await send({ ...request, headers: headersWith(headers) });
      const id = answer.headers['mcp-session-id'];
      if (typeof id === 'string') known = { ...known, 'mcp-session-id': id };
      return answer;
    },
    agree: (version) => void (known = { ...known, 'mcp-protocol-version': version }),
    async end(url) {
      if (known['mcp-session-id'] !== undefined) {
        const limit = timeLimit(goodbyeMs);
        // A server need not support ending a session.
        await send({ url, method: 'DELETE', headers: headersWith({}), signal: limit.signal }).then(
          ({ body }) => body.destroy(),
          () => undefined,
        );
        limit.release();
      }
      client.close();
    },
  };
}

interface ReadOptions {
  /** Gives the messages of a text to the client. @returns them. */
  readonly take: (text: string) => readonly JSONRPCMessage[];
  readonly url: URL;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Reads a stream to its end, and resumes it where the server closed it before the answer to the message. */
async function readAnswer(
  session: Session,
  message: JSONRPCMessage,
  stream: HttpAnswer,
  { take, url, maxBytes, signal }: ReadOptions,
): Promise<void> {
  let answer = stream;
  for (let resumes = 0; ; resumes += 1) {
    let isAnswered = false;
    const { lastId, retryMs } = await readEvents(answer, maxBytes, ({ text }) => {
      const messages = take(text);
      isAnswered ||= messages.some((one) => 'id' in message && 'id' in one && one.id === message.id && !('method' in one));
    });
    if (isAnswered || !('id' in message)) return;
    if (lastId === undefined || resumes === maxResumes) throw new Error('the stream ended without an answer');
    await pause(Math.min(retryMs ?? defaultRetryMs, maxRetryMs), signal);
    answer = await session.send({ url, signal }, { accept: 'text/event-stream', 'last-event-id': lastId });
    if (answer.status !== 200) throw new Error('the stream could not be resumed');
  }
}

/** Reads events to the end, or until `onEvent` throws. */
async function readEvents(
  { body }: HttpAnswer,
  maxBytes: number,
  onEvent: (event: { readonly name: string; readonly text: string }) => void,
): Promise<{ readonly lastId: string | undefined; readonly retryMs: number | undefined }> {
  const read = ({ data, isTooLong, name }: StreamEvent): void => {
    if (isTooLong) throw new Error(tooLarge);
    onEvent({ name, text: Buffer.concat(data.pieces, data.length).toString('utf8') });
  };
  const reader = eventStreamReader(maxBytes, read);
  for await (const piece of body) if (Buffer.isBuffer(piece)) reader.push(piece);
  return reader;
}

async function readText({ body }: HttpAnswer, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    length += piece.length;
    if (length > maxBytes) throw new Error(tooLarge);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length).toString('utf8');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const limit = timeLimit(ms, signal);
  await new Promise<void>((settle) => {
    if (limit.signal.aborted) settle();
    limit.signal.addEventListener('abort', () => settle(), { once: true });
  });
  limit.release();
  signal.throwIfAborted();
}

function heardIn({ headers, status }: HttpAnswer, url: URL): Heard {
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const challenge = headers['www-authenticate'] ?? '';
  return {
    status,
    contentType: contentType ? contentType : undefined,
    authenticate: schemeOf(challenge),
    namesMetadata: /\bresource_metadata\s*=/i.test(challenge),
    redirectsTo: redirectsTo(status, headers.location ?? '', url),
  };
}

/** The origin of a redirect to another one; the rest of the address may be private. */
function redirectsTo(status: number, location: string, from: URL): string | undefined {
  if (status < 300 || status > 399 || location === '' || !URL.canParse(location, from.href)) return undefined;
  const { origin, protocol } = new URL(location, from);
  return /^https?:$/.test(protocol) && origin !== from.origin ? origin : undefined;
}

/** Only the scheme and the error word: the rest of the header may name realms and addresses. https://www.rfc-editor.org/rfc/rfc9110#name-www-authenticate */
function schemeOf(header: string): string | undefined {
  const scheme = /^\s*([\w-]{1,40})(\s|,|$)/.exec(header)?.[1];
  const error = /\berror\s*=\s*"?([a-z_]{1,40})\b/.exec(header)?.[1];
  return scheme === undefined || error === undefined ? scheme : `${scheme} ${error}`;
}

/** Where a redirect leads within the same origin, or to its https form with both on default ports. */
function within(from: URL, location: string | undefined): URL | undefined {
  const to = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined || to.username !== from.username || to.password !== from.password || to.hostname !== from.hostname) return undefined;
  const isSame = to.protocol === from.protocol && to.port === from.port;
  return isSame || (from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '') ? to : undefined;
}
