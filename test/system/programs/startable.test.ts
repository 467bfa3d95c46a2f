import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chosenProgram, pathOutside, startableFile, programNamed } from '../../../src/system/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { memorySystem } from '../../support/memory-system.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

/** A home with a tool of the person's own, and a repository with a trap of the same name in several places. */
function withTrap() {
  const home = temporaryHome();
  const program = (at: string): void => chmodSync(home.put(at, '#!/bin/sh\n'), 0o755);
  for (const at of ['bin/git', 'code/ws/tools/git', 'code/ws/node_modules/.bin/git', 'code/ws/packages/a/bin/git']) program(at);
  mkdirSync(home.at('code/ws/.git'));
  return { home, ws: home.at('code/ws'), own: home.at('bin/git'), program };
}

describe('a program by its name', () => {
  const find = async (
    { home, ws }: ReturnType<typeof withTrap>,
    before: string,
    { workspace = ws, cwd = home.path }: { readonly workspace?: string | undefined; readonly cwd?: string } = {},
  ): Promise<string | undefined> => {
    const env = { PATH: `${before}:${home.at('bin')}` };
    return (await programNamed(nodeSystem({ home: home.path, cwd, env }), 'git', { workspace }))?.file;
  };

  it.each<[string, (ws: string) => string]>([
    ['a directory of the workspace', (ws) => `${ws}/tools`],
    ['one with a slash too many', (ws) => `${ws}//tools/`],
    ['its installed programs', (ws) => `${ws}/node_modules/.bin`],
    ['the current directory', () => '.'],
    ['an empty part', () => ''],
    ['a relative directory', () => 'tools'],
    ['a way back', (ws) => `${ws}/../ws/tools`],
    ['the workspace itself', (ws) => ws],
  ])('is not taken from %s', async (_, before) => {
    const trapped = withTrap();
    expect(await find(trapped, before(trapped.ws))).toBe(trapped.own);
    // Where nothing is known of a workspace, the project counts that snap was started in.
    expect(await find(trapped, before(trapped.ws), { workspace: '', cwd: join(trapped.ws, 'packages/a') })).toBe(trapped.own);
  });

  it('nor through links: to the workspace, to the directory, on the way, and of the program itself', async () => {
    const trapped = withTrap();
    const { home, ws, own } = trapped;
    symlinkSync(ws, home.at('link'));
    symlinkSync(`${ws}/tools`, home.at('tools'));
    mkdirSync(home.at('outside'));
    symlinkSync(`${ws}/tools/git`, home.at('outside/git'));
    for (const at of ['link', 'link/tools', 'tools', 'outside']) expect(await find(trapped, home.at(at)), at).toBe(own);
    // The workspace is opened by the link.
    expect(await find(trapped, `${ws}/tools`, { workspace: home.at('link') })).toBe(own);
  });

  it('nor from the repository around a workspace, nor from what is installed above it', async () => {
    const trapped = withTrap();
    const { home, ws, own, program } = trapped;
    const workspace = `${ws}/packages/a`;
    program('code/node_modules/.bin/git');
    for (const at of [`${ws}/tools`, `${workspace}/bin`, home.at('code/node_modules/.bin')])
      expect(await find(trapped, at, { workspace }), at).toBe(own);
  });

  it('is looked for beside a workspace, and below a home that is the workspace', async () => {
    const trapped = withTrap();
    const { home, ws } = trapped;
    trapped.program('code/ws-tools/git');
    expect(await find(trapped, home.at('code/ws-tools'))).toBe(home.at('code/ws-tools/git'));
    trapped.program('own/git');
    for (const workspace of [home.path, '/']) expect(await find(trapped, home.at('own'), { workspace }), ws).toBe(home.at('own/git'));
  });

  it('is none that may not be run, and no path', async () => {
    const { home, ws } = withTrap();
    chmodSync(home.at('bin/git'), 0o644);
    const system = nodeSystem({ home: home.path, cwd: ws, env: { PATH: home.at('bin') } });
    expect(await programNamed(system, 'git', { workspace: ws })).toBeUndefined();
    expect(await programNamed(system, './tools/git', { workspace: ws })).toBeUndefined();
    expect(await programNamed(system, '', { workspace: ws })).toBeUndefined();
  });

  it('is started with a PATH that has no directory of the workspace, and is never empty', async () => {
    const { home, ws } = withTrap();
    const path = async (PATH: string) => pathOutside(nodeSystem({ home: home.path, cwd: ws, env: { PATH } }), { workspace: ws });
    expect(await path(`${ws}/tools:/usr/bin::.:/usr/bin:/nowhere`)).toBe('/usr/bin:/nowhere');
    // The system takes an empty PATH for the current directory.
    expect(await path(`${ws}/tools`)).toBe('/dev/null');
  });

  it('has one of four endings on Windows, and no directory without a drive', async () => {
    const files = {
      'C:\\git\\git.exe': '',
      'C:\\w\\bin\\git.exe': '',
      'C:\\w\\git.cmd': '',
      'C:\\tools\\go.CMD': '',
      'C:\\tools\\ruff.cmd': '',
    };
    const env = { Path: 'c:\\W\\bin;\\w;C:;.;C:\\tools;C:\\git', SystemRoot: 'C:\\Windows' };
    const system = memorySystem({ platform: 'win32', files, env, cwd: 'C:\\w' });
    expect((await programNamed(system, 'git', { workspace: 'C:\\w' }))?.file).toBe('C:\\git\\git.exe');
    expect((await programNamed(system, 'ruff', { workspace: 'C:\\w' }))?.file).toBe('C:\\tools\\ruff.cmd');
  });
});

it('a program by its file has to have its full path', async () => {
  const system = memorySystem();
  for (const file of ['git', './git', '', '../x/git']) {
    await expect(startableFile(system, file, { workspace: undefined }), file).rejects.toThrow('full path');
    expect(() => chosenProgram(system, file, ''), file).toThrow('full path');
  }
});
