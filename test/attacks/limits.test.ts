import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenLimits } from '../../src/system/http/index.ts';
import { attackedFront, initialize, lines, newSession, ping, post, raw, standalone, type Attacked } from './attacked-front.ts';
import { until } from '../support/processes.ts';

/** Connections that send something and wait; ended after the test. */
async function hang(port: number, count: number, bytes: string): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => void sockets.map((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => new Promise((resume) => socket.once('connect', resume))));
  for (const socket of sockets) socket.write(bytes);
  return sockets;
}

const streamHead = ({ port, token }: Attacked): string =>
  lines('GET /events HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, 'Accept: text/event-stream');

it('300 connections of strangers do not keep out who has the token', async () => {
  const front = await attackedFront();
  const sockets = await hang(front.port, 300, `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${front.port}\r\nX-A: `);
  const session = await newSession(front);
  expect((await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': session } }))).status).toBe(200);
  expect(sockets.filter((socket) => !socket.closed && !socket.destroyed).length).toBeLessThanOrEqual(300);
});

it.each([
  ['requests whose body never comes', 0, 100],
  ['connections that do nothing', 100, 0],
  ['both', 60, 40],
])('one holder of a token cannot keep out others with %s', async (_, idle, halves) => {
  const front = await attackedFront();
  const quiet = await hang(front.port, idle, post(front).toString());
  await Promise.all(quiet.map((socket) => new Promise((resume) => socket.once('data', resume).once('close', resume))));
  const half = post(front, { headers: { 'Content-Length': '1000' } }).toString();
  const sockets = await hang(front.port, halves, half);
  const refused = sockets.map((socket) => new Promise((resume) => socket.once('data', (bytes) => resume(String(bytes)))));
  // All but those that may wait are told so.
  if (idle === 0) expect(await Promise.race(refused)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n/is);
  for (const holder of [front, { ...front, token: front.otherToken }]) {
    const session = await newSession(holder);
    expect((await raw(front.port, post(holder, { headers: { 'Mcp-Session-Id': session } }))).status).toBe(200);
  }
});

it('open streams are no requests that are not complete', async () => {
  const front = await attackedFront({ listen: { ...listenLimits, incomplete: 2 } });
  const streams = await hang(front.port, 4, streamHead(front));
  await Promise.all(streams.map((socket) => new Promise((resume) => socket.once('data', resume))));
  // Its body comes later than its header, as that of a long message does.
  const whole = post(front, { body: initialize });
  const [late] = await hang(front.port, 1, whole.subarray(0, -5).toString());
  const answer = new Promise<string>((resume) => late?.once('data', (bytes) => resume(String(bytes))));
  // Another request passes meanwhile.
  expect((await raw(front.port, post(front, { body: initialize }))).status).toBe(200);
  late?.write(whole.subarray(-5));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('a client for which there is no room is told to come again, and has room when somebody leaves', async () => {
  const front = await attackedFront({ listen: { ...listenLimits, connections: 4 }, limits: { streams: 4 } });
  const streams = await hang(front.port, 4, streamHead(front));
  await Promise.all(streams.map((socket) => new Promise((resume) => socket.once('data', resume))));
  expect(await raw(front.port, post(front))).toMatchObject({ status: 503, text: expect.stringMatching(/retry-after: 1\r\n/i) });
  streams[0]?.destroy();
  expect(await until(async () => (await raw(front.port, post(front))).status !== 503)).toBe(true);
});

it('at most so many connections are open', async () => {
  const front = await attackedFront({ listen: { ...listenLimits, connections: 8 } });
  const sockets = await hang(front.port, 40, 'GET ');
  const open = (): number => sockets.filter((socket) => !socket.closed).length;
  expect(await until(() => open() <= 8)).toBe(true);
});

it('a header that comes byte by byte is closed, and so is a body', async () => {
  const front = await attackedFront({ listen: { ...listenLimits, headers: 200, request: 400, look: 50 } });
  const [header] = await hang(front.port, 1, 'POST /mcp HTTP/1.1\r\nX-A: ');
  const body = post(front, { headers: { 'Content-Length': '1000' } }).toString();
  const [slowBody] = await hang(front.port, 1, body);
  const silent = await hang(front.port, 3, '');
  const drip = setInterval(() => [header, slowBody].map((socket) => socket?.write('a')), 20);
  await Promise.all([header, slowBody, ...silent].map((socket) => new Promise((resume) => socket?.once('close', resume).resume())));
  clearInterval(drip);
  expect(front.reached).toEqual([]);
});

it('a token has so many streams, and gets their places back', async () => {
  const front = await attackedFront({ limits: { streams: 4 } });
  const sockets = await hang(front.port, 4, streamHead(front));
  await Promise.all(sockets.map((socket) => new Promise((resume) => socket.once('data', resume))));
  const refused = await raw(front.port, streamHead(front));
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/retry-after: \d+/i);
  const other = await raw(front.port, streamHead({ ...front, token: front.otherToken }), { until: 0 });
  expect(other.status).toBe(200);
  sockets[0]?.destroy();
  let status = 429;
  // The place is given back a moment later.
  const isGiven = async (): Promise<boolean> => {
    ({ status } = await raw(front.port, streamHead(front), { until: 0 }));
    return status === 200;
  };
  expect(await until(isGiven), `${status}`).toBe(true);
});

it('a token asks so often, and is told when it may again', async () => {
  const front = await attackedFront({
    front: { tokens: { check: async () => ({ id: 'one', rate: { burst: 5, perSecond: 0.5 } }) } },
  });
  const answers = [];
  for (let i = 0; i < 8; i += 1) answers.push(await raw(front.port, post(front, standalone(i, 'tools/list'))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(answers[5]?.text).toMatch(/\r\nretry-after: 2\r\n/i);
});

it('a token has so many sessions: the one longest unused makes room', async () => {
  const front = await attackedFront({ limits: { sessions: 3 } });
  const ids = [];
  for (let i = 0; i < 5; i += 1) ids.push(await newSession(front));
  expect(front.opened.filter(({ isOpen }) => isOpen)).toHaveLength(3);
  const statuses = [];
  for (const id of ids) statuses.push((await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': id } }))).status);
  expect(statuses).toEqual([404, 404, 200, 200, 200]);
});

it('a stream that is not read is dropped', async () => {
  let isDropped = false;
  const front = await attackedFront({
    limits: { unread: 1024 * 1024 },
    front: {
      open: (_root, _options, onMessage) => {
        const flood = setInterval(() => {
          for (let i = 0; i < 20; i += 1)
            onMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'a'.repeat(100_000) } });
        }, 5);
        onTestFinished(() => clearInterval(flood));
        return { send: () => undefined, close: () => ((isDropped = true), clearInterval(flood)) };
      },
    },
  });
  const [socket] = await hang(front.port, 1, streamHead(front));
  socket?.pause();
  expect(await until(() => isDropped)).toBe(true);
  // What was sent before is still to be read; then the end is seen.
  await new Promise((resume) => socket?.once('close', resume).resume());
  expect(socket?.destroyed).toBe(true);
});

it('the same id twice at once is refused, and 1,000 requests on one connection are answered', async () => {
  const front = await attackedFront();
  const session = await newSession(front);
  const headers = { 'Mcp-Session-Id': session };
  const never = post(front, { body: '{"jsonrpc":"2.0","id":9,"method":"never"}', headers });
  await hang(front.port, 1, never.toString());
  await until(() => front.reached.length >= 2);
  expect((await raw(front.port, never)).status).toBe(400);
  const many = Buffer.concat(Array.from({ length: 300 }, (_, i) => post(front, { body: ping.replace('1,', `${i + 100},`), headers })));
  expect((await raw(front.port, many, { until: 300 })).answers).toBe(300);
});

it('a port that is taken is said, and no other is taken instead', async () => {
  const { port } = await attackedFront();
  const { listenOnLoopback } = await import('../../src/system/http/index.ts');
  const taken = await listenOnLoopback(port, () => undefined);
  expect(taken).toMatchObject({ taken: port });
  if (process.platform === 'linux') expect(taken).toMatchObject({ holder: { pid: process.pid } });
});

it('the front says nothing of the token in any answer, nor in its log', async () => {
  const front = await attackedFront();
  const answers = [
    await raw(front.port, post(front, { body: initialize })),
    await raw(front.port, post(front, { body: `{"${front.token}"` })),
    await raw(front.port, post(front, { path: `/${front.token}` })),
    await raw(front.port, post(front, { path: `/mcp?workspace=${front.token}` })),
    await raw(front.port, post(front, { path: '/mcp', headers: { 'Mcp-Session-Id': front.token } })),
  ];
  for (const { text } of answers) expect(text).not.toContain(front.token);
  expect(front.logged.join('')).not.toContain(front.token);
});
