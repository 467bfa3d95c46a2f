import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.write('project/package.json', '{}');
  home.write('other-program.json', '{"keep": true}\n');
  home.write('.cursor/mcp.json', '{"mcpServers":{"mine":{"command":"x"}}}\n');
});
afterEach(() => home.remove());

const own = ['other-program.json', '.cursor/mcp.json'];
const texts = (): readonly string[] => own.map((path) => readFileSync(join(home.path, path), 'utf8'));

function link(from: string, to: string): void {
  mkdirSync(dirname(join(home.path, from)), { recursive: true });
  symlinkSync(join(home.path, to), join(home.path, from));
}

// A repository that somebody else wrote can hold a link in place of any config file.
it.each([
  ['the file', 'project/.cursor/mcp.json', 'other-program.json'],
  ['the file, to one that is not there', 'project/.cursor/mcp.json', 'made-elsewhere.json'],
  ['its directory', 'project/.cursor', '.cursor'],
])('a link in a project in place of %s takes no writes out of the project', async (_, from, to) => {
  link(from, to);
  const before = texts();
  for (const words of [
    ['add', 'nu', '--cursor', '--scope', 'project', '--yes', '--', 'node'],
    ['remove', 'mine', '--cursor', '--scope', 'project', '--yes'],
    ['repair', '--yes', '--unsafe'],
  ]) {
    const { code, out, err } = await home.run(['mcp', ...words]);
    if (words[0] === 'add') {
      expect(code).toBe(3);
      expect(out + err).toMatch(/a link in the project leads out of it/);
    }
    expect(texts()).toEqual(before);
  }
  expect(existsSync(join(home.path, 'made-elsewhere.json'))).toBe(false);
});

it('a link within the project, and one of a person to their own file, are followed', async () => {
  home.write('project/config/mcp.json', '{"mcpServers":{}}\n');
  link('project/.cursor/mcp.json', 'project/config/mcp.json');
  const inside = await home.run(['mcp', 'add', 'nu', '--cursor', '--scope', 'project', '--yes', '--', 'node']);
  expect(inside).toMatchObject({ code: 0 });
  expect(readFileSync(join(home.path, 'project/config/mcp.json'), 'utf8')).toContain('"nu"');
  home.write('dotfiles/mcp.json', '{"mcpServers":{}}\n');
  link('.codeium/windsurf/mcp_config.json', 'dotfiles/mcp.json');
  const global = await home.run(['mcp', 'add', 'nu', '--windsurf', '--scope', 'global', '--yes', '--', 'node']);
  expect(global).toMatchObject({ code: 0 });
  expect(readFileSync(join(home.path, 'dotfiles/mcp.json'), 'utf8')).toContain('"nu"');
});
