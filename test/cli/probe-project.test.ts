import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

// A project's own programs under the names that entries of the person start: the assistant would start them, and "--probe" asks first.
let home: Home;
beforeEach(() => (home = makeHome()));
afterEach(() => home.remove());

const trap = (at: string): string => {
  const file = home.write(at, `#!/bin/sh\n: > ${join(home.path, 'ran')}\n`);
  chmodSync(file, 0o755);
  return file;
};
const hasRun = (): boolean => existsSync(join(home.path, 'ran'));

/** Claude Code is started in a shell, and has its PATH. */
function entry(server: unknown): void {
  home.write('.claude.json', JSON.stringify({ mcpServers: { docs: server } }));
}

const commands = [['mcp', 'list'], ['mcp', 'validate'], ['doctor'], ['mcp', 'repair', '--dry-run']];

describe('--probe without a terminal', () => {
  const PATH = (): string => `${home.project}/node_modules/.bin:${process.env['PATH']}`;

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    '%s starts no program of the project, names it, and says how it is started',
    async (_, words) => {
      const file = trap('project/node_modules/.bin/docker');
      entry({ command: 'docker', args: ['run', 'x'] });
      const args = [...words, '--claude-code', '--probe', '--timeout', '5'];
      const { err } = await home.run(args, { env: { PATH: PATH() } });
      expect(hasRun()).toBe(false);
      expect(err).toContain('"docs" of Claude Code');
      expect(err).toContain(file.replace(home.path, '~'));
      expect(err).toContain('--probe-project');
      const json = await home.run([...args, '--json'], { env: { PATH: PATH() } });
      expect([hasRun(), json.err.includes('--probe-project')]).toEqual([false, true]);
      if (words[1] === 'repair') return;
      await home.run([...args, '--probe-project'], { env: { PATH: PATH() } });
      expect(hasRun()).toBe(true);
    },
  );

  it.each<[string, (bin: string) => unknown]>([
    ['by its path', () => ({ command: join(home.project, 'bin/server') })],
    ['by a path relative to the project', () => ({ command: './bin/server' })],
    ['as the interpreter of a program that lies elsewhere', () => ({ command: join(home.path, 'own/start') })],
    ['through a link', () => ({ command: join(home.path, 'own/link') })],
    ['by a PATH in the entry', () => ({ command: 'server', env: { PATH: join(home.path, 'own/bin') } })],
  ])('starts none that is found %s', async (_, server) => {
    trap('project/bin/server');
    trap('project/node_modules/.bin/node');
    chmodSync(home.write('own/start', '#!/usr/bin/env node\n'), 0o755);
    symlinkSync(join(home.project, 'bin/server'), join(home.path, 'own/link'));
    symlinkSync(join(home.project, 'bin'), join(home.path, 'own/bin'));
    entry(server(''));
    const { err } = await home.run(['mcp', 'list', '--claude-code', '--probe', '--timeout', '5'], { env: { PATH: PATH() } });
    expect([hasRun(), err.includes('--probe-project')]).toEqual([false, true]);
  });

  it('is not stopped by a project that has no part in what is started', async () => {
    trap('project/node_modules/.bin/docker');
    const file = home.write(
      'own/server.mjs',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(home.path, 'ran'))}, '');`,
    );
    entry({ command: process.execPath, args: [file] });
    const { err } = await home.run(['mcp', 'list', '--claude-code', '--probe', '--timeout', '5'], { env: { PATH: PATH() } });
    expect([hasRun(), err]).toEqual([true, '']);
  });

  it('--probe-project needs --probe', async () => {
    expect(await home.run(['mcp', 'validate', '--probe-project'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs --probe'),
    });
  });
});
