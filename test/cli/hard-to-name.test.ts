import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

it('a server whose name begins with a dash is named after "--"', async () => {
  home.write('.cursor/mcp.json', '{"mcpServers":{}}\n');
  expect((await home.run(['mcp', 'add', '--name=-x', '--cursor', '--yes', '--', 'node'])).code).toBe(0);
  expect(home.read('.cursor/mcp.json')).toContain('"-x"');
  expect((await home.run(['mcp', 'remove', '--cursor', '--yes', '--', '-x'])).code).toBe(0);
  expect(home.read('.cursor/mcp.json')).not.toContain('"-x"');
  expect(await home.run(['mcp', 'remove', '--cursor', '--yes', '--', '-x', 'y'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"y"'),
  });
});

it('a project without git whose files were all deleted still has its snapshots', async () => {
  const cwd = `${home.path}/shop`;
  mkdirSync(`${cwd}/src`, { recursive: true });
  home.write('shop/package.json', '{}');
  home.write('shop/src/a.ts', 'first\n');
  expect((await home.run(['snapshot', 'create'], { cwd })).code).toBe(0);
  for (const name of readdirSync(cwd)) rmSync(`${cwd}/${name}`, { recursive: true });
  expect(await home.run(['snapshot', 'list'], { cwd })).toMatchObject({ code: 0, out: expect.stringMatching(/\b1\b/) });
  mkdirSync(`${cwd}/deep`);
  expect((await home.run(['snapshot', 'restore', '1', '--yes'], { cwd: `${cwd}/deep` })).code).toBe(0);
  expect(home.read('shop/src/a.ts')).toBe('first\n');
  mkdirSync(`${home.path}/other`);
  expect((await home.run(['snapshot', 'list'], { cwd: `${home.path}/other` })).err).toContain('do not look like a project');
});
