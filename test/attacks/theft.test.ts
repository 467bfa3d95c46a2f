import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findWorkspace } from '../../src/daemon/hub/run-daemon.ts';
import { privateDirectoryOf, refusalOf } from '../../src/workspace/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { directoriesBelow } from '../../src/system/places/own-directories.ts';
import { RawServer, initialize, toolCall } from '../server/started.ts';
import { builtProgram } from '../support/built-program.ts';
import { removeTree } from '../support/processes.ts';

// The token opens everything that the front guards, so nothing that tools show of files may hold it. GHSA-q874-g24w-4q9g, CVE-2026-27735,
// CVE-2025-53109, CVE-2025-53110

const token = '5ec7e70000000000000000000000000000000000000000000000000000005ec7';

/** A home with a project that was opened with snap, and the directory of snap's own files where it says. */
function home(own: string): { path: string; project: string; system: ReturnType<typeof nodeSystem> } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'snap-theft-')));
  onTestFinished(() => removeTree(path));
  const project = join(path, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}\n');
  const data = join(path, own);
  mkdirSync(join(data, 'data'), { recursive: true });
  writeFileSync(join(data, 'data', 'token'), `${token}\n`, { mode: 0o600 });
  const made = nodeSystem();
  const system = {
    ...made,
    home: path,
    own: directoriesBelow(data, made.platform),
  };
  return { path, project, system };
}

describe('the directory of snap’s own files', () => {
  it('is no workspace, nor is anything in it', async () => {
    const { path, project, system } = home('.snap-data');
    mkdirSync(join(system.own.data, 'workspaces'));
    symlinkSync(system.own.data, join(path, 'innocent'));
    for (const place of [
      system.own.data,
      join(system.own.data, 'workspaces'),
      join(path, 'innocent'),
      join(project, '..', '.snap-data', 'data'),
    ])
      expect(await refusalOf(system, place), place).toMatch(/own files/);
    expect(await refusalOf(system, project)).toBeUndefined();
  });

  it('is in no snapshot and no answer of a check, also where it is in the project', async () => {
    const { path, project } = home('project/.snap-data');
    const env = { HOME: path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(project, '.snap-data'), SNAP_DAEMON: 'off' };
    const made = spawnSync(process.execPath, [builtProgram(), 'snapshot', 'create', '--json'], { cwd: project, env, encoding: 'utf8' });
    expect([made.status, JSON.stringify(made).includes(token)]).toEqual([3, false]);
    const server = new RawServer({ home: path, env, args: ['mcp', '--stdio', '--workspace', project] });
    const asked = ['secrets', 'full'].map((mode, i) => toolCall(i, { mode, compact: false, files: ['.snap-data/data/token'] }));
    const { answers } = await server.converse(initialize, ...asked, toolCall('named', { mode: 'secrets' }));
    expect(answers.length).toBe(4);
    expect(JSON.stringify(answers)).not.toContain(token);
  });
});

describe('a workspace that is named over HTTP', () => {
  it('is one the person has opened, by its real path alone', async () => {
    const { path, project, system } = home('.snap-data');
    mkdirSync(join(path, 'secret'));
    mkdirSync(privateDirectoryOf(system, project), { recursive: true });
    symlinkSync(join(path, 'secret'), join(project, 'way-out'));
    symlinkSync(project, join(path, 'way-in'));
    symlinkSync(join(path, 'loop'), join(path, 'loop'));
    const find = (named: string): Promise<string | undefined> => findWorkspace(system, named, []);
    expect([await find(project), await find(`${project}/`), await find(join(path, 'way-in'))]).toEqual([project, project, project]);
    const others = [
      path,
      join(path, 'secret'),
      join(project, 'way-out'),
      `${project}/way-out/../secret`,
      `${project}/../secret`,
      `${project}2`,
      join(path, 'loop'),
      join(project, 'package.json'),
      join(project, 'no-such'),
      system.own.data,
      '/',
      '/etc',
      '/proc/self/cwd',
      '/dev/fd/0',
      '',
      '.',
      'project',
      '~/project',
      `${project}\0`,
      `file://${project}`,
      '/a'.repeat(3_000),
    ];
    for (const named of others) expect(await find(named), named).toBeUndefined();
  });
});
