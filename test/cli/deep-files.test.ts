import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const deep = 4_000;
const lines = Array.from({ length: deep }, (_, i) => `${' '.repeat(6 + i)}a:\n`).join('');

const files = [
  ['.cursor/mcp.json', 'cursor', `{"mcpServers":{"x":{"command":"npx","q":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}}}`],
  ['.codex/config.toml', 'codex', `[mcp_servers.x]\ncommand = "npx"\nq = ${'{a = '.repeat(deep)}1${'}'.repeat(deep)}\n`],
  ['.config/goose/config.yaml', 'goose', `extensions:\n  x:\n    cmd: npx\n    q: ${'{a: '.repeat(900)}1${'}'.repeat(900)}\n`],
  ['.config/goose/config.yaml', 'goose', `extensions:\n  x:\n    cmd: npx\n    q:\n${lines}`],
] as const;

describe.each(files)('a value nested too deeply in %s', (path, client, text) => {
  const words = /nested (too deeply|deeper)/;
  beforeEach(() => {
    home.write(path, text);
    home.write('project/.mcp.json', '{"mcpServers":{"fine":{"command":"node","args":["nowhere.js"]}}}');
  });

  it.each([
    ['scan', ['mcp', 'scan']],
    ['validate', ['mcp', 'validate', '--no-probe']],
  ] as const)('is said by %s, and the others are looked at', async (_, args) => {
    const { code, out, err } = await home.run(args);
    expect(err).toBe('');
    expect(out).toMatch(words);
    expect(out).toContain('fine');
    expect(code).toBeLessThan(2);
  });

  it('leaves repair and configure alive, and stays as it is', async () => {
    const repair = await home.run(['mcp', 'repair', '--yes']);
    expect(repair.err + repair.out).not.toMatch(/bug in snap|call stack/);
    expect(repair.code).toBeLessThan(4);
    const configure = await home.run(['tools', 'configure', `--${client}`, '--claude-code', '--yes', '--workspace', home.project]);
    expect(configure.err + configure.out).toMatch(words);
    expect(configure.err + configure.out).not.toMatch(/bug in snap|call stack/);
    expect(configure.code).toBe(3);
    expect(home.read(path)).toBe(text);
    expect(home.read('project/.mcp.json')).toContain('fine');
  });
});
