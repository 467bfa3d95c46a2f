import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { failureOf, HttpFailure } from './failure.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST' | 'DELETE' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as it is, with its length. A list of pieces is not joined. */
  readonly body?: string | Buffer | readonly Buffer[] | undefined;
  /** Ends the request, and the body of its answer. */
  readonly signal?: StopSignal | undefined;
  /** How long connecting may take, TLS included; 10 seconds by default. */
  readonly connectMs?: number | undefined;
  /** How long the headers of the answer may take once connected; without a limit by default. */
  readonly headersMs?: number | undefined;
  /** Called when the whole request was handed to the system, at the latest with the answer. */
  readonly onSent?: (() => void) | undefined;
}

/** What is needed of an `AbortSignal`, which is one; a lighter one serves where there is one for each of many requests. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Buffers. Nothing is read ahead of its reader but a small buffer. It fails with an {@link HttpFailure} where the connection ends early. */
  readonly body: Readable;
}

/** Requests over connections that are kept. Redirects are answers like others: only the caller can know whether to follow one. */
export interface HttpClient {
  /** @throws HttpFailure where there is no answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Ends every connection. Bodies that are still read fail. */
  close(): void;
}

/** Whether these can be sent. The message of Node's own error would hold the value. */
export function areHeaders(headers: Iterable<readonly [name: string, value: string]>): boolean {
  try {
    for (const [name, value] of headers) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

const defaultConnectMs = 10_000;

const agentOptions = {
  keepAlive: true,
  // Node waits a quarter of a second for each address by default, and then calls a slow line a timeout.
  // https://github.com/nodejs/node/issues/54359 (2026-11-22)
  autoSelectFamilyAttemptTimeout: 2_500,
  // A connection that nobody uses is closed: routers forget it without a word, and the next request would wait for minutes.
  timeout: 30_000,
} as const;

/** A client of HTTP and HTTPS. Not `fetch`, whose first use costs 35 milliseconds. */
export function httpClient(): HttpClient {
  const plain = new Agent(agentOptions);
  let secure: Agent | undefined;
  return {
    async send(request) {
      if (request.signal?.aborted === true) throw aborted(false);
      if (request.url.protocol === 'http:') return send(httpRequest, plain, request);
      // TLS is loaded where it is used.
      const https = await import('node:https');
      secure ??= new https.Agent(agentOptions);
      return send(https.request, secure, request);
    },
    close() {
      plain.destroy();
      secure?.destroy();
    },
  };
}

type Start = typeof httpRequest;

async function send(start: Start, agent: Agent, asked: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const { url, method = 'GET', body, signal } = asked;
    const headers = { ...asked.headers, ...lengthOf(method, body) };
    const request = start({ ...addressOf(url), agent, method, headers });
    const clock = limitTimes(request, asked);
    let isAborted = false;
    const onAbort = (): void => {
      isAborted = true;
      request.destroy();
    };
    signal?.addEventListener('abort', onAbort);
    const release = (): void => signal?.removeEventListener('abort', onAbort);

    request.on('error', (error) => {
      clock.stop();
      release();
      const wasSent = request.socket !== null && !request.socket.connecting && request.headersSent;
      // After the headers of the answer this is too late for the promise, and the body reports it.
      reject(isAborted ? aborted(wasSent) : (clock.failure() ?? failureOf(error, wasSent)));
    });
    // Nothing here asks for another protocol. Without a listener Node closes the connection and says nothing at all:
    // https://nodejs.org/docs/latest-v20.x/api/http.html#event-upgrade (2026-11-23)
    request.on('upgrade', (_, socket) => {
      clock.stop();
      release();
      socket.destroy();
      reject(new HttpFailure('not-http', 'the answer was 101 (another protocol), which was not asked for', { wasSent: true }));
    });
    request.on('response', (response) => {
      clock.stop();
      response.once('close', release);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: withFailures(response, () => isAborted) });
    });
    if (asked.onSent !== undefined) request.once('finish', asked.onSent);
    writeBody(request, body);
  });
}

/** An address is taken apart once, however many requests go there. */
const addresses = new WeakMap<URL, Readonly<Record<'protocol' | 'hostname' | 'port' | 'path', string>>>();

function addressOf(url: URL): Readonly<Record<'protocol' | 'hostname' | 'port' | 'path', string>> {
  const known = addresses.get(url);
  if (known !== undefined) return known;
  const { protocol, hostname, port, pathname, search } = url;
  // An IPv6 address is in brackets only in an address.
  const made = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, path: `${pathname}${search}` };
  addresses.set(url, made);
  return made;
}

/** Errors of a body are failures too. */
function withFailures(response: IncomingMessage, isAborted: () => boolean): Readable {
  const destroy = response._destroy.bind(response);
  response._destroy = (error, done) =>
    destroy(error, (after) => {
      const reason = after ?? error;
      done(reason === null || reason === undefined ? null : isAborted() ? aborted(true) : failureOf(reason, true));
    });
  return response;
}

function writeBody(request: ClientRequest, body: HttpRequest['body']): void {
  if (typeof body === 'object' && !Buffer.isBuffer(body)) {
    for (const piece of body) request.write(piece);
    request.end();
  } else request.end(body);
}

function lengthOf(method: string, body: HttpRequest['body']): Readonly<Record<string, string>> {
  if (body === undefined) return method === 'POST' ? { 'content-length': '0' } : {};
  if (typeof body === 'string') return { 'content-length': String(Buffer.byteLength(body)) };
  return { 'content-length': String(Buffer.isBuffer(body) ? body.length : body.reduce((sum, { length }) => sum + length, 0)) };
}

interface Clock {
  stop(): void;
  /** Set when a time limit ended the request. */
  failure(): HttpFailure | undefined;
}

/** Ends a request that does not connect, or is not answered, in time. */
function limitTimes(request: ClientRequest, { url, connectMs = defaultConnectMs, headersMs }: HttpRequest): Clock {
  let timer: NodeJS.Timeout | undefined;
  let failure: HttpFailure | undefined;
  const limit = (ms: number, what: string, wasSent: boolean): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = new HttpFailure('timeout', `${what} within ${ms} ms`, { wasSent });
      request.destroy(failure);
    }, ms);
  };
  const connected = (): void => {
    clearTimeout(timer);
    if (headersMs !== undefined) limit(headersMs, 'no answer came', true);
  };
  request.once('socket', (socket: Socket) => {
    // A connection that was kept needs no time.
    if (!socket.connecting) return connected();
    limit(connectMs, 'no connection was made', false);
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
  });
  return { stop: () => clearTimeout(timer), failure: () => failure };
}

function aborted(wasSent: boolean): HttpFailure {
  return new HttpFailure('aborted', 'the request was ended', { wasSent });
}

/**
 * The whole body, for small answers.
 * @throws HttpFailure `failed` for one of more than `maxBytes`, which is read no further.
 */
export async function readBody(body: Readable, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    length += piece.length;
    // Leaving the loop destroys the body.
    if (length > maxBytes) throw new HttpFailure('failed', `the answer has more than ${maxBytes} bytes`, { wasSent: true });
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}
