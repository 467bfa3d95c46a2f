import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { eventStreamReader, httpClient, type HttpAnswer, type HttpRequest, type StreamEvent } from '../system/http/index.ts';
import { jsonIn, timeLimit } from '../system/index.ts';
import { tooLarge } from './program-transport.ts';
import { redirectsTo, type Heard } from './recorded-fetch.ts';

/** Streamable HTTP: a POST for each message. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports (2026-11-22) */
export interface AddressTransport extends Transport {
  /** The last answer to a message. */
  heard(): Heard;
  /** Tells the server that the session is over, for at most a second, and ends every connection. */
  end(): Promise<void>;
}

const goodbyeMs = 1_000;
const [defaultRetryMs, maxRetryMs, maxResumes] = [1_000, 5_000, 3];
const maxRedirects = 5;
/** Headers that belong to one connection, so they are never taken from an entry. */
const notOfEntries = new Set(['connection', 'content-length', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * Unlike the SDK's own transport it does not use `fetch`, whose first use takes 35 milliseconds, and asks for no stream of the server's own
 * messages: snap answers none.
 * @param headers of the entry; they are sent to the origin of `url` alone.
 */
export function addressTransport(url: URL, headers: ReadonlyMap<string, string>, maxMessageBytes: number): AddressTransport {
  const stop = new AbortController();
  const session = openSession(url, headers);
  let heard: Heard = {};

  const post = async (message: JSONRPCMessage): Promise<HttpAnswer> => {
    const more = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    try {
      const answer = await session.send({ method: 'POST', body: JSON.stringify(message), signal: stop.signal }, more);
      heard = heardIn(answer, url);
      return answer;
    } catch (failure) {
      if (!stop.signal.aborted) heard = { failure };
      throw failure;
    }
  };
  const take = (text: string): JSONRPCMessage[] => {
    const data = jsonIn(text);
    const messages = (Array.isArray(data) ? data : [data]).flatMap((one) => JSONRPCMessageSchema.safeParse(one).data ?? []);
    for (const message of messages) transport.onmessage?.(message);
    return messages;
  };
  const transport: AddressTransport = {
    heard: () => heard,
    start: async () => undefined,
    setProtocolVersion: session.agree,
    async send(message) {
      const answer = await post(message);
      if (answer.status < 200 || answer.status > 299) {
        answer.body.destroy();
        throw new Error(`HTTP ${answer.status}`);
      }
      const type = answer.headers['content-type'] ?? '';
      if (type.includes('text/event-stream'))
        return readAnswer(session, message, answer, { take, maxBytes: maxMessageBytes, signal: stop.signal });
      const text = await readText(answer, maxMessageBytes);
      if ('id' in message && take(text).length === 0) throw new Error('the answer is no message');
    },
    async close() {
      stop.abort();
      transport.onclose?.();
    },
    async end() {
      stop.abort();
      await session.end();
    },
  };
  return transport;
}

interface Session {
  /** Follows a redirect only within the origin, and only where the method stays: the headers of the entry are not sent elsewhere. */
  send(request: Omit<HttpRequest, 'url' | 'headers'>, headers: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** Adds the agreed version of the protocol to each later request. */
  agree(version: string): void;
  end(): Promise<void>;
}

/** Sends requests with the headers of the entry and those that the protocol adds once they are known. */
function openSession(url: URL, entry: ReadonlyMap<string, string>): Session {
  const client = httpClient();
  const given = [...entry].map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !notOfEntries.has(name));
  let known: Record<string, string> = {};
  const send = async (request: Omit<HttpRequest, 'url'>, to = url, followed = 0): Promise<HttpAnswer> => {
    const answer = await client.send({ ...request, url: to });
    const next = [307, 308].includes(answer.status) && followed < maxRedirects ? within(to, answer.headers.location) : undefined;
    if (next === undefined) return answer;
    answer.body.resume();
    return send(request, next, followed + 1);
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
    async end() {
      if (known['mcp-session-id'] !== undefined) {
        const limit = timeLimit(goodbyeMs);
        // A server need not support ending a session.
        await send({ method: 'DELETE', headers: headersWith({}), signal: limit.signal }).then(
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
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Reads a stream to its end, and resumes it where the server closed it before the answer to the message. */
async function readAnswer(
  session: Session,
  message: JSONRPCMessage,
  stream: HttpAnswer,
  { take, maxBytes, signal }: ReadOptions,
): Promise<void> {
  let answer = stream;
  for (let resumes = 0; ; resumes += 1) {
    let isAnswered = false;
    const { lastId, retryMs } = await readEvents(answer, maxBytes, ({ data, isTooLong }) => {
      if (isTooLong) throw new Error(tooLarge);
      const messages = take(Buffer.concat(data.pieces, data.length).toString('utf8'));
      isAnswered ||= messages.some((one) => 'id' in message && 'id' in one && one.id === message.id && !('method' in one));
    });
    if (isAnswered || !('id' in message)) return;
    if (lastId === undefined || resumes === maxResumes) throw new Error('the stream ended without an answer');
    await pause(Math.min(retryMs ?? defaultRetryMs, maxRetryMs), signal);
    answer = await session.send({ signal }, { accept: 'text/event-stream', 'last-event-id': lastId });
    if (answer.status !== 200) throw new Error('the stream could not be resumed');
  }
}

/** Reads events to the end, or until `onEvent` throws. */
async function readEvents(
  { body }: HttpAnswer,
  maxBytes: number,
  onEvent: (event: StreamEvent) => void,
): Promise<{ readonly lastId: string | undefined; readonly retryMs: number | undefined }> {
  const reader = eventStreamReader(maxBytes, onEvent, () => undefined);
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
  return { status, redirectsTo: redirectsTo(status, headers.location ?? '', url) };
}

/** Where a redirect leads within the same origin, or to its https form with both on default ports. */
function within(from: URL, location: string | undefined): URL | undefined {
  const to = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined || to.username !== from.username || to.password !== from.password || to.hostname !== from.hostname) return undefined;
  const isSame = to.protocol === from.protocol && to.port === from.port;
  return isSame || (from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '') ? to : undefined;
}
