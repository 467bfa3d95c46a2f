import { expect, it } from 'vitest';
import { connect } from '../../src/sources/connection/connect.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { listen, sse } from '../doctor/live/http-servers.ts';

it.each(['sse', 'either'] as const)('a server with SSE alone is called when its entry says "%s"', async (transport) => {
  const { port } = await listen(sse());
  const target = { kind: 'url', transport, url: `http://127.0.0.1:${port}/sse`, headers: new Map<string, string>() } as const;
  const end = await connect(nodeSystem({ home: '/tmp', cwd: '/tmp', env: {} }), target, new AbortController().signal);
  expect(end).toMatchObject({ kind: 'connected', connection: { tools: [{ name: 'far' }] } });
  if (end.kind === 'connected') await end.connection.close();
});
