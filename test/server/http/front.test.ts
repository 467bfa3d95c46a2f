import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Message } from '../../../src/server/index.ts';
import type { FrontOptions } from '../../../src/server/transports/http/index.ts';
import { attackedFront, initialize, lines, newSession, post, raw, standalone, type Attacked } from '../../attacks/attacked-front.ts';
import { until } from '../../support/processes.ts';

/** What a client sees of a connection that stays open. */
async function opened(
  front: Attacked,
  bytes: Buffer | string,
): Promise<{ seen(pattern: RegExp): Promise<RegExpExecArray>; text(): string; end(): void }> {
  let text = '';
  let wake = (): void => undefined;
  const socket = connect(front.port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.on('data', (chunk) => {
    text += String(chunk);
    wake();
  });
  socket.on('close', () => wake());
  socket.write(bytes);
  return {
    text: () => text,
    end: () => void socket.destroy(),
    async seen(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) return found;
        if (socket.closed) throw new Error(`It is closed: ${text}`);
        await new Promise<void>((resume) => (wake = resume));
      }
    },
  };
}

const get = (front: Attacked, path: string, ...more: readonly string[]): string =>
  lines(
    `GET ${path} HTTP/1.1`,
    `Host: localhost:${front.port}`,
    `Authorization: Bearer ${front.token}`,
    'Accept: text/event-stream',
    ...more,
  );
const call = (id: number, method = 'tools/call'): string => JSON.stringify({ jsonrpc: '2.0', id, method, params: {} });

/** A server that says what it is told to, when it is told to. */
function played(): {
  open: FrontOptions['open'];
  say(message: Message, related?: number): void;
  later(id: number): void;
  readonly asked: Promise<void>;
} {
  let onMessage: (message: Message, related?: string | number) => void = () => undefined;
  let onLater: (id: string | number) => void = () => undefined;
  let arrived = (): void => undefined;
  const asked = new Promise<void>((resume) => (arrived = resume));
  return {
    open(_root, _options, ...[receive, later]) {
      [onMessage, onLater] = [receive, later];
      return {
        send(message) {
          if ('id' in message && 'method' in message && message.method === 'initialize')
            receive({ jsonrpc: '2.0', id: message.id, result: { protocolVersion: '2025-11-25' } });
          else arrived();
        },
        close: () => undefined,
      };
    },
    say: (message, related) => onMessage(message, related),
    later: (id) => onLater(id),
    asked,
  };
}

const progress: Message = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } };
const result = (id: number): Message => ({ jsonrpc: '2.0', id, result: { done: id } });

describe('an answer', () => {
  it('is JSON where nothing comes before it', async () => {
    const front = await attackedFront();
    const { text } = await raw(front.port, post(front, { body: initialize }));
    expect(text).toMatch(/content-type: application\/json/i);
  });

  it('is a stream as soon as something comes before it, whose first event can be asked for again', async () => {
    const server = played();
    const front = await attackedFront({ front: { open: server.open } });
    const id = await newSession(front);
    const stream = await opened(front, post(front, { body: call(5), headers: { 'Mcp-Session-Id': id } }));
    await server.asked;
    server.say(progress, 5);
    await stream.seen(/id: 2-0\nretry: \d+\ndata: \n\n[^]*event: message\nid: 2-1\ndata: .*notifications\/progress/);
    server.say(result(5));
    await stream.seen(/id: 2-2\ndata: .*"done":5/);
  });

  it('is a stream where it takes long', async () => {
    const front = await attackedFront({ limits: { patience: 30, keepAlive: 40 } });
    const id = await newSession(front);
    const stream = await opened(front, post(front, { body: call(5, 'never'), headers: { 'Mcp-Session-Id': id } }));
    await stream.seen(/text\/event-stream[^]*: still here[^]*: still here/);
  });

  it('that was lost is sent again to who asks from the last event on, and once', async () => {
    const server = played();
    const front = await attackedFront({ front: { open: server.open } });
    const id = await newSession(front);
    const first = await opened(front, post(front, { body: call(5), headers: { 'Mcp-Session-Id': id } }));
    await server.asked;
    server.say(progress, 5);
    await first.seen(/id: 2-1\n/);
    first.end();
    server.say(progress, 5);
    server.say(result(5));
    const second = await opened(front, get(front, '/mcp', `Mcp-Session-Id: ${id}`, 'Last-Event-ID: 2-1'));
    await second.seen(/id: 2-2\n[^]*id: 2-3\ndata: .*"done":5/);
    expect(second.text()).not.toContain('id: 2-1\ndata: {');
  });

  it('whose stream is closed on purpose comes when the client is back', async () => {
    const server = played();
    const front = await attackedFront({ front: { open: server.open } });
    const id = await newSession(front);
    const first = await opened(front, post(front, { body: call(5), headers: { 'Mcp-Session-Id': id, Connection: 'close' } }));
    await server.asked;
    server.later(5);
    await first.seen(/id: 2-0\nretry/);
    server.say(result(5));
    const second = await opened(front, get(front, '/mcp', `Mcp-Session-Id: ${id}`, 'Last-Event-ID: 2-0'));
    await second.seen(/"done":5/);
  });
});

