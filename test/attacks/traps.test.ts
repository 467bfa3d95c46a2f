import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../src/cli/open-page.ts';
import { showPaged } from '../../src/cli/terminal/pager.ts';
import { terminal } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { tools } from '../../src/server/tools/index.ts';
import { plantTraps, startedPrograms } from '../support/programs/traps.ts';
import { sampled } from '../support/storm.ts';
import { planted } from '../server/planted-inputs.ts';
import { call, connected, madeHome } from '../server/started.ts';

/**
 * A repository in which every ecosystem has files, so that each program that a check may start is looked for. It has no scripts: those that the
 * person allows are started by npm, which puts the project's programs first.
 */
function hostileProject() {
  const home = madeHome({
    'ws/package.json': '{}',
    'ws/src/a.ts': 'export const a = 1;\n',
    'ws/a.py': 'import os\n',
    'ws/pyproject.toml': '[tool.ruff]\nline-length = 80\n',
    'ws/go.mod': 'module a\n',
    'ws/a.go': 'package a\n',
    'ws/Cargo.toml': '[package]\nname = "a"\n',
    'ws/pom.xml': '<project/>',
    'ws/build.gradle': '',
    '.config/snap-mcp/settings.json': '{"checks":{"run":"always"}}',
    '.snap-data/config/settings.json': '{"checks":{"run":"always"}}',
  });
  const ws = join(home, 'ws');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ws, env: { HOME: home, PATH: process.env['PATH'] } });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '--allow-empty', '-m', 'one');
  return { home, ws, traps: plantTraps(home, ws) };
}

it('the traps are named after the programs that the code starts', () => {
  expect(startedPrograms()).toEqual(expect.arrayContaining(['cargo', 'git', 'go', 'gradle', 'less', 'mvn', 'python3', 'ruff', 'xdg-open']));
});

describe.skipIf(process.platform === 'win32')('a project whose directories come first on the PATH', () => {
  it.each(
    sampled([
      ['named', '/'],
      ['the start directory', 'ws'],
    ]),
  )('has none of its programs run by any tool of a server: the workspace is %s', async (_, cwd) => {
    const { home, ws, traps } = hostileProject();
    const env = { PATH: traps.path, SVC_MCP_INTELLIGENCE_SURFACE: 'full', DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const client = await connected({ home, cwd: cwd === '/' ? cwd : ws, args: ['mcp', '--stdio', '--workspace', ws], env });
    const offered = (await client.listTools()).tools.map(({ name }) => name);
    const inputs = planted.map(([name, input]) => [name, input('src/a.ts')] as const);
    const modes = ['health', 'full', 'quick', 'tests', 'build', 'types', 'lint'].map((mode) => ['check', { mode }] as const);
    expect(new Set(inputs.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)));
    for (const [name, input] of [...inputs, ...modes]) if (offered.includes(name)) await call(client, { ...input }, name);
    expect(traps.ran()).toEqual([]);
  });

  it('has none of them shown a text, or given an address to open', async () => {
    const { home, ws, traps } = hostileProject();
    // Only the traps: none of the person's own programs is started here.
    const PATH = traps.path.slice(0, traps.path.indexOf(process.env['PATH'] ?? ''));
    mkdirSync(join(ws, 'deep'));
    const system = nodeSystem({ home, cwd: join(ws, 'deep'), env: { HOME: home, PATH, DISPLAY: ':0' } });
    expect(await showPaged(system, terminal, 'text')).toBe(false);
    expect(await openPage(system, 'http://127.0.0.1:1/')).toBe(false);
    for (const name of ['git', 'xdg-open', './tools/git', 'tools/git'])
      expect(await openPage({ ...system, env: { ...system.env, BROWSER: name } }, 'http://127.0.0.1:1/'), name).toBe(false);
    // PAGER is a line for a shell, which looks on the PATH that it gets.
    await showPaged({ ...system, env: { ...system.env, PAGER: 'less 2>/dev/null || true' } }, terminal, 'text');
    expect(traps.ran()).toEqual([]);
  });
});
