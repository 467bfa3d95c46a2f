// The server behind every bridge of bench/shim.mjs: MCP over Streamable HTTP at /mcp and over HTTP+SSE at /sse, without any package.
//   node remote.mjs [port]      prints its port; standard input takes one command a line: "forget" (no session is known any more)
import { createServer } from 'node:http';

let sessions = new Map();
let count = 0;
const big = new Map();

const server = createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece)).on('end', () => answer(request, response, pieces));
});

function answer(request, response, pieces) {
  const { pathname, searchParams } = new URL(request.url, 'http://x');
  // A bridge may look for more below that address.
  if (pathname.includes('/.well-known/')) return response.writeHead(404).end('no');
  if (pathname.startsWith('/status/')) return response.writeHead(Number(/\d+/.exec(pathname)?.[0] ?? 404)).end('no');
  if (pathname === '/sse' && request.method === 'GET') {
    const id = `stream-${++count}`;
    sessions.set(id, response);
    response.once('close', () => sessions.delete(id));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.write(`event: endpoint\ndata: /message?session=${id}\n\n`);
  }
  if (request.method === 'DELETE') return response.writeHead(200).end();
  if (request.method !== 'POST' || pathname === '/sse') return response.writeHead(405).end();
  const message = messageIn(pieces);
  if (message === undefined) return response.writeHead(400).end();
  if (pathname === '/message') {
    const stream = sessions.get(searchParams.get('session'));
    if (stream === undefined) return response.writeHead(404).end();
    response.writeHead(202).end('Accepted');
    return act(message, stream, (text) => stream.write(`event: message\ndata: ${text}\n\n`));
  }
  if (message.method === 'initialize') {
    sessions.set(`session-${++count}`, true);
    response.setHeader('mcp-session-id', `session-${count}`);
  } else if (!sessions.has(request.headers['mcp-session-id'])) {
    response.writeHead(404, { 'content-type': 'application/json' });
    return response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
  }
  if (message.id === undefined || message.method === undefined) return response.writeHead(202).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  return act(message, response, (text) => response.end(`event: message\ndata: ${text}\n\n`));
}

function messageIn(pieces) {
  try {
    return JSON.parse(Buffer.concat(pieces));
  } catch {
    return undefined;
  }
}

function act({ id, method, params }, response, send) {
  if (id === undefined || method === undefined) return;
  const name = params?.name;
  if (name === 'drop') return response.socket.destroy();
  if (name === 'die') return process.exit(0);
  if (name === 'wait') return;
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } }
      : method === 'tools/list'
        ? { tools: ['echo', 'drop', 'die', 'wait', 'big'].map((tool) => ({ name: tool, inputSchema: { type: 'object' } })) }
        : { content: [{ type: 'text', text: name === 'big' ? textOf(params.arguments.bytes) : 'hello' }] };
  send(JSON.stringify({ result, jsonrpc: '2.0', id }));
}

function textOf(bytes) {
  if (!big.has(bytes)) big.set(bytes, 'x'.repeat(bytes));
  return big.get(bytes);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('data', () => {
  sessions = new Map();
  server.closeAllConnections();
});
process.stdin.on('end', () => process.exit(0));
