import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeEntry, clients, readConfigFile, readingOf, type Client, type ConfigPlace, type NewServer } from '../../src/clients/index.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { hostileNames } from '../support/texts/json-texts.ts';

const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/project' } as const;
const fixtures = join(import.meta.dirname, '../fixtures/clients');

const stdio: NewServer = {
  kind: 'command',
  command: '/usr/bin/node',
  args: ['/opt/snap-mcp/dist/main.js', 'mcp', '--stdio'],
  env: new Map([['A', 'b c']]),
};
const http: NewServer = { kind: 'url', transport: 'http', url: 'https://mcp.example.com/mcp', headers: new Map([['X-Team', 'blue']]) };
const sse: NewServer = { kind: 'url', transport: 'sse', url: 'http://127.0.0.1:8765/events', headers: new Map() };

/** Every text of a client: its fixtures that fit the place, no file, an empty one. */
function textsFor(client: Client, place: ConfigPlace): readonly (string | undefined)[] {
  const format = place.format ?? client.format;
  const ending = { json: /\.jsonc?$/, yaml: /\.ya?ml$/, toml: /\.toml$/ }[format];
  const directory = join(fixtures, client.id);
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => ending.test(name)) : [];
  return [undefined, '', ...names.map((name) => readFileSync(join(directory, name), 'utf8'))];
}

async function edit(client: Client, place: ConfigPlace, name: string, server: NewServer | undefined, bytes: Uint8Array | undefined) {
  const reading = readingOf(client, place, where);
  const format = await loadFormat(reading.format);
  const planned = changeEntry({
    client,
    place,
    path: '/file',
    reading,
    home: where.home,
    platform: where.platform,
    format,
    name,
    server,
    force: false,
    onlyOurs: false,
    isLink: false,
  });
  return planned.kind === 'refused' ? planned : planned.compute(bytes);
}

describe.each(clients.map((client): readonly [string, Client] => [client.id, client]))('%s', (_, client) => {
  const places = client.files.filter((place) => place.write !== 'never');

  it('has a fixture', () => {
    expect(existsSync(join(fixtures, client.id)), `create test/fixtures/clients/${client.id}/`).toBe(true);
  });

  describe.each(places.map((place): readonly [string, ConfigPlace] => [`${place.scope} ${JSON.stringify(place.at).slice(0, 60)}`, place]))(
    '%s',
    (__, place) => {
      const transports: readonly (readonly [string, NewServer])[] = [
        ['stdio', stdio],
        ['http', http],
        ['sse', sse],
      ];

      it.each(transports)('takes a server over %s, finds it again, and gives the bytes back', async (transport, server) => {
        const reading = readingOf(client, place, where);
        const format = await loadFormat(reading.format);
        for (const text of textsFor(client, place)) {
          const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
          if (bytes !== undefined && readConfigFile(bytes, format, reading).state === 'wrong-key') continue;
          const set = await edit(client, place, 'snap-test', server, bytes);
          if (set.kind === 'refused') {
            // A client may not speak a transport, or not take headers; it never refuses its own fixture for another reason.
            expect(set.message).toMatch(/cannot reach a server over (http|sse)/);
            expect(transport).not.toBe('stdio');
            continue;
          }
          expect(set.kind).toBe('write');
          if (set.kind !== 'write' || set.bytes === undefined) continue;

          const after = readConfigFile(set.bytes, format, reading);
          const found = after.servers.find((entry) => entry.name === 'snap-test');
          expect(found?.enabled).toBe(true);
          if (server.kind === 'command')
            expect(found?.server).toMatchObject({ kind: 'command', command: server.command, args: server.args, env: server.env });
          else expect(found?.server).toMatchObject({ kind: 'url', url: server.url, headers: server.headers });
          if (server.kind === 'url' && found?.server.kind === 'url') expect([server.transport, 'either']).toContain(found.server.transport);

          expect((await edit(client, place, 'snap-test', server, set.bytes)).kind).toBe('unchanged');
          const removed = await edit(client, place, 'snap-test', undefined, set.bytes);
          expect(removed.kind).toBe('write');
          if (removed.kind === 'write')
            expect(removed.bytes === undefined ? undefined : new TextDecoder().decode(removed.bytes)).toBe(text);
        }
      });

      it("writes every name so that it reads back, or refuses it by the client's own rule", async () => {
        const reading = readingOf(client, place, where);
        const format = await loadFormat(reading.format);
        for (const name of hostileNames) {
          const set = await edit(client, place, name, stdio, undefined);
          if (set.kind === 'refused') {
            expect(set.message).toMatch(
              client.names === undefined ? /needs a name|control characters/ : /does not accept the name|needs a name/,
            );
            continue;
          }
          if (set.kind !== 'write' || set.bytes === undefined) throw new Error('a new name is written');
          expect(readConfigFile(set.bytes, format, reading).servers.map((entry) => entry.name)).toEqual([name]);
        }
      });
    },
  );
});
