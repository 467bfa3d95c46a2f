import { createServer, type IncomingMessage, type RequestListener, type Server as HttpServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export interface Listening {
  readonly port: number;
  /** `POST /mcp`, one for each request, in order. */
  readonly requests: readonly string[];
  /** The headers of each request. */
  readonly headers: readonly IncomingMessage['headers'][];
  /** How many connections wait for something. */
  readonly open: () => number;
}

/** Listens until the test is over. */
export async function listen(handle: RequestListener, host = '127.0.0.1'): Promise<Listening> {
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const busy = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    headers.push(request.headers);
    busy.add(response);
    response.once('close', () => busy.delete(response));
    handle(request, response);
  });
  return { port: await listening(server, host), requests, headers, open: () => busy.size };
}

/** The port it got. */
export async function listening(server: HttpServer, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port');
  return address.port;
}

/** One that MCP clients can speak with. */
function mcpServer(): Server {
  const server = new Server({ name: 'remote', version: '2.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'far', inputSchema: { type: 'object' } }] }));
  return server;
}

/** Streamable HTTP at any path; each connection is a session. */
export function streamable(): RequestListener {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return (request, response) => {
    const id = String(request.headers['mcp-session-id'] ?? '');
    const known = sessions.get(id);
    if (known === undefined && request.method !== 'POST') return end(response, 405);
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: () => `session-${sessions.size}`,
        onsessioninitialized: (session) => void sessions.set(session, transport),
      });
    const answer = async (): Promise<void> => {
      if (known === undefined) await mcpServer().connect(transport);
      await transport.handleRequest(request, response);
    };
    void answer();
  };
}

/** HTTP+SSE: `/sse` for the stream, `/messages` for what the client says. `onPost`: what else is answered to a POST. */
export function sse(onPost: (response: ServerResponse) => void = (response) => end(response, 404)): RequestListener {
  const sessions = new Map<string, SSEServerTransport>();
  return (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      void mcpServer().connect(transport);
      return;
    }
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (request.method === 'POST' && session !== undefined) void session.handlePostMessage(request, response);
    else onPost(response);
  };
}

/** Answers everything alike. */
export function always(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
