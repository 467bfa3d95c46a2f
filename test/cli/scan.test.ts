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
