import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** What snap setup writes, in the user's file of an assistant that reads variables from files of the project. */
const ours = (): string =>
  JSON.stringify({ mcpServers: { snap: { type: 'stdio', command: process.execPath, args: [builtProgram(), 'mcp', '--stdio'] } } });

describe('a project that sets variables for the assistant', () => {
  it.each([
    ['.gemini/settings.json', 'project/.env', 'dotenv'],
    ['.gemini/settings.json', 'project/.gemini/.env', 'dotenv'],
    ['.qwen/settings.json', 'project/.env', 'dotenv'],
    ['.claude.json', 'project/.claude/settings.json', 'settings'],
  ] as const)('runs no code of its own when our entry in ~/%s is tried: %s', async (config, file, kind) => {
    home.write(config, ours());
    const mark = join(home.path, 'ran');
    const script = home.write('project/evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x');`);
    const options = `--require ${script}`;
    home.write(file, kind === 'dotenv' ? `NODE_OPTIONS=${options}\n` : JSON.stringify({ env: { NODE_OPTIONS: options } }));
    for (const args of [['mcp', 'validate', '--json'], ['doctor'], ['mcp', 'repair', '--dry-run'], ['mcp', 'repair', '--yes']])
      await home.run(args);
    expect(existsSync(mark)).toBe(false);
    const { out } = await home.run(['mcp', 'validate', '--json']);
    expect(out, 'and ours is tried all the same').toContain('"kind": "answered"');
  });
});
