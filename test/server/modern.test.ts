import { describe, expect, it } from 'vitest';
import { openToolConnection, type Message } from '../../src/server/index.ts';
import { runHere, type LocalTools } from '../../src/server/tool-runner.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { RawServer, madeHome } from './started.ts';

// The protocol of 2026-07-28: no `initialize`, each request says what it is written for.

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'newer', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'snap', version: '9.9.9' } };

function request(id: number | string, method: string, params: object = {}, _meta: Record<string, unknown> = meta): Message {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

const local: LocalTools = {
  listed: [{ name: 'echo.it', surface: 'default', description: 'Echo.', annotations: {}, inputSchema: {}, outputSchema: {} }],
  async load() {
    return {
      name: 'echo.it',
      surface: 'default',
      description: 'Echo.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: () => ({}),
      outputSchema: () => ({}),
      async answer(input, { caller }) {
        return {
          record: {},
          recordFor: () => ({}),
          text: () => `${JSON.stringify(input)} for ${caller.client ?? 'nobody'}`,
          line: () => 'snap|F',
        };
      },
    };
  },
  open: () => Promise.reject(new Error('no workspace is needed')),
};

/** A connection that is sent these messages, and what it answers, in order. */
function connection(): { send(message: Message): void; next(): Promise<Message>; close(): void } {
  const arrived: Message[] = [];
  let wake = (): void => undefined;
  const open = openToolConnection(
    { listed: local.listed, runner: (options) => runHere(local, options) },
    {
      system: async () => nodeSystem(),
      about: { version: '9.9.9', node: '', program: { version: '9.9.9', file: '', node: '' } },
      namedWorkspace: undefined,
      isFull: false,
      log: () => undefined,
    },
    (message) => {
      arrived.push(message);
      wake();
    },
  );
  return {
    send: open.send,
    close: open.close,
    async next() {
      while (arrived.length === 0) await new Promise<void>((resume) => (wake = resume));
      return arrived.shift() ?? { jsonrpc: '2.0', method: 'nothing' };
    },
  };
}

async function answerTo(message: Message): Promise<Message> {
  const one = connection();
  one.send(message);
  return one.next();
}

describe('the protocol of 2026-07-28', () => {
  it('says what there is', async () => {
    expect(await answerTo(request(1, 'server/discover'))).toMatchObject({
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        ttlMs: 3_600_000,
        cacheScope: 'public',
        _meta: serverInfo,
      },
    });
  });

  it('lists the tools without initialize, and says how long the list is good for', async () => {
    expect(await answerTo(request('list', 'tools/list'))).toMatchObject({
      id: 'list',
      result: { resultType: 'complete', tools: [{ name: 'echo.it' }], ttlMs: 3_600_000, cacheScope: 'public', _meta: serverInfo },
    });
  });

  it('calls a tool without initialize, for the client the request names', async () => {
    expect(await answerTo(request(2, 'tools/call', { name: 'echo.it', arguments: { a: 1 } }))).toMatchObject({
      id: 2,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'snap|F\n---\n{"a":1} for newer' }], _meta: serverInfo },
    });
  });

  it.each([
    ['no version', { 'io.modelcontextprotocol/clientCapabilities': {} }, -32602],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }, -32602],
    ['a version it does not know', { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }, -32022],
  ])('refuses %s', async (_, _meta, code) => {
    expect(await answerTo(request(3, 'tools/list', {}, _meta))).toMatchObject({ id: 3, error: { code } });
  });

  it('names the versions it knows', async () => {
    const _meta = { ...meta, 'io.modelcontextprotocol/protocolVersion': 'v9' };
    expect(await answerTo(request(3, 'server/discover', {}, _meta))).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: 'v9' } },
    });
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such'])('knows no %s', async (method) => {
    expect(await answerTo(request(4, method))).toMatchObject({ id: 4, error: { code: -32601 } });
  });

  it('acknowledges a subscription first, ends it with the connection, and says nothing after it was cancelled', async () => {
    const one = connection();
    one.send(request(5, 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    const about5 = { 'io.modelcontextprotocol/subscriptionId': 5 };
    expect(await one.next()).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: {}, _meta: about5 },
    });
    one.send(request(6, 'subscriptions/listen'));
    await one.next();
    one.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 6 } });
    one.close();
    expect(await one.next()).toMatchObject({ id: 5, result: { resultType: 'complete', _meta: about5 } });
  });

  it('is spoken beside the older one on the same connection, in the order of the messages', async () => {
    const one = connection();
    one.send(request(1, 'server/discover'));
    one.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect([await one.next(), await one.next()]).toMatchObject([{ id: 1 }, { id: 2, result: {} }]);
  });

  it('is spoken by snap mcp --stdio', async () => {
    const home = madeHome({ 'work/package.json': '{}' });
    const server = new RawServer({ home, args: ['mcp', '--stdio', '--workspace', `${home}/work`] });
    const { answers, code } = await server.converse(
      request(1, 'server/discover'),
      request(2, 'tools/call', { name: 'check', arguments: { mode: 'health', compact: true } }),
    );
    expect(code).toBe(0);
    expect(answers).toMatchObject([
      { id: 1, result: { resultType: 'complete' } },
      { id: 2, result: { resultType: 'complete', content: [{ type: 'text' }] } },
    ]);
  });
});
