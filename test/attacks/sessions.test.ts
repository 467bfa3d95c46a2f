import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { attackedFront, lines, newSession, ping, post, raw, standalone, type Attacked } from './attacked-front.ts';
import { until } from '../support/processes.ts';

// A session belongs to the token that opened it. CVE-2026-52869, CVE-2026-25536, CVE-2026-111770

const asOther = ({ otherToken }: Attacked) => ({ Authorization: `Bearer ${otherToken}` });

/** A stream of the older transport; what it says first. */
async function sse(front: Attacked, token = front.token): Promise<{ endpoint: string; text(): string; end(): void }> {
  let text = '';
  const socket = connect(front.port, '127.0.0.1').setEncoding('utf8');
  socket.write(
    lines('GET /events HTTP/1.1', `Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${token}`, 'Accept: text/event-stream'),
  );
  await new Promise<void>((resume, fail) => {
    socket
      .on('data', (chunk) => {
        text += String(chunk);
        if (text.includes('sessionId=')) resume();
      })
      .on('close', () => fail(new Error(text)));
  });
  return { endpoint: /data: (\S+)/.exec(text)?.[1] ?? '', text: () => text, end: () => void socket.destroy() };
}

describe('a session', () => {
  it.each([
    ['that was guessed', () => 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['that is empty', () => ''],
    ['that is a part of one', (own: string) => own.slice(0, -1)],
    ['that is named twice', (own: string) => `${own}, ${own}`],
    ['of the name that objects share', () => '__proto__'],
    ['of 5,000 characters', () => 'a'.repeat(5_000)],
  ])('%s is none', async (_, id) => {
    const front = await attackedFront();
    const own = await newSession(front);
    const before = front.reached.length;
    const { status } = await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': id(own) } }));
    expect([400, 404]).toContain(status);
    expect(front.reached.length).toBe(before);
  });

  it('of another token is none: not to ask in, not to listen to, not to end', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const before = front.reached.length;
    const foreign = { 'Mcp-Session-Id': id, ...asOther(front) };
    expect((await raw(front.port, post(front, { headers: foreign }))).status).toBe(404);
    const head = [`Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${front.otherToken}`, `Mcp-Session-Id: ${id}`];
    expect((await raw(front.port, lines('GET /mcp HTTP/1.1', ...head, 'Accept: text/event-stream'))).status).toBe(404);
    expect((await raw(front.port, lines('GET /mcp HTTP/1.1', ...head, 'Accept: text/event-stream', 'Last-Event-ID: 1-0'))).status).toBe(
      404,
    );
    expect((await raw(front.port, lines('DELETE /mcp HTTP/1.1', ...head))).status).toBe(404);
    expect(front.reached.length).toBe(before);
    expect((await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': id } }))).status).toBe(200);
  });

  it('cannot be told from one that never was', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const answers = await Promise.all(
      [id, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'].map((each) =>
        raw(front.port, post(front, { headers: { 'Mcp-Session-Id': each, ...asOther(front) } })),
      ),
    );
    const [one, other] = answers.map(({ text }) => text.replace(/Date: .*\r\n/, ''));
    expect(one).toBe(other);
  });

  it('is over after it was ended', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const head = [`Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${front.token}`, `Mcp-Session-Id: ${id}`];
    expect((await raw(front.port, lines('DELETE /mcp HTTP/1.1', ...head))).status).toBe(204);
    expect(front.opened.map(({ isOpen }) => isOpen)).toEqual([false]);
    expect((await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': id } }))).status).toBe(404);
  });

  it('in the address alone is none', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    expect((await raw(front.port, post(front, { path: `/mcp?sessionId=${id}` }))).status).toBe(400);
    expect((await raw(front.port, post(front, { path: `/messages?sessionId=${id}` }))).status).toBe(404);
  });

  it('of the older transport is closed to other tokens, and gone with its stream', async () => {
    const front = await attackedFront();
    const stream = await sse(front);
    expect((await raw(front.port, post(front, { path: stream.endpoint, headers: asOther(front) }))).status).toBe(404);
    expect((await raw(front.port, post(front, { path: '/messages?sessionId=guessed' }))).status).toBe(404);
    expect((await raw(front.port, post(front, { path: '/messages' }))).status).toBe(404);
    expect(front.reached).toEqual([]);
    expect((await raw(front.port, post(front, { path: stream.endpoint }))).status).toBe(202);
    stream.end();
    await until(() => front.opened[0]?.isOpen !== true);
    expect((await raw(front.port, post(front, { path: stream.endpoint }))).status).toBe(404);
  });

  it('never gets the answer of another one, also where both give the same ids', async () => {
    const front = await attackedFront();
    const tokens = [front.token, front.otherToken, front.token, front.otherToken];
    const asked = Array.from({ length: 40 }, (_, i) => {
      const one = standalone(7, 'tools/list', `mark-${i}`);
      const Authorization = `Bearer ${tokens[i % 4] ?? ''}`;
      return raw(front.port, post(front, { ...one, headers: { ...one.headers, Authorization } }));
    });
    for (const [i, { status, text }] of (await Promise.all(asked)).entries()) {
      expect(status).toBe(200);
      expect(text).toContain(`"echoed":"mark-${i}"`);
      expect(text).toContain('"id":7');
    }
  });

  it('cannot cancel what another client of the same token asked', async () => {
    const front = await attackedFront();
    const { headers } = standalone(1, 'notifications/cancelled');
    for (let id = 0; id < 20; id += 1) {
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      expect((await raw(front.port, post(front, { body, headers: { ...headers } }))).status).toBe(202);
    }
    expect(front.reached).toEqual([]);
  });
});

describe('a workspace', () => {
  it.each([
    ['that was not opened', '/etc'],
    ['above one that was', '/opened/..'],
    ['beside one that was', '/opened/../opened2'],
    ['with a dot', '/opened/.'],
    ['with another case', '/OPENED'],
    ['with a NUL', '/opened%00/etc'],
    ['that is empty', ''],
    ['that is relative', 'opened'],
    ['as an address', 'file:///opened'],
    ['of 100,000 characters', 'a'.repeat(10_000)],
    ['packed twice', '%252fopened'],
    ['with a line break', '/opened%0d%0aX-Planted:%201'],
  ])('%s is refused', async (_, named) => {
    const front = await attackedFront();
    const one = standalone(1, 'tools/list');
    for (const posted of [one, { body: ping.replace('ping', 'initialize') }]) {
      const { status, text } = await raw(front.port, post(front, { ...posted, path: `/mcp?workspace=${named}` }));
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('X-Planted');
    }
    expect(front.opened).toEqual([]);
  });

  it('is named once', async () => {
    const front = await attackedFront();
    const one = standalone(1, 'tools/list');
    const twice = [
      { ...one, path: '/mcp?workspace=/opened&workspace=/etc' },
      { ...one, path: '/mcp?workspace=/opened', headers: { ...one.headers, 'X-Snap-Workspace': '/etc' } },
      { ...one, path: '/mcp?workspace=%zz', headers: { ...one.headers, 'X-Snap-Workspace': '/opened' } },
    ];
    for (const posted of twice) {
      const { status, text } = await raw(front.port, post(front, posted));
      expect([status, text]).toEqual([400, expect.stringContaining('The workspace has two values.')]);
    }
    expect(front.opened).toEqual([]);
    expect((await raw(front.port, post(front, { ...one, path: '/mcp?workspace=%2Fopened' }))).status).toBe(200);
    expect(front.opened).toMatchObject([{ root: '/real/opened' }]);
  });

  it('of a session cannot be changed', async () => {
    const front = await attackedFront();
    const id = await newSession(front);
    const headers = { 'Mcp-Session-Id': id, 'X-Snap-Workspace': '/opened' };
    expect((await raw(front.port, post(front, { headers }))).status).toBe(400);
  });
});
