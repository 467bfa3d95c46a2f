import { describe, expect, it } from 'vitest';
import { initialize, RawServer, toolCall } from './started.ts';

describe('snap mcp --stdio', () => {
  it('answers everything that was asked before its input ended, then exits with 0', async () => {
    const { answers, stderr, code } = await new RawServer().converse(
      initialize,
      toolCall(1, { mode: 'health' }),
      toolCall(2, { mode: 'trace' }),
    );
    expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining(['hello', 1, 2]));
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('exits when its input ends at once', async () => {
    expect(await new RawServer().converse()).toEqual({ answers: [], stderr: '', code: 0 });
  });

  it('exits when its input ends after a while', async () => {
    const server = new RawServer();
    server.write(initialize);
    await server.lines(1);
    server.process.stdin.end();
    expect(await server.exit).toEqual([0, null]);
  });

  it('answers a last line without a line break', async () => {
    const server = new RawServer();
    server.process.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await server.exit;
    expect(server.answers()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends quietly when it is told to by %s', async (signal) => {
    const server = new RawServer();
    server.write(initialize);
    await server.lines(1);
    server.process.kill(signal);
    expect(await server.exit).toEqual([0, null]);
    expect(server.stderr).toBe('');
  });

  it('ends quietly when Ctrl-C reaches it', async () => {
    const server = new RawServer();
    server.write(initialize);
    await server.lines(1);
    server.process.kill('SIGINT');
    expect(await server.exit).toEqual([130, null]);
    expect(server.stderr).toBe('');
  });

  it('ends quietly when nobody reads its answers', async () => {
    const server = new RawServer();
    server.process.stdout.destroy();
    server.write(initialize, toolCall(1, { mode: 'trace' }));
    expect(await server.exit).toEqual([0, null]);
    expect(server.stderr).toBe('');
  });

  it.each([
    ['no JSON', 'garbage', null, -32700],
    ['no UTF-8', '\uD800', null, -32700],
    ['no object', '42', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
    ['no version', '{"id":"seven","method":"ping"}', 'seven', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":7,"method":1}', 7, -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}', 7, -32600],
    ['params the SDK would drop without a word', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":1}}', 7, -32600],
    ['a batch', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', 7, -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"resources/list"}', 7, -32601],
    ['a call without a name', '{"jsonrpc":"2.0","id":7,"method":"tools/call"}', 7, -32602],
  ])('answers %s and goes on', async (what, line, id, code) => {
    const server = new RawServer();
    if (what === 'no UTF-8') server.process.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
    else server.write(line);
    server.write({ jsonrpc: '2.0', id: 'after', method: 'ping' });
    server.process.stdin.end();
    await server.exit;
    const answers = server.answers();
    expect(answers).toHaveLength(2);
    expect(answers.find((answer) => answer.id === id)?.error?.code).toBe(code);
    expect(answers.find((answer) => answer.id === 'after')?.result).toEqual({});
  });

  it.each([
    ['arguments that are no object', { name: 'check', arguments: 'health' }, 'the arguments must be an object'],
    ['arguments that are a list', { name: 'check', arguments: [] }, 'the arguments must be an object'],
    ['arguments that are null', { name: 'check', arguments: null }, 'no workspace was named'],
    ['a request for a task', { name: 'check', arguments: { mode: 'trace' }, task: { ttl: 1 } }, 'is not implemented'],
  ])('answers %s with a result', async (_, params, words) => {
    const { answers } = await new RawServer().converse({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(answers).toHaveLength(1);
    expect(answers[0]?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(words) }] });
  });

  it('answers a request with fields of its own, empty lines, line breaks of Windows and a byte order mark', async () => {
    const { answers } = await new RawServer().converse('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping","extra":true}\r', '', '\r', {
      jsonrpc: '2.0',
      id: 2,
      method: 'ping',
    });
    expect(answers.map(({ id, result }) => [id, result])).toEqual([
      [1, {}],
      [2, {}],
    ]);
  });

  it('does not answer notifications, answers, and broken answers', async () => {
    const { answers, stderr } = await new RawServer().converse(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: 'no' },
    );
    expect([answers, stderr]).toEqual([[], '']);
  });

  it('does not wait for the answer to a cancelled request', async () => {
    const { code } = await new RawServer().converse(toolCall(1, { mode: 'health' }), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    expect(code).toBe(0);
  });

  it('answers a message of 12 MiB', async () => {
    const { answers } = await new RawServer().converse(toolCall(1, { mode: 'trace', code: 'x'.repeat(12 * 1024 * 1024) }));
    expect(answers[0]?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('code must have at most') }] });
  });

  it('refuses a message of 20 MiB with its id, wherever that stands, and goes on', async () => {
    const long = 'x'.repeat(20 * 1024 * 1024);
    const { answers } = await new RawServer().converse(
      { jsonrpc: '2.0', id: 1, method: 'ping', params: { long } },
      { method: 'ping', params: { long, id: 9 }, jsonrpc: '2.0', id: 'two' },
      { method: 'ping', params: { id: 9, long } },
      { jsonrpc: '2.0', id: 3, method: 'ping' },
    );
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, -32600],
      ['two', -32600],
      [null, -32600],
      [3, undefined],
    ]);
  });

  it.each([
    [['mcp'], '--stdio'],
    [['mcp', 'strange'], 'snap mcp --help'],
  ])('is not started by %j, which is told how', async (args, words) => {
    const { answers, stderr, code } = await new RawServer({ args }).converse();
    expect([answers, code]).toEqual([[], 2]);
    expect(stderr).toContain(words);
  });
});

describe('snap mcp shim', () => {
  it('answers each request with an error that names --stdio, and nothing else', async () => {
    const { answers, stderr, code } = await new RawServer({ args: ['mcp', 'shim', '--workspace', '/nowhere'] }).converse(
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      'garbage',
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    );
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      ['hello', -32000],
      [null, -32700],
      [2, -32000],
    ]);
    expect(answers[0]?.error?.message).toContain('--stdio');
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('ends quietly when it is told to', async () => {
    const server = new RawServer({ args: ['mcp', 'shim'] });
    server.write(initialize);
    await server.lines(1);
    server.process.kill('SIGTERM');
    expect(await server.exit).toEqual([0, null]);
  });
});
