import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeEntry, clients, readingOf, type Client, type NewServer } from '../../src/clients/index.ts';
import { json } from '../../src/formats/edit/json.ts';
import { hostileNames, jsonTexts } from '../support/texts/json-texts.ts';
import { rounds } from '../support/storm.ts';

const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/project' } as const;
const rows: readonly Client[] = clients;
const client = rows.find(({ id }) => id === 'cursor');
const place = client?.files[0];
if (client === undefined || place === undefined) throw new TypeError('cursor');

const server: NewServer = { kind: 'command', command: 'npx', args: ['-y', 'x'], env: new Map([['A', 'b']]) };

/** Adds an entry and removes it again, with what the change remembered. */
function thereAndBack(text: string, path: readonly [string, ...string[]], name: string): readonly [string | undefined, string | undefined] {
  const reading = { ...readingOf(client!, place!, where), tolerance: 'comments-and-commas', layouts: [{ kind: 'map', path }] } as const;
  const target = { client: client!, place: place!, path: '/file', reading, home: where.home, platform: where.platform, format: json, name };
  const added = changeEntry({ ...target, server, force: false, onlyOurs: false, isLink: false });
  const written = added.kind === 'edit' ? added.compute(Buffer.from(text)) : added;
  if (written.kind !== 'write' || written.bytes === undefined) return [undefined, undefined];
  const removal = changeEntry({
    ...target,
    server: undefined,
    force: false,
    onlyOurs: false,
    isLink: false,
    recorded: { entry: written.undoData, keeps: 'nothing' },
  });
  const removed = removal.kind === 'edit' ? removal.compute(written.bytes) : removal;
  if (removed.kind !== 'write') return [Buffer.from(written.bytes).toString(), removed.kind];
  return [Buffer.from(written.bytes).toString(), removed.bytes === undefined ? undefined : Buffer.from(removed.bytes).toString()];
}

describe('removing what snap added', () => {
  it.each([
    '{\n  "mcpServers": {}\n}\n',
    '{\n  "mcpServers": {\n  }\n}\n',
    '{\n  "mcpServers": { }\n}',
    '{\n  "mcpServers": {\n\n\n  },\n  "theme": 1\n}\n',
    '{ "mcpServers": {} }',
    '{\r\n\t"a": {},\r\n\t"mcpServers": {}\r\n}',
    '{}',
    '{}\n',
    '{ }\n',
    '{\n}\n',
    '// mine\n{\n  // none yet\n  "mcpServers": {}\n}\n',
  ])('gives the very text back: %j', (text) => {
    const [added, removed] = thereAndBack(text, ['mcpServers'], 'snap');
    expect(added).toMatch(/"snap"/);
    if (/\n/.test(text.trim())) expect(added, 'on a line of its own').toMatch(/\n[ \t]+"snap"/);
    expect(removed).toBe(text);
  });

  it('does so for any file', () => {
    fc.assert(
      fc.property(jsonTexts, fc.constantFrom('snap', 'my server', ...hostileNames), ({ path, text }, name) => {
        const [first, ...rest] = path;
        fc.pre(first !== undefined && !text.includes(JSON.stringify(name)));
        if (first === undefined) return;
        const [added, removed] = thereAndBack(text, [first, ...rest], name);
        fc.pre(added !== undefined);
        expect(removed ?? '').toBe(text);
      }),
      { numRuns: rounds(500) },
    );
  });
});
