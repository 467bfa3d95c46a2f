import { describe, expect, it } from 'vitest';
import { attackedFront, lines, ping, post, raw } from './attacked-front.ts';

// What one reader takes for one request and another for two. https://www.rfc-editor.org/rfc/rfc9112#section-11.2

describe('a request that can be read in two ways is refused, and nothing after it is read', () => {
  const inside = ping.length.toString(16);
  const chunked = `${inside}\r\n${ping}\r\n0\r\n\r\n`;
  it.each([
    ['a length and chunks', ['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n`],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 6'], chunked],
    ['two lengths', ['Content-Length: 6', `Content-Length: ${ping.length}`], ping],
    ['two lengths in one line', [`Content-Length: 6, ${ping.length}`], ping],
    ['a length with a sign', [`Content-Length: +${ping.length}`], ping],
    ['a negative length', ['Content-Length: -1'], ping],
    ['a length of letters', ['Content-Length: 0x10'], ping],
    ['a length of 30 digits', [`Content-Length: ${'9'.repeat(30)}`], ping],
    ['chunks of another name', ['Transfer-Encoding: xchunked'], chunked],
    ['chunks that are not last', ['Transfer-Encoding: chunked, identity'], chunked],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked],
    ['chunks after a tab', ['Transfer-Encoding:\x0bchunked'], chunked],
    ['a chunk without a number', ['Transfer-Encoding: chunked'], `zz\r\n${ping}\r\n0\r\n\r\n`],
    ['a chunk of more than all memory', ['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n${ping}`],
    ['a negative chunk', ['Transfer-Encoding: chunked'], `-5\r\n${ping}\r\n0\r\n\r\n`],
    ['a chunk longer than it says', ['Transfer-Encoding: chunked'], `5\r\n${ping}\r\n0\r\n\r\n`],
    ['a chunk extension of 100,000 characters', ['Transfer-Encoding: chunked'], `5;${'a'.repeat(100_000)}\r\n`],
    ['a space before the colon', [`Content-Length : ${ping.length}`], ping],
    ['a line that goes on', ['X-A: b', ' folded: c', `Content-Length: ${ping.length}`], ping],
    ['a NUL', ['X-A: b\0c', `Content-Length: ${ping.length}`], ping],
    ['a CR alone', ['X-A: b\rc', `Content-Length: ${ping.length}`], ping],
    ['a LF alone', ['X-A: b\nTransfer-Encoding: chunked', `Content-Length: ${ping.length}`], ping],
    ['a name with a space', ['X A: b', `Content-Length: ${ping.length}`], ping],
    ['no name', [': b', `Content-Length: ${ping.length}`], ping],
  ])('%s', async (_, fields, body) => {
    const front = await attackedFront();
    const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${front.token}`];
    const follower = post(front).toString('latin1');
    const sent = lines(...head, 'Accept: */*', 'Content-Type: application/json', ...fields) + body + follower;
    const { status, answers, isClosed } = await raw(front.port, Buffer.from(sent, 'latin1'), { until: 2 });
    expect([0, 400, 413]).toContain(status);
    expect(answers).toBeLessThan(2);
    expect(isClosed).toBe(true);
    expect(front.reached).toEqual([]);
  });

  it('a line that goes on within Host, Origin or Authorization', async () => {
    for (const folded of [
      'Host: 127.0.0.1\r\n :PORT',
      'Host: 127.0.0.1:PORT\r\nOrigin:\r\n https://evil.example',
      'Host: 127.0.0.1:PORT\r\nOrigin: null\r\n x',
    ]) {
      const front = await attackedFront();
      const head = ['GET /events HTTP/1.1', folded.replace('PORT', String(front.port)), `Authorization: Bearer ${front.token}`];
      expect([0, 400, 403], folded).toContain((await raw(front.port, lines(...head))).status);
      expect(front.opened).toEqual([]);
    }
  });
});

describe('what is no HTTP/1.1', () => {
  it.each([
    ['HTTP/0.9', 'GET /events\r\n\r\n'],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['JSON without HTTP', `${ping}\n`],
    ['a method of 10,000 letters', `${'A'.repeat(10_000)} / HTTP/1.1\r\n\r\n`],
    ['HTTP/9', lines('GET /events HTTP/9.9', 'Host: x')],
    ['nothing but line breaks and a NUL', '\r\n\r\n\0\r\n'],
    ['bytes at random', Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256))],
  ])('is refused: %s', async (_, bytes) => {
    const front = await attackedFront();
    const { status, isClosed } = await raw(front.port, bytes);
    expect([0, 400, 403, 405, 431]).toContain(status);
    expect(isClosed || status > 0).toBe(true);
    expect(front.reached).toEqual([]);
  });

  it('cannot change the protocol of a connection', async () => {
    const front = await attackedFront();
    const head = [`Host: 127.0.0.1:${front.port}`, 'Connection: Upgrade', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];
    for (const protocol of ['websocket', 'h2c', 'tcp'])
      expect((await raw(front.port, lines('GET /events HTTP/1.1', ...head, `Upgrade: ${protocol}`))).status).toBe(400);
  });
});

describe('headers', () => {
  it.each([
    ['of 20 KB', [`X-A: ${'a'.repeat(20_000)}`]],
    ['of 1 MB', [`X-A: ${'a'.repeat(1_000_000)}`]],
    ['that are 200', Array.from({ length: 200 }, (_, i) => `X-${i}: a`)],
    ['that are 2,000, a second Host among the last', [...Array.from({ length: 2_000 }, (_, i) => `X${i}:`), 'Host: evil.example']],
  ])('%s are refused', async (_, fields) => {
    const front = await attackedFront();
    const head = ['GET /events HTTP/1.1', `Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${front.token}`, ...fields];
    expect([0, 431]).toContain((await raw(front.port, lines(...head))).status);
    expect(front.opened).toEqual([]);
  });

  it('of an answer cannot be written by who asks', async () => {
    const front = await attackedFront();
    const name = 'a\\r\\nX-Planted: 1\\r\\n\\r\\ndata: planted\\n\\n';
    const body = `{"jsonrpc":"2.0","id":"${name}","method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"${name}"}}}`;
    const { status, text } = await raw(front.port, post(front, { body }));
    expect(status).toBe(200);
    expect(text.split('\r\n').filter((line) => line.startsWith('X-Planted'))).toEqual([]);
  });
});
