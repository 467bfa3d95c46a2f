import { expect, it } from 'vitest';
import { clients, type Client } from '../../src/clients/index.ts';
import type { Value } from '../../src/formats/index.ts';
import { readServer } from '../../src/clients/entry.ts';

const formOf = (id: string): Client['entry'] => clients.find((client) => client.id === id)?.entry as Client['entry'];

it('an argument that is no text is shown as what it is, never as a word of JavaScript', () => {
  const value = new Map<string, Value>([
    ['command', 'node'],
    ['args', [1, null, true, new Map([['a', 1]]), ['b'], 'x']],
  ]);
  expect(readServer(formOf('cursor'), value)).toMatchObject({ args: ['1', 'null', 'true', '{…}', '[…]', 'x'] });
});

it.each<readonly [Record<string, string>, string]>([
  [{}, 'sse'],
  [{ type: 'http' }, 'http'],
  [{ type: 'streamable-http' }, 'http'],
  [{ type: 'sse' }, 'sse'],
  // The member that it writes itself counts first.
  [{ type: 'http', transport: 'sse' }, 'sse'],
  [{ type: 'sse', transport: 'streamable-http' }, 'http'],
])('OpenClaw goes by "type" where "transport" is missing: %j', (words, transport) => {
  const value = new Map<string, Value>([['url', 'https://x.example/mcp'], ...Object.entries(words)]);
  expect(readServer(formOf('openclaw'), value)).toMatchObject({ kind: 'url', transport });
});
