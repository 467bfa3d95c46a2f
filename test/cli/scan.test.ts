import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';
import { clients as rows } from '../../src/clients/index.ts';
import { inTerminal, noTerminal } from '../support/terminal.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

describe('the flags of the assistants', () => {
  it.each([
    ['scan', '--codex', 0],
    ['scan', '--claude', 0],
    ['validate', '--cursor', 0],
    ['repair', '--zed', 0],
  ])('mcp %s takes %s, as add and configure do', async (command, flag, code) => {
    const { err, ...ran } = await home.run(['mcp', command, flag]);
    expect({ code: ran.code, err }).toEqual({ code, err: '' });
  });

  it('mean the same as --client', async () => {
    home.write('.codex/config.toml', '[mcp_servers.files]\ncommand = "npx"\n');
    home.write('.cursor/mcp.json', '{"mcpServers":{"other":{"command":"npx"}}}');
    const flagged = await home.run(['mcp', 'scan', '--codex']);
    expect(flagged.out).toBe((await home.run(['mcp', 'scan', '--client', 'codex'])).out);
    expect(flagged.out).toContain('files');
    expect(flagged.out).not.toContain('other');
  });
});

describe('an entry that starts nothing', () => {
  const broken = {
    mcpServers: {
      fine: { command: 'npx' },
      empty: {},
      slip: { comand: 'npx' },
      text: 'npx -y @acme/docs',
      hollow: { command: '', url: null },
    },
  };

  it('gets no tick', async () => {
    home.write('.cursor/mcp.json', JSON.stringify(broken));
    const { out } = await home.run(['mcp', 'scan', '--cursor']);
    const marked = out.split('\n').filter((line) => /neither a command nor an address/.test(line));
    expect(marked.map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '))).toEqual(['✗ empty', '✗ slip', '✗ text', '✗ hollow']);
    expect(out).toMatch(/✓ fine/);
  });

  it('is listed by --probe as not startable, and ends validate with 1', async () => {
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { slip: { comand: 'npx' }, off: { disabled: true } } }));
    const { code, out } = await home.run(['mcp', 'validate', '--cursor', '--probe']);
    expect(out).toContain('✗ slip (Cursor): did not start: the entry has neither a command nor an address.');
    expect(code).toBe(1);
  });

  it('is not one that the assistant or an extension brings', async () => {
    home.write('.config/zed/settings.json', '{"context_servers":{"ext":{"settings":{}},"switched":{"enabled":true}}}');
    const { out } = await home.run(['mcp', 'scan', '--zed']);
    expect(out).not.toContain('neither');
  });
});

describe('the scan for a person', () => {
  beforeEach(() => {
    home.write(
      '.config/goose/config.yaml',
      'extensions:\n  dev:\n    type: builtin\n  plan:\n    type: platform\n  tools:\n    type: frontend\n',
    );
    home.write('.config/zed/settings.json', '{"context_servers":{"ext":{"settings":{}},"switched":{"enabled":true}}}');
    home.write(
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', '@acme/server-files', '/srv/a', '/srv/b'] } } }),
    );
  });

  it('says what the servers are that the assistant brings', async () => {
    const { out } = await home.run(['mcp', 'scan']);
    expect(out).toMatch(/✓ dev +built into goose$/m);
    expect(out).toMatch(/✓ plan +built into goose$/m);
    expect(out).toMatch(/✓ tools +offered by goose's app$/m);
    expect(out).toMatch(/✓ ext +brought by an extension of Zed$/m);
    expect(out).toMatch(/✓ switched +brought by an extension of Zed$/m);
    expect(out).not.toContain('unknown');
    const { clients } = JSON.parse((await home.run(['mcp', 'scan', '--json', '--goose', '--cursor'])).out);
    const builtIn = clients.flatMap((client: { files: { servers: { builtIn: string | null }[] }[] }) =>
      client.files.flatMap((file) => file.servers.map((server) => server.builtIn)),
    );
    expect(builtIn).toEqual([null, 'built into goose', 'built into goose', "offered by goose's app"]);
  });

  it('counts the assistants that are not there in one line', async () => {
    const { out } = await home.run(['mcp', 'scan']);
    const [, shown] = /(\d+) assistants installed/.exec(out) ?? [];
    const [, others] = /^(\d+) others are not installed: snap scan --all$/m.exec(out) ?? [];
    expect(Number(shown) + Number(others)).toBe(rows.length);
    expect(out).not.toContain('Roo Code');
    expect((await home.run(['mcp', 'scan', '--cursor'])).out).not.toContain('not installed:');
  });

  it.skipIf(noTerminal !== undefined)('breaks no line inside a word, at 40 columns either', async () => {
    for (const columns of [80, 40]) {
      const session = inTerminal(home, ['mcp', 'scan'], { columns });
      expect(await session.ended).toBe(0);
      const lines = session.shown.split(/\r?\n/);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      for (const word of [
        '@acme/server-files',
        '/srv/a',
        '~/.config/goose/config.yaml',
        'snap scan --all',
        'extension of Zed'.split(' ')[0],
      ])
        expect(lines.some((line) => line.includes(word ?? ''))).toBe(true);
    }
    const wide = (await home.run(['mcp', 'scan'])).out;
    expect(wide).toMatch(/npx -y @acme\/server-files \/srv\/a \/srv\/b$/m);
  });
});
