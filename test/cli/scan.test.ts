import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

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
