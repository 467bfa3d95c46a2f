import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clients, type Client } from '../../src/clients/index.ts';

type StartTime = NonNullable<NonNullable<Client['limits']>['start']>;

interface Cell {
  readonly seconds: number;
  readonly did: string;
}
interface Run {
  readonly client: string;
  readonly version: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What `npm run bench -- assistants --starts --record` saw. */
const { starts } = JSON.parse(readFileSync(fileURLToPath(new URL('../../bench/assistants/results.json', import.meta.url)), 'utf8')) as {
  readonly starts: readonly Run[];
};

const rows: readonly Client[] = clients;
const limits = rows.flatMap(({ commandLine, id, limits: own }) => {
  const local: readonly [string, StartTime | undefined, string][] = [
    ['local', own?.start, 'init'],
    // Where it has no time of its own, that of a local server is said of a remote one too.
    ['remote', own?.remoteStart ?? own?.start, 'remote'],
    ['program', commandLine?.start, 'init'],
  ];
  return local.flatMap(([of, start, cell]) => (start?.proved === undefined ? [] : [{ id, of, start, proved: start.proved, cell }]));
});

describe('a limit that is called proved was seen', () => {
  it('in some', () => expect(limits.length).toBeGreaterThan(10));

  it.each(limits)('$id, $of: $start.seconds s with $proved', ({ cell, id, proved, start }) => {
    const { cells = {} } = starts.find(({ client, version }) => client === id && version === proved) ?? {};
    expect(cells[`${cell}-half`]).toMatchObject({ seconds: start.seconds / 2, did: 'connects' });
    expect(cells[`${cell}-twice`]).toMatchObject({ seconds: start.seconds * 2, did: 'given up' });
  });

  it.each(limits)('$id, $of: no other version that was run shows otherwise', ({ cell, id, start }) => {
    for (const { cells } of starts.filter(({ client }) => client === id)) {
      expect([cells[`${cell}-half`]?.did, cells[`${cell}-twice`]?.did, start.seconds]).toEqual(['connects', 'given up', start.seconds]);
    }
  });
});
