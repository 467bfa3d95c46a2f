import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clients, readConfigFile, readingOf, spellEntry, switchEntry, type Client } from '../../src/clients/index.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const rows: readonly Client[] = clients;
const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/shop' } as const;
const server = { kind: 'command', command: 'npx', args: ['-y', 'x'], env: new Map() } as const;

const places = rows.flatMap((client) =>
  client.files.filter((place) => place.write !== 'never').map((place, i) => [`${client.id} ${place.scope} ${i}`, client, place] as const),
);

describe.each(places)('%s', (_, client, place) => {
  it('flips its switch and nothing else, or says that it has none', async () => {
    const reading = readingOf(client, place, where);
    const format = await loadFormat(reading.format);
    const spelled = spellEntry(reading.entry, 'x', server);
    if (spelled === undefined) throw new TypeError('every client starts commands');
    const text = format.snippet(reading.layouts[0], 'x', spelled.fields);
    const about = { client, path: '/file', reading, home: where.home, platform: where.platform, format, name: 'x' };
    const flip = (on: boolean, bytes: Uint8Array | undefined) => {
      const edit = switchEntry({ ...about, on });
      return edit.kind === 'refused' ? edit : edit.compute(bytes);
    };
    const bytes = new TextEncoder().encode(text);
    if (reading.entry.switch === undefined) {
      expect(flip(false, bytes)).toMatchObject({ kind: 'refused', message: `${client.name} has no switch for a server in this file.` });
      return;
    }
    expect(flip(true, bytes)).toEqual({ kind: 'unchanged' });
    const off = flip(false, bytes);
    if (off.kind !== 'write' || off.bytes === undefined) throw new TypeError('it is written');
    expect(readConfigFile(off.bytes, format, reading).servers).toMatchObject([{ name: 'x', enabled: false, server: { command: 'npx' } }]);
    expect(flip(false, off.bytes)).toEqual({ kind: 'unchanged' });
    const on = flip(true, off.bytes);
    if (on.kind !== 'write' || on.bytes === undefined) throw new TypeError('it is written');
    expect(readConfigFile(on.bytes, format, reading).servers).toMatchObject([{ name: 'x', enabled: true }]);
    expect(flip(true, on.bytes)).toEqual({ kind: 'unchanged' });
    expect(flip(true, undefined)).toMatchObject({ kind: 'refused' });
    expect(flip(true, new TextEncoder().encode(text.replaceAll(/\bx\b/g, 'y')))).toMatchObject({ kind: 'refused' });
  });
});

describe('snap mcp disable and enable', () => {
  it('goes off and on again, and undo gives every byte back', async () => {
    const text = '{\n  // mine\n  "context_servers": {\n    "docs": { "command": "npx", "args": ["docs"] }\n  }\n}\n';
    home.write('.config/zed/settings.json', text);
    expect((await home.run(['mcp', 'disable', 'docs', '--zed'])).out).toContain('switched off');
    expect(home.read('.config/zed/settings.json')).toContain('"enabled": false');
    expect(home.read('.config/zed/settings.json')).toContain('// mine');
    expect((await home.run(['mcp', 'disable', 'docs', '--zed'])).out).toContain('nothing to do');
    expect((await home.run(['mcp', 'enable', 'docs', '--zed', '--check'])).code).toBe(1);
    expect((await home.run(['mcp', 'enable', 'docs', '--zed'])).out).toContain('switched on');
    expect((await home.run(['mcp', 'enable', 'docs', '--zed', '--check'])).code).toBe(0);
    await home.run(['mcp', 'undo', '--yes']);
    await home.run(['mcp', 'undo', '--yes']);
    expect(home.read('.config/zed/settings.json')).toBe(text);
  });

  it('means every assistant that has the name, after a question', async () => {
    home.write('.kiro/settings/mcp.json', '{"mcpServers":{"docs":{"command":"docs"}}}');
    home.write('.codex/config.toml', '[mcp_servers.docs]\ncommand = "docs"\n');
    home.write('.config/zed/settings.json', '{}');
    const asked = await home.run(['mcp', 'disable', 'docs']);
    expect(asked).toMatchObject({ code: 1 });
    expect(asked.out).not.toContain('Zed');
    expect((await home.run(['mcp', 'disable', 'docs', '--yes'])).code).toBe(0);
    expect(home.read('.kiro/settings/mcp.json')).toContain('"disabled":true');
    expect(home.read('.codex/config.toml')).toContain('enabled = false');
  });

  it('flips our own entry too', async () => {
    home.write('.kiro/settings/mcp.json', '{"mcpServers":{"snap":{"command":"snap-mcp","args":["mcp","--stdio"]}}}');
    expect((await home.run(['mcp', 'disable', 'snap', '--kiro'])).code).toBe(0);
  });

  it.each([
    ['a missing name', ['nothing', '--kiro'], 'Servers there: docs, \\u001b[31mred.'],
    ['a missing name anywhere', ['nothing'], 'Servers there: docs, \\u001b[31mred'],
    ['another scope', ['docs', '--kiro', '--scope', 'project'], '--kiro --scope global'],
    ['a scope it lacks', ['docs', '--kiro', '--scope', 'local'], 'Kiro has no local scope'],
    ['the managed scope', ['docs', '--kiro', '--scope', 'managed'], 'administrator'],
    ['a client without a switch', ['docs', '--cursor'], 'use the switch of the server in Cursor under Settings > MCP'],
    [
      'a client without any switch',
      ['docs', '--claude'],
      'Remove the entry: snap mcp remove docs --claude-desktop ("snap mcp undo" restores it exactly).',
    ],
  ])('refuses %s and says what there is', async (_, args, says) => {
    home.write('.kiro/settings/mcp.json', '{"mcpServers":{"docs":{"command":"docs"},"\\u001b[31mred":{"command":"x"}}}');
    home.write('.cursor/mcp.json', '{"mcpServers":{"docs":{"command":"docs"}}}');
    home.write('.config/Claude/claude_desktop_config.json', '{"mcpServers":{"docs":{"command":"docs"}}}');
    const before = home.tree();
    const done = await home.run(['mcp', 'disable', ...args]);
    expect(done.code).toBe(3);
    expect(done.err).toContain(says);
    expect(home.tree()).toEqual(before);
  });

  it('wants a name', async () => {
    expect((await home.run(['mcp', 'enable'])).code).toBe(2);
    expect((await home.run(['mcp', 'enable', 'a', 'b'])).code).toBe(2);
  });

  it('refuses a file that does not parse', async () => {
    home.write('.kiro/settings/mcp.json', '{"mcpServers":{"docs":{"command":"docs"}');
    const done = await home.run(['mcp', 'disable', 'docs', '--kiro']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('mcp.json:1:');
  });

  it('knows another way for no client that has a switch in its file', () => {
    const elsewhere = rows.filter((client) => client.switchElsewhere !== undefined);
    expect(elsewhere.length).toBeGreaterThan(10);
    expect(elsewhere.filter((client) => client.entry.switch !== undefined)).toEqual([]);
  });
});
