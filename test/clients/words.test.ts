import { expect, it } from 'vitest';
import { clients, type Client } from '../../src/clients/index.ts';
import type { Value } from '../../src/formats/index.ts';
import { readServer } from '../../src/clients/entry.ts';

const cursor = (clients as readonly Client[]).find(({ id }) => id === 'cursor') as Client;

it('an argument that is no text is shown as what it is, never as a word of JavaScript', () => {
  const value = new Map<string, Value>([
    ['command', 'node'],
    ['args', [1, null, true, new Map([['a', 1]]), ['b'], 'x']],
  ]);
  expect(readServer(cursor.entry, value)).toMatchObject({ args: ['1', 'null', 'true', '{…}', '[…]', 'x'] });
});