describe('a client', () => {
  it('hears on a stream of its own what belongs to no request, also what came before', async () => {
    const server = played();
    const front = await attackedFront({ front: { open: server.open } });
    const id = await newSession(front);
    server.say({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'early' } });
    const stream = await opened(front, get(front, '/events', `Mcp-Session-Id: ${id}`));
    await stream.seen(/early/);
    server.say({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'late' } });
    await stream.seen(/late/);
  });

  it('of 2026-07-28 that leaves has cancelled', async () => {
    const front = await attackedFront();
    const one = standalone(77, 'never');
    const stream = await opened(front, post(front, one));
    await until(() => front.reached.length >= 1);
    stream.end();
    await until(() => front.reached.length >= 2);
    const [asked, cancelled] = front.reached;
    expect(cancelled).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: asked !== undefined && 'id' in asked ? asked.id : '' },
    });
  });

  it('of 2025 that leaves has not', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const stream = await opened(front, post(front, { body: call(5, 'never'), headers: { 'Mcp-Session-Id': id } }));
    await until(() => front.reached.length >= 2);
    stream.end();
    await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': id } }));
    expect(front.reached.map((message) => ('method' in message ? message.method : ''))).toEqual(['initialize', 'never', 'ping']);
  });

  it('of the older transport posts where its stream says, and is kept awake', async () => {
    const front = await attackedFront({ limits: { keepAlive: 40 } });
    const stream = await opened(front, get(front, '/events'));
    const [, endpoint = ''] = await stream.seen(/event: endpoint\ndata: (\S+)\n/);
    expect((await raw(front.port, post(front, { path: endpoint, body: initialize }))).status).toBe(202);
    await stream.seen(/event: message\ndata: \{"jsonrpc":"2\.0","id":0,"result"/);
    await stream.seen(/: still here/);
  });
});

describe('what is not offered', () => {
  it.each([
    ['GET', '/mcp', 405],
    ['PUT', '/mcp', 405],
    ['PATCH', '/events', 405],
    ['GET', '/messages', 405],
    ['POST', '/notices', 405],
    ['GET', '/notices', 405],
    ['GET', '/no-such', 404],
    ['GET', '/mcp/', 404],
    ['GET', '/events/../mcp', 404],
  ])('%s %s is %s', async (method, path, status) => {
    const front = await attackedFront();
    const head = [`Host: [::1]:${front.port}`, `Authorization: Bearer ${front.token}`, 'Accept: text/event-stream', 'Content-Length: 0'];
    expect((await raw(front.port, lines(`${method} ${path} HTTP/1.1`, ...head))).status).toBe(status);
  });

  it.each([
    ['neither', 'text/html', 406],
    ['JSON alone', 'application/json', 406],
    ['a stream alone', 'text/event-stream', 406],
    ['both', 'application/json;q=0.9, text/event-stream', 200],
    ['anything', '*/*', 200],
    ['anything but a stream', '*/*, text/event-stream;q=0', 406],
    ['nothing of a kind', 'application/*;q=0.0, text/event-stream, */*', 406],
  ])('a client that accepts %s is told', async (_, accept, status) => {
    const front = await attackedFront();
    expect((await raw(front.port, post(front, { body: initialize, headers: { Accept: accept } }))).status).toBe(status);
  });

  it('a version that nobody knows is refused in a session', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const headers = { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': '2001-01-01' };
    expect((await raw(front.port, post(front, { headers }))).status).toBe(400);
  });
});
