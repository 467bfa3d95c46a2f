import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clients,
  literalSecrets,
  sameServer,
  spellEntry,
  translateServer,
  translateTyped,
  type Client,
  type ConfigPlace,
  type NewServer,
  type Server,
} from '../../src/clients/index.ts';
import { readServer } from '../../src/clients/entry.ts';
import { rounds } from '../support/storm.ts';

const rows: readonly Client[] = clients;
const places: readonly { readonly client: Client; readonly place: ConfigPlace }[] = rows.flatMap((client) =>
  client.files.map((place) => ({ client, place })),
);

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'npx',
      '/',
      '-',
      ' ',
      '$',
      '{',
      '}',
      '%',
      '${A}',
      '${A:-b}',
      '${env:A}',
      '{env:A}',
      '$A',
      '%A%',
      '${workspaceFolder}',
      '${userHome}',
      '${input:k}',
      '{file:/x}',
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''));
const texts = fc.dictionary(fc.constantFrom('A', 'B', 'X-Key'), text, { maxKeys: 2 }).map((values) => new Map(Object.entries(values)));

/** A blank command is none. */
const program = text.filter((word) => word.trim() !== '');
const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'TOKEN'), { maxLength: 2 });
const named = fc
  .dictionary(fc.constantFrom('Authorization', 'authorization', 'X-Key'), fc.constantFrom('Bearer ${TOKEN}', '${A}'), { maxKeys: 2 })
  .map((values) => new Map(Object.entries(values)));
const limits = fc.record(
  {
    callSeconds: fc.constantFrom(0.5, 10, 600),
    startSeconds: fc.constantFrom(1.5, 30),
    only: fc.subarray(['read', 'rm_*', 'a b']),
    without: fc.subarray(['rm', '__proto__']),
  },
  { requiredKeys: [] },
);

const anyServer: fc.Arbitrary<Server> = fc.oneof(
  fc.record({ kind: fc.constant('command' as const), command: program, args: fc.constant([]), env: texts, passes: names, limits }),
  fc.record({
    kind: fc.constant('url' as const),
    transport: fc.constantFrom('http' as const, 'sse' as const),
    url: fc.constant('https://e.com/mcp'),
    headers: texts,
    headersFrom: named,
    limits,
  }),
  fc.record({ kind: fc.constant('command' as const), command: program, args: fc.array(text, { maxLength: 3 }), env: texts }),
  fc.record({ kind: fc.constant('command' as const), command: program, args: fc.constant([]), env: texts, cwd: text }),
  fc.record({
    kind: fc.constant('url' as const),
    transport: fc.constantFrom('http' as const, 'sse' as const, 'either' as const, 'unknown' as const),
    url: fc.constantFrom('https://e.com/mcp', 'https://e.com/sse', 'https://${A}.e.com/mcp'),
    headers: texts,
  }),
);

