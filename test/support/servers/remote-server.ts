import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { readBody } from '../../../src/system/http/index.ts';
import { serveHttp } from '../loopback.ts';

/** A message as the server of these tests reads it. */
export interface Received {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

export interface RemoteServer {
  readonly url: string;
  /** Every message that came, with the headers of its request. */
  readonly received: { readonly message: Received; readonly headers: IncomingMessage['headers'] }[];
  /** As after a restart: it knows no session any more, and every open stream ends. */
  restart(): void;
  /** Ends every connection, as when the process dies. */
  drop(): void;
}

/** Takes a call over: `false` lets the server answer it as usual. */
type Answering = (message: Received, response: ServerResponse, send: (answer: object) => void) => boolean;

export const tools = [
  { name: 'write', inputSchema: { type: 'object' } },
  { name: 'read', inputSchema: { type: 'object' } },
];

function resultOf({ method, params }: Received): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } };
  return method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: String(params?.name) }] };
}

/** A server of MCP over Streamable HTTP with sessions, as strict about them as the protocol is. */
export async function streamableServer(answering: Answering = () => false, kind: 'stream' | 'json' = 'stream'): Promise<RemoteServer> {
  const received: RemoteServer['received'] = [];
  const open = new Set<ServerResponse>();
  let sessions = new Set<string>();
  let count = 0;
  const url = await serveHttp(async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse((await readBody(request, 1e9)).toString()) as Received;
    received.push({ message, headers: request.headers });
    if (message.method === 'initialize') {
      const session = `session-${++count}`;
      sessions.add(session);
      response.setHeader('mcp-session-id', session);
    } else if (!sessions.has(String(request.headers['mcp-session-id']))) {
      return void response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
    }
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const send = (answer: object): void => {
      const text = JSON.stringify({ ...answer, jsonrpc: '2.0', id: message.id });
      if (kind === 'json') response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      else {
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`event: message\ndata: ${text}\n\n`);
      }
    };
    if (!answering(message, response, send)) send({ result: resultOf(message) });
  });
  const drop = (): void => {
    for (const response of open) response.socket?.destroy();
  };
  onTestFinished(drop);
  return {
    url: new URL('/mcp', url).href,
    received,
    drop,
    restart() {
      sessions = new Set();
      drop();
    },
  };
}

/** A server of the older HTTP+SSE transport. */
export async function eventServer(answering: Answering = () => false): Promise<RemoteServer> {
  const received: RemoteServer['received'] = [];
  const streams = new Map<string, ServerResponse>();
  let count = 0;
  const url = await serveHttp(async (request, response) => {
    if (request.method === 'GET') {
      const id = String(++count);
      streams.set(id, response);
      response.once('close', () => streams.delete(id));
      return void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`event: endpoint\ndata: /message?session=${id}\n\n`);
    }
    const stream = streams.get(new URL(request.url ?? '', 'http://x').searchParams.get('session') ?? '');
    if (stream === undefined) return void response.writeHead(request.url?.startsWith('/message') === true ? 404 : 405).end();
    const message = JSON.parse((await readBody(request, 1e9)).toString()) as Received;
    received.push({ message, headers: request.headers });
    response.writeHead(202).end('Accepted');
    if (message.id === undefined || message.method === undefined) return;
    const send = (answer: object): void =>
      void stream.write(`event: message\ndata: ${JSON.stringify({ ...answer, jsonrpc: '2.0', id: message.id })}\n\n`);
    if (!answering(message, stream, send)) send({ result: resultOf(message) });
  });
  const drop = (): void => {
    for (const stream of streams.values()) stream.socket?.destroy();
  };
  onTestFinished(drop);
  return { url: new URL('/sse', url).href, received, drop, restart: drop };
}
