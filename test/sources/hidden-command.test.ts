import { expect, it } from 'vitest';
import { findServers } from '../../src/sources/found/find-servers.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { temporaryHome } from '../support/temporary-home.ts';

async function found(entry: object): Promise<{ readonly runs: string | undefined }> {
  const home = temporaryHome();
  home.put('shop/package.json', '{}');
  home.put('shop/.cursor/mcp.json', JSON.stringify({ mcpServers: { github: entry } }));
  const system = nodeSystem({ home: home.path, cwd: home.at('shop'), env: { HOME: home.path, PATH: '' } });
  const [server] = await findServers(system, { root: home.at('shop') });

  return { runs: server?.runs };
}

it.each([
  ['TOKEN="$(EVIL)" node x'],
  ['node x --password `EVIL`'],
  ['curl -H "Authorization: Bearer $(EVIL)" x'],
  ['sk_live_4eC39HqLyjWDarjtT1EVIL x'],
])('the question about a server of a project shows all that it would run: %s', async (script) => {
  expect((await found({ command: 'sh', args: ['-c', script] })).runs).toContain('EVIL');
});

it('a consent holds for another token, and for no other code in its place', async () => {
  const home = temporaryHome();
  home.put('shop/package.json', '{}');
  const system = nodeSystem({ home: home.path, cwd: home.at('shop'), env: { HOME: home.path, PATH: '' } });
  const print = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string | undefined> => {
    home.put('shop/.cursor/mcp.json', JSON.stringify({ mcpServers: { github: { command: 'sh', args, env } } }));
    return (await findServers(system, { root: home.at('shop') }))[0]?.fingerprint;
  };
  expect(await print(['-c', 'TOKEN=abcDEF123 x'])).toBe(await print(['-c', 'TOKEN=xyzDEF456 x']));
  expect(await print(['x', '--token', 'abcDEF123'])).toBe(await print(['x', '--token', 'xyzDEF456']));
  expect(await print(['x'], { TOKEN: 'abcDEF123' })).toBe(await print(['x'], { TOKEN: 'xyzDEF456' }));
  expect(await print(['-c', 'TOKEN=$(a) x'])).not.toBe(await print(['-c', 'TOKEN=$(b) x']));
  expect(await print(['-c', 'eval "$TOKEN"'], { TOKEN: 'touch a' })).not.toBe(await print(['-c', 'eval "$TOKEN"'], { TOKEN: 'touch b' }));
  expect(await print(['x', '--token', './a.js'])).not.toBe(await print(['x', '--token', './b.js']));
  expect(await print(['sk_live_4eC39HqLyjWDarjtT1zdp7dc'])).not.toBe(await print(['sk_live_4eC39HqLyjWDarjtT1zdp7dd']));
});

it('a file that a variable puts into the project is the project’s', async () => {
  const home = temporaryHome();
  home.put('user/.keep', '');
  home.put('shop/package.json', '{}');
  home.put('shop/.codex/config.toml', `[mcp_servers.github]\ncommand = "sh"\nargs = ["-c", "TOKEN=$(EVIL) x"]\n`);
  const env = { HOME: home.at('user'), PATH: '', CODEX_HOME: home.at('shop/.codex') };
  const system = nodeSystem({ home: home.at('user'), cwd: home.at('shop'), env });
  const found = await findServers(system, { root: home.at('shop') });
  expect(found.length).toBeGreaterThan(0);
  for (const server of found) expect(server).toMatchObject({ scope: 'project', runs: expect.stringContaining('$(EVIL)') });
});
