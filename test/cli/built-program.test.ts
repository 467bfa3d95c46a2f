import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { makeHome, type Home } from '../support/program-home.ts';

// Other tests call the commands in their own process. Here the built program is held against that: the same words, the same exit code.

/** They change nothing, so that both answer about the same home; or they are a mistake. */
const lines = [
  ['--help'],
  ['--version', '--help'],
  ['no-such-command'],
  ['mcp'],
  ['mcp', 'scan'],
  ['mcp', 'scan', '--json', '--all'],
  ['mcp', 'list'],
  ['mcp', 'validate', '--no-probe'],
  ['mcp', 'validate', '--format', 'sarif'],
  ['mcp', 'repair'],
  ['mcp', 'add', 'context7', '--cursor', '--dry-run'],
  ['mcp', 'add', 'one', '--cursor', '--dry-run', '--', 'node', 'server.js'],
  ['mcp', 'remove', 'files', '--dry-run', '--json'],
  ['mcp', 'sync', '--from', 'cursor'],
  ['mcp', 'disable', 'nobody'],
  ['mcp', 'enable', 'files', '--cursor', '--json'],
  ['mcp', 'undo', '9'],
  ['mcp', 'history'],
  ['setup', '--json'],
  ['tools', 'print', '--codex'],
  ['tools', 'configure', '--cursor', '--check'],
  ['tools', 'remove', '--cursor', '--dry-run'],
  ['clients', '--platform', 'win32'],
  ['completion', 'bash'],
  ['init', '--dry-run'],
  ['snapshot', 'list'],
  ['snapshot', 'restore', '9'],
  ['snapshot', 'undo', '--json'],
  ['learnings', 'list', '--json'],
  ['learnings', 'import', 'nowhere.jsonl'],
  ['check', 'trace', '--json'],
  ['task', 'end'],
  ['task', 'list'],
  ['violation', 'list'],
  ['uninstall', '--dry-run'],
  ['intelligence', 'list', '--no-probe'],
  ['sources', 'list', '--no-probe'],
  ['scan', '--json'],
  ['daemon', 'status'],
  ['logout'],
  ['status', '--workspace', '/'],
  ['__complete', 'mcp', ''],
];

let home: Home;
beforeAll(() => {
  home = makeHome();
  home.write('.cursor/mcp.json', '{ "mcpServers": { "files": { "command": "no-such-program" }, "two": { "command": "node", } } }\n');
  home.write('.codex/config.toml', '[mcp_servers.files]\ncommand = "node"\n');
  home.write('project/package.json', '{}\n');
});
afterAll(() => home.remove());

describe('the built program', () => {
  it.each(lines.map((line) => [line.join(' '), line] as const))('answers to "snap %s" as its sources do', async (_, line) => {
    expect(await home.start(line)).toEqual(await home.run(line));
  });

  it('is asked for something of every group of commands', () => {
    const asked = new Set(lines.map(([first]) => first));
    const groups = new Set(commands.filter(({ name }) => asked.has(name.split(' ')[0])).map(({ group }) => group));
    expect([...groups].toSorted()).toEqual([...new Set(commands.map(({ group }) => group))].toSorted());
  });
});
