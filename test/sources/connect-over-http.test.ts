import { describe, expect, it } from 'vitest';
import { connect } from '../../src/sources/connection/connect.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { serveHttp } from '../support/loopback.ts';
import { streamableServer } from '../support/servers/remote-server.ts';

/** Connects with an entry that has headers, calls a tool and closes. */
async function used(url: string) {
  const headers = new Map([['Authorization', 'Bearer made-up']]);
  const target = { kind: 'url', transport: 'http', url, headers } as const;
  const end = await connect(nodeSystem({ home: '/tmp', cwd: '/tmp', env: {} }), target, new AbortController().signal);
  if (end.kind === 'failed') return { failure: end.failure.why };
  const called = await end.connection.call('read', {}, new AbortController().signal);
  await end.connection.close();
  return { called };
}

describe('a server with Streamable HTTP', () => {
  it.each(['stream', 'json'] as const)('answers as %s, in one session, with the headers of the entry', async (kind) => {
    const server = await streamableServer(undefined, kind);
    expect(await used(server.url)).toMatchObject({ called: { kind: 'answered', text: 'read' } });
    expect(server.received.map(({ message, headers }) => [message.method, headers['mcp-session-id'], headers['authorization']])).toEqual([
      ['initialize', undefined, 'Bearer made-up'],
      ['notifications/initialized', 'session-1', 'Bearer made-up'],
      ['tools/list', 'session-1', 'Bearer made-up'],
      ['tools/call', 'session-1', 'Bearer made-up'],
    ]);
    expect(server.received.at(-1)?.headers).toMatchObject({ 'mcp-protocol-version': '2025-06-18' });
  });

  it('may send its callers elsewhere within its origin, and not in a circle', async () => {
    const paths: unknown[] = [];
    const url = await serveHttp((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: `${request.url ?? ''}x` }).end();
    });
    expect(await used(new URL('/mcp', url).href)).toEqual({ failure: 'answered with HTTP 307.' });
    expect(paths).toEqual(['/mcp', '/mcpx', '/mcpxx', '/mcpxxx', '/mcpxxxx', '/mcpxxxxx']);
  });

  it('may close the stream before the answer, and is asked for the rest', async () => {
    const asked: unknown[] = [];
    const kept = new Map<string, object>();
    const url = await serveHttp((request, response) => {
      if (request.method === 'DELETE') return void response.writeHead(204).end(() => asked.push('DELETE'));
      if (request.method === 'GET') {
        asked.push(['GET', request.headers['last-event-id']]);
        const answer = kept.get(String(request.headers['last-event-id']));
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(answer)}\n\n`);
      }
      let body = '';
      request.on('data', (part) => (body += String(part)));
      return void request.on('end', () => {
        const { id, method } = JSON.parse(body);
        if (id === undefined) return void response.writeHead(202).end();
        const result =
          method === 'initialize'
            ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'slow', version: '1' } }
            : method === 'tools/list'
              ? { tools: [{ name: 'read', inputSchema: { type: 'object' } }] }
              : { content: [{ type: 'text', text: 'late' }] };
        response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 's' });
        if (method !== 'tools/call') return void response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        kept.set('7', { jsonrpc: '2.0', id, result });
        return void response.end('retry: 1\nid: 7\ndata:\n\n');
      });
    });
    expect(await used(new URL('/mcp', url).href)).toMatchObject({ called: { kind: 'answered', text: 'late' } });
    expect(asked).toEqual([['GET', '7'], 'DELETE']);
  });
});
