import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { attackedFront, lines, newSession, ping, post, raw, standalone, type Posted } from './attacked-front.ts';

describe('a body', () => {
  const form: readonly (readonly [string, number, Posted])[] = [
    ['of text', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['of no type', 415, { headers: { 'Content-Type': undefined } }],
    ['of a form', 415, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    ['of a form with files', 415, { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }],
    ['of text that says JSON', 415, { headers: { 'Content-Type': 'text/plain; application/json' } }],
    ['in UTF-16', 415, { headers: { 'Content-Type': 'application/json; charset=utf-16' } }],
    ['that is packed', 415, { headers: { 'Content-Encoding': 'gzip' } }],
    ['that expects more than to be wanted', 417, { headers: { Expect: 'a miracle' } }],
    ['that is empty', 400, { body: '' }],
    ['of spaces', 400, { body: '   \n ' }],
    ['that is no JSON', 400, { body: '{"jsonrpc":' }],
    ['that is no UTF-8', 400, { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }],
    ['with a NUL', 400, { body: `${ping}\0` }],
    ['of two messages', 400, { body: ping + ping }],
    ['that is a text', 400, { body: '"ping"' }],
    ['that is null', 400, { body: 'null' }],
    ['that is a list', 400, { body: `[${ping}]` }],
    ['that is a list of 5,000', 400, { body: `[${Array.from({ length: 5_000 }, () => ping).join(',')}]` }],
    ['of 200,000 lists in lists', 400, { body: '['.repeat(200_000) }],
    ['of 100,000 objects in objects', 400, { body: '{"a":'.repeat(100_000) }],
    ['of 65 levels', 400, { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}` }],
    ['of 20,000 values', 400, { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${'1,'.repeat(20_000)}1]}}` }],
    ['with an id that is an object', 400, { body: '{"jsonrpc":"2.0","id":{},"method":"ping"}' }],
    ['with an id that no number keeps', 400, { body: '{"jsonrpc":"2.0","id":1e400,"method":"ping"}' }],
    ['of another version of JSON-RPC', 400, { body: '{"jsonrpc":"1.0","id":1,"method":"ping"}' }],
    ['whose method is an object', 400, { body: '{"jsonrpc":"2.0","id":1,"method":{"toString":"x"}}' }],
  ];
  it.each(form)('%s is refused', async (_, expected, posted) => {
    const front = await attackedFront();
    const session = await newSession(front);
    const before = front.reached.length;
    const { status } = await raw(front.port, post(front, { ...posted, headers: { 'Mcp-Session-Id': session, ...posted.headers } }));
    expect(status).toBe(expected);
    expect(front.reached.length).toBe(before);
    // The server goes on.
    expect((await raw(front.port, post(front, { headers: { 'Mcp-Session-Id': session } }))).status).toBe(200);
  });

  it('of 64 MB is refused before it is sent', async () => {
    const front = await attackedFront();
    const announced = post(front, { body: '', headers: { 'Content-Length': String(64 * 1024 * 1024) } });
    expect((await raw(front.port, announced)).status).toBe(413);
    const chunks = post(front, { body: '', headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' } });
    // Piece by piece, as the system takes them: most of it is never taken off.
    const socket = connect(front.port, '127.0.0.1').on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.write(chunks);
    let pieces = 0;
    const piece = `100000\r\n${'a'.repeat(0x10_0000)}\r\n`;
    const next = (error?: Error | null): void => {
      if (error || pieces === 64) return;
      pieces += 1;
      socket.write(piece, next);
    };
    next();
    await closed;
    expect(text).toMatch(/^(HTTP\/1\.1 413|$)/);
    expect(pieces).toBeLessThan(32);
    expect(front.reached).toEqual([]);
  });

  it('is not asked for from who may not send one', async () => {
    const front = await attackedFront();
    const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${front.port}`, 'Content-Type: application/json', 'Content-Length: 100'];
    const { text } = await raw(front.port, lines(...head, 'Expect: 100-continue'));
    expect(text).toMatch(/^HTTP\/1\.1 401/);
  });

  it('changes nothing that all objects share', async () => {
    const front = await attackedFront();
    const session = await newSession(front);
    const polluting = [
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"polluted":1}}}',
      '{"jsonrpc":"2.0","id":2,"method":"ping","__proto__":{"polluted":1}}',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":{"constructor":{"prototype":{"polluted":1}}}}',
      '{"jsonrpc":"2.0","id":"__proto__","method":"ping"}',
      '{"jsonrpc":"2.0","id":4,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":{"__proto__":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}}',
    ];
    for (const body of polluting) {
      const { status } = await raw(front.port, post(front, { body, headers: { 'Mcp-Session-Id': session } }));
      expect([200, 400]).toContain(status);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(front.logged).toEqual([]);
  });

  it('that says something else than its headers is refused', async () => {
    const front = await attackedFront();
    const one = standalone(1, 'server/discover');
    const differing: readonly (readonly [string, string | undefined])[] = [
      ['MCP-Protocol-Version', '2025-11-25'],
      ['MCP-Protocol-Version', undefined],
      ['Mcp-Method', 'tools/list'],
      ['Mcp-Method', undefined],
    ];
    for (const [name, value] of differing) {
      const { status, text } = await raw(front.port, post(front, { ...one, headers: { ...one.headers, [name]: value } }));
      expect({ status, is: text.includes('-32020') }, `${name}: ${value}`).toEqual({ status: 400, is: true });
    }
    expect(front.reached).toEqual([]);
  });
});
