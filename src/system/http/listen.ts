import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connectionGate, type ConnectionGate } from './connection-gate.ts';
import { failureCode, failureWords } from '../failures.ts';
import { portHolder, type PortHolder } from './port-holder.ts';

// Node's own defaults (60 s for a header, 300 s for a request, any number of connections) let one slow client hold a server for ever.

/** What a listener bounds by itself, in milliseconds and numbers. */
export interface ListenLimits {
  /** Until the header of a request is complete. */
  readonly headers: number;
  /** Until a request is complete, its body too. */
  readonly request: number;
  /** How often the two are looked at. */
  readonly look: number;
  /** How long a connection is kept without a request. */
  readonly idle: number;
  readonly connections: number;
  /** Requests with the right credential whose body is still to come. With the streams that a client may open there is room left for others. */
  readonly incomplete: number;
  /** Bytes of all headers of a request. */
  readonly headerBytes: number;
  readonly headerFields: number;
}

export const listenLimits: ListenLimits = {
  headers: 5_000,
  request: 15_000,
  look: 1_000,
  idle: 30_000,
  connections: 64,
  incomplete: 16,
  headerBytes: 16 * 1024,
  headerFields: 100,
};

/** A request and what answers it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * The request has shown the right credential: its connection is not dropped for one that has not.
   * @returns false where too many requests with a credential are not complete: this one is to be told to come again.
   */
  trust(): Promise<boolean>;
}

export interface Listener {
  readonly port: number;
  /** The addresses it listens on. */
  readonly addresses: readonly string[];
  /** Open connections now. */
  connections(): number;
  /** Settles with the reason when it listens no longer on one of its addresses although nobody has closed it. The rest of it is to be closed then. */
  readonly lost: Promise<string>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Another process has the port. */
export interface PortTaken {
  readonly taken: number;
  /** Absent where it may not be seen. */
  readonly holder?: PortHolder | undefined;
}

/** Both loopback addresses: `localhost` is either of them. */
const loopback = ['127.0.0.1', '::1'] as const;

/**
 * Listens on the loopback addresses and on no other. A port that is taken on one of them is never replaced by another.
 * @param port 0 for a free one.
 * @throws what else keeps it from listening.
 */
export async function listenOnLoopback(
  port: number,
  take: (exchange: Exchange) => void,
  limits: ListenLimits = listenLimits,
): Promise<Listener | PortTaken> {
  // A free port of one address may be taken on the other.
  for (let tries = port === 0 ? 20 : 1; ; tries -= 1) {
    const made = await listenOnce(port, take, limits);
    if (!('taken' in made) || tries === 1) return made;
  }
}

async function listenOnce(port: number, take: (exchange: Exchange) => void, limits: ListenLimits): Promise<Listener | PortTaken> {
  const gate = connectionGate(limits.connections, limits.incomplete);
  const servers: Server[] = [];
  let isEnding = false;
  const end = async (): Promise<void> => {
    isEnding = true;
    gate.close();
    await Promise.all(servers.map((server) => new Promise((resume) => server.close(resume))));
  };
  let bound = port;
  for (const address of loopback) {
    const server = madeServer(take, gate, limits);
    try {
      server.listen({ host: address, port: bound, exclusive: true, ...(address === '::1' ? { ipv6Only: true } : {}) });
      await once(server, 'listening');
      servers.push(server);
      bound = addressOf(server).port;
    } catch (error) {
      const code = failureCode(error);
      // A machine without IPv6.
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL')) continue;
      await end();
      if (code !== 'EADDRINUSE') throw error;
      return { taken: bound, holder: portHolder(bound) };
    }
  }
  const lost = Promise.race(servers.map(endOf)).then((why) => (isEnding ? new Promise<never>(() => undefined) : why));
  return {
    port: bound,
    addresses: servers.map((server) => addressOf(server).address),
    connections: () => gate.count(),
    lost,
    close: end,
  };
}

/** Failures of one connection, after which the server accepts others. https://man7.org/linux/man-pages/man2/accept.2.html#ERRORS (2026-11-23) */
const ofOneConnection = ['ECONNABORTED', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EPERM', 'EPROTO'];

/** Why a server does not listen any more. Without a listener for its errors, one would end the process. */
function endOf(server: Server): Promise<string> {
  return new Promise((settle) => {
    server.on('error', (error) => {
      if (!ofOneConnection.includes(failureCode(error) ?? '')) settle(failureWords(error));
    });
    server.once('close', () => settle('its listener was closed'));
  });
}

function madeServer(take: (exchange: Exchange) => void, gate: ConnectionGate, limits: ListenLimits): Server {
  const options: ServerOptions = {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.look,
    keepAliveTimeout: limits.idle,
    maxHeaderSize: limits.headerBytes,
    insecureHTTPParser: false,
    requireHostHeader: true,
    noDelay: true,
  };
  const server = createServer(options);
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // Node drops fields past its own bound without a word, and a second Host might be among them.
    if (request.rawHeaders.length / 2 > limits.headerFields) return refuse(socket, 431);
    // A client that leaves is seen by the end of its connection.
    response.on('error', () => undefined);
    if (!gate.begin(request, (done) => response.once('close', done))) return refuse(socket, 503);
    try {
      take({ request, response, trust: () => gate.trust(request) });
    } catch {
      // A request must not end the process, whatever is wrong with what takes it.
      refuse(socket, 500);
    }
  };
  server.maxHeadersCount = limits.headerFields + 1;
  // As long as there are that many connections the oldest one without a credential makes room, so Node's own bound is the last one only.
  server.maxConnections = limits.connections * 2;
  server
    .on('connection', gate.admit)
    .on('request', onRequest)
    // "Expect: 100-continue" is answered when the body is wanted, so not before the request was looked at.
    .on('checkContinue', onRequest)
    .on('checkExpectation', onRequest)
    .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, clientErrors[error.code ?? ''] ?? 400))
    // Neither is offered; without these two Node closes the connection without a word, or answers as if nothing was asked.
    .on('connect', (_, socket: Socket) => refuse(socket, 405))
    .on('upgrade', (_, socket: Socket) => refuse(socket, 400));
  return server;
}

/** https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror (2026-11-22) */
const clientErrors: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const statusWords: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Answers without a reason: only broken or hostile clients send such requests. */
function refuse(socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy();
  const again = status === 503 ? 'Retry-After: 1\r\n' : '';
  socket.end(`HTTP/1.1 ${status} ${statusWords[status] ?? 'Bad Request'}\r\n${again}Connection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address;
}
