import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpFront, type HttpFront, type HttpHooks } from '../../src/daemon/hub/index.ts';
import { newEvent, type SnapEvent } from '../../src/daemon/events/event.ts';

const token = 'f'.repeat(64);
const about = { version: '9.9.9', node: '', program: { version: '9.9.9', file: '', node: '' } };

/** The front of a daemon whose only workspace is /opened; its tools answer where they run. */
async function started(port?: string): Promise<{ front: HttpFront; publish(event: SnapEvent): void }> {
  const subscribers = new Set<(event: SnapEvent) => void>();
  const hooks: HttpHooks = {
    token,
    workspace: async (named) => (named === '/opened' ? '/opened' : undefined),
    enter: (root) => ({
      async call({ name, client }, { notify }) {
        notify?.('half of it', 1, 2);
        return { content: [{ type: 'text', text: `${name} in ${root} for ${client ?? 'nobody'}` }] };
      },
      leave: () => undefined,
    }),
    subscribe(_, onEvent) {
      subscribers.add(onEvent);
      return () => subscribers.delete(onEvent);
    },
    log: () => undefined,
    lost: () => undefined,
  };
  const begun = await httpFront({ about })(hooks, port ?? String(await freePort()));
  if (begun.kind === 'refused') throw new Error(begun.reason);
  onTestFinished(() => begun.front.close());
  return { front: begun.front, publish: (event) => subscribers.forEach((each) => each(event)) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const requestInit = { headers: { Authorization: `Bearer ${token}` } };

function client(roots?: readonly string[]): Client {
  const made = new Client({ name: 'tester', version: '1' }, { capabilities: roots === undefined ? {} : { roots: {} } });
  if (roots !== undefined) made.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  onTestFinished(() => made.close());
  return made;
}

describe('a client of the SDK', () => {
  it.each(['http', 'sse'])('works in the workspace its address names (%s)', async (kind) => {
    const { front } = await started();
    const url = new URL(`${front.eventsUrl}?workspace=/opened`);
    const one = client();
    await one.connect(
      kind === 'sse' ? new SSEClientTransport(url, { requestInit }) : new StreamableHTTPClientTransport(url, { requestInit }),
    );
    expect((await one.callTool({ name: 'pulse' })).content).toMatchObject([
      { text: expect.stringContaining('pulse in /opened for tester') },
    ]);
    expect(front.clients()).toMatchObject([{ kind: 'http', client: 'tester', workspace: '/opened' }]);
    // A client of the SDK leaves without ending its session, which then is no reason for the daemon to stay.
    await expect.poll(() => front.idleMs()).toBe(0);
    await one.close();
    await expect.poll(() => front.idleMs()).toBeGreaterThan(0);
    if (kind === 'http') expect(front.clients()).toHaveLength(1);
  });

  it('hears how far a call is', async () => {
    const { front } = await started();
    const one = client();
    await one.connect(new StreamableHTTPClientTransport(new URL(`${front.url}/mcp?workspace=/opened`), { requestInit }));
    const told: unknown[] = [];
    await one.callTool({ name: 'pulse' }, undefined, { onprogress: (progress) => told.push(progress) });
    expect(told).toEqual([{ message: 'half of it', progress: 1, total: 2 }]);
  });

  it.each(['http', 'sse'])('works in the first of its folders that was opened with snap (%s)', async (kind) => {
    const { front } = await started();
    const url = new URL(front.eventsUrl);
    const one = client(['https://elsewhere.example', 'file:///not-opened', 'file:///opened']);
    await one.connect(
      kind === 'sse' ? new SSEClientTransport(url, { requestInit }) : new StreamableHTTPClientTransport(url, { requestInit }),
    );
    expect((await one.listTools()).tools.map(({ name }) => name)).toContain('check');
    expect((await one.callTool({ name: 'pulse' })).content).toMatchObject([
      { text: expect.stringContaining('pulse in /opened for tester') },
    ]);
    expect((await one.callTool({ name: 'pulse' })).content).toMatchObject([
      { text: expect.stringContaining('pulse in /opened for tester') },
    ]);
  });

  it('without a workspace is told what to do, and can list the tools', async () => {
    const { front } = await started();
    const one = client(['file:///not-opened']);
    await one.connect(new StreamableHTTPClientTransport(new URL(`${front.url}/mcp`), { requestInit }));
    expect((await one.listTools()).tools.length).toBe(7);
    await expect(one.callTool({ name: 'pulse' })).resolves.toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/code:NO_WORKSPACE.*workspace=/s) }],
    });
  });

  it('without the token is refused', async () => {
    const { front } = await started();
    await expect(client().connect(new StreamableHTTPClientTransport(new URL(`${front.url}/mcp`)))).rejects.toThrow(
      /Authorization: Bearer.*snap daemon start/,
    );
  });
});

it('a key of the backend is refused while there is no backend', async () => {
  const { front } = await started();
  const { status } = await fetch(front.eventsUrl, { headers: { Authorization: `Bearer ${['sk', 'live', 'a'.repeat(24)].join('_')}` } });
  expect(status).toBe(401);
});

it('events of snap come on a stream of their own', async () => {
  const { front, publish } = await started();
  const answer = await fetch(`${front.url}/notices?types=config.changed`, {
    headers: { ...requestInit.headers, Accept: 'text/event-stream' },
  });
  const reader = answer.body?.getReader();
  publish(newEvent(new Date(0), 'config.changed', { action: 'write', clients: [], servers: [], files: [] }));
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^event: snap\ndata: \{"schemaVersion":1,"type":"config\.changed"/);
  await reader?.cancel();
});

it.each(['abc', '0', '65536', '-1', '80.5', '1e3', ' 80'])('a port that is none is named, and nothing is bound: %s', async (port) => {
  await expect(started(port)).rejects.toThrow(`SVC_SSE_PORT is ${JSON.stringify(port.trim())}`);
});

it('a port that is taken is named with who has it, and no other is taken', async () => {
  const { front } = await started();
  const who =
    process.platform === 'linux' ? new RegExp(`port ${front.port} is taken by process ${process.pid} \\(`) : /is taken by another program/;
  await expect(started(String(front.port))).rejects.toThrow(who);
});