describe('translateServer', () => {
  it('writes what the other client reads as the same server, or refuses', () => {
    let written = 0;
    fc.assert(
      fc.property(anyServer, fc.constantFrom(...places), fc.constantFrom(...places), (server, from, to) => {
        const source = { server, ...from };
        const translated = translateServer('x', source, to);
        if (translated.kind === 'refused') {
          expect(translated.message).toMatch(/^\S.*\.$/s);
          return;
        }
        const form = to.place.entry ?? to.client.entry;
        const spelled = spellEntry(form, 'x', translated.server);
        expect(spelled).toBeDefined();
        const target = { server: readServer(form, spelled?.fields ?? null), ...to };
        expect(sameServer(source, target)).toBe(true);
        written++;
      }),
      // What is counted is the same in every run.
      { numRuns: rounds(5000), seed: 26 },
    );
    expect(written).toBeGreaterThan(rounds(5000) / 10);
  });

  it('takes what a person types, or refuses it', () => {
    fc.assert(
      fc.property(anyServer, fc.constantFrom(...places), (server, to) => {
        if (server.kind === 'other' || (server.kind === 'url' && (server.transport === 'either' || server.transport === 'unknown'))) return;
        const translated = translateTyped({ ...server, transport: 'http' } as NewServer, to);
        if (translated.kind === 'refused') expect(translated.message).toMatch(/^\S.*\.$/s);
        else expect(spellEntry(to.place.entry ?? to.client.entry, 'x', translated.server)).toBeDefined();
      }),
      { numRuns: rounds(2000) },
    );
  });

  it('says what it cannot copy', () => {
    const from = rows.find(({ id }) => id === 'claude-code');
    const to = places.find(({ client }) => client.id === 'cursor');
    const place = from?.files[0];
    if (from === undefined || to === undefined || place === undefined) throw new TypeError('rows');
    const url = { kind: 'url', transport: 'unknown', url: 'https://e.com', headers: new Map() } as const;
    expect(translateServer('x', { server: url, client: from, place }, to)).toMatchObject({
      message: expect.stringContaining('Claude Code does not read'),
    });
    const other = { kind: 'other', isIncomplete: false, says: 'it is built in' } as const;
    expect(translateServer('x', { server: other, client: from, place }, to)).toMatchObject({
      message: 'It cannot be copied: it is built in.',
    });
    const secret = { kind: 'command', command: 'x', args: ['${TOKEN:-hunter2}'], env: new Map() } as const;
    const refused = translateServer('x', { server: secret, client: from, place }, to);
    expect(refused).toMatchObject({ kind: 'refused', message: 'Cursor has nothing for ${TOKEN:-…} (in an argument) in this file.' });
  });

  it('lists as replaced only what that very file may hold', () => {
    const from = places.find(({ client, place }) => client.id === 'cursor' && place.workspaceVariable !== undefined);
    const to = places.find(({ client, place }) => client.id === 'vscode' && place.scope === 'global');
    if (from === undefined || to === undefined) throw new TypeError('rows');
    const server = { kind: 'command', command: 'x', args: ['${workspaceFolder}'], env: new Map() } as const;
    const refused = translateServer('x', { server, ...from }, to);
    expect(refused).toMatchObject({ kind: 'refused', hint: expect.stringContaining('${env:NAME}') });
    expect(JSON.stringify(refused).match(/workspaceFolder/g)).toHaveLength(1);
  });
});

describe('literalSecrets', () => {
  const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}): NewServer => ({
    kind: 'command',
    command: 'x',
    args,
    env: new Map(Object.entries(env)),
  });
  const url = (address: string, headers: Readonly<Record<string, string>> = {}): NewServer => ({
    kind: 'url',
    transport: 'http',
    url: address,
    headers: new Map(Object.entries(headers)),
  });

  it.each<readonly [NewServer, readonly string[]]>([
    [command(['-y', 'x'], { ROOT: '/srv', DEBUG: 'true' }), []],
    [command([], { API_KEY: '${env:API_KEY}', TOKEN: 'Bearer ${TOKEN}', SECRET: '', AUTH: 'true' }), []],
    [command([], { API_KEY: 'hunter2' }), ['the variable API_KEY']],
    [command([], { TOKEN: '${A}hunter2' }), ['the variable TOKEN']],
    [command(['--token', 'hunter2']), ['an argument']],
    [command(['--token', '${env:TOKEN}']), []],
    [command([], { DB: 'postgres://me:hunter2@db/x' }), ['the variable DB']],
    [url('https://e.com/mcp', { 'X-Team': 'blue' }), []],
    [url('https://e.com/mcp', { Authorization: 'Bearer hunter2hunter2' }), ['the header Authorization']],
    [url('https://e.com/mcp', { Authorization: 'Bearer ${{ secrets.X }}' }), []],
    [url('https://me:hunter2@e.com/mcp'), ['the address']],
    [url('https://e.com/mcp?api_key=hunter2'), ['the address']],
  ])('%j: %j', (server, expected) => expect(literalSecrets(server)).toEqual(expected));
});
