import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
/** A server that leaves a mark where it was started. */
const marking = (name: string) => ({
  command: process.execPath,
  args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(join(home.path, name))}, 'x')`],
});
const wasStarted = (name: string): boolean => existsSync(join(home.path, name));

beforeAll(() => {
  home = makeHome();
  const own = { command: process.execPath, args: [builtProgram(), 'mcp', '--stdio'] };
  // Nothing listens at port 9 of this machine.
  home.write(
    '.cursor/mcp.json',
    JSON.stringify({ mcpServers: { mine: marking('mine'), hub: { url: 'http://127.0.0.1:9/mcp' }, snap: own } }),
  );
  home.write('.kiro/settings/mcp.json', JSON.stringify({ mcpServers: { mine: marking('mine') } }));
  home.write('project/.cursor/mcp.json', JSON.stringify({ mcpServers: { theirs: marking('theirs'), disguised: own } }));
});
afterAll(() => home.remove());

describe('snap mcp scan --by server', () => {
  it("starts only snap's own server of the person's files, and says which were not asked", async () => {
    const { code, err, out } = await home.run(['mcp', 'list']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect([wasStarted('mine'), wasStarted('theirs')]).toEqual([false, false]);
    expect(out).toMatch(/^· mine +stdio +not asked +.*\n +global +Cursor, Kiro$/m);
    expect(out).toMatch(/^· theirs +stdio +not asked +.*\n +project +Cursor$/m);
    expect(out).toMatch(/^· disguised +stdio +not asked/m);
    expect(out).toMatch(/^✓ snap +stdio +answers +\S.*mcp --stdio\n +global +Cursor\n +answered in .*7 tools/m);
    expect(out).toContain('5 servers in 2 assistants: 1 answers, 4 not asked.');
    expect(out).toContain('snap mcp scan --by server --probe');
  });

  it('shows how a program that only looks like snap is started', async () => {
    const own = makeHome();
    try {
      own.write('project/.mcp.json', '{"mcpServers":{"a":{"command":"./bin/snap","args":["mcp","--stdio"]}}}');
      const { out } = await own.run(['mcp', 'scan', '--by', 'server']);
      expect(out).toMatch(/^· a +stdio +not asked +\.\/bin\/snap mcp --stdio$/m);
    } finally {
      own.remove();
    }
  });

  it('starts nothing at all with --no-probe', async () => {
    const { out } = await home.run(['mcp', 'list', '--no-probe', '--json']);
    expect(JSON.parse(out)).toMatchObject({ asked: 'none' });
    expect(out).not.toMatch(/"state": "(answers|fails)"/);
  });

  it('asks with --probe only the servers that are named, in the scope that is named, and exits with 0 whatever they say', async () => {
    const named = await home.run(['mcp', 'list', 'hub', '--probe', '--json', '--timeout', '20']);
    expect(named.code).toBe(0);
    expect(JSON.parse(named.out)).toMatchObject({ asked: 'all', servers: [{ name: 'hub', kind: 'http', state: 'fails' }] });
    expect([wasStarted('mine'), wasStarted('theirs')]).toEqual([false, false]);
    const mine = await home.run(['mcp', 'list', '--scope', 'global', '--cursor', '--probe', '--timeout', '20']);
    expect(mine.code).toBe(0);
    expect(mine.out).toMatch(/^✗ mine +stdio +fails .*[^]*^ +global +Cursor$[^]*^ +ended at once \(exit code 0\)/m);
    expect(mine.out).toContain('What is wrong, and what to do: snap mcp validate --probe');
    expect([wasStarted('mine'), wasStarted('theirs')]).toEqual([true, false]);
  });

  it.each([
    [3, ['nobody'], 'No server is called "nobody" there.'],
    [3, ['mien'], 'Did you mean "mine"? Servers there: mine, disguised, hub, snap, theirs.'],
    [2, ['--scope', 'everywhere'], 'no such scope'],
    [2, ['--probe', '--no-probe'], 'exclude each other'],
  ])('ends with %i for %j', async (code, args, says) => {
    const ran = await home.run(['mcp', 'list', ...args]);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(says);
  });
});
