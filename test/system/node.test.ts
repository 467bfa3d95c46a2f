import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../src/system/node.ts';
import { temporaryHome } from '../support/temporary-home.ts';

describe('nodeSystem', () => {
  it('keeps our own files below SNAP_DATA_DIR, each kind in a directory of its own', () => {
    const { own } = nodeSystem({ env: { SNAP_DATA_DIR: '/x' } });
    expect(own).toEqual({
      config: '/x/config',
      data: '/x/data',
      state: '/x/state',
      cache: '/x/cache',
      runtime: '/x/runtime',
    });
  });

  it('names them snap-mcp otherwise, in different places', () => {
    const { own } = nodeSystem({ env: {} });
    for (const directory of Object.values(own)) expect(directory).toMatch(/snap-mcp/);
    expect(own.runtime).not.toBe(own.data);
  });

  it('does not leave a home that it is given', () => {
    for (const directory of Object.values(nodeSystem({ env: {}, home: '/elsewhere' }).own)) expect(directory).toMatch(/^\/elsewhere\//);
  });

  it('takes the home from the environment, and asks the machine without one', () => {
    expect(nodeSystem({ env: { HOME: '/h', USERPROFILE: '/h' } }).home).toBe('/h');
    expect(nodeSystem({ env: {} }).home).toBe(userInfo().homedir);
    expect(nodeSystem({ env: { HOME: 'relative' } }).home).toBe(userInfo().homedir);
  });

  it.each([
    ['/h/', '/h'],
    ['/h///', '/h'],
    ['/', '/'],
    ['//', '/'],
  ])('spells the home %s as %s', (named, home) => {
    expect(nodeSystem({ env: { HOME: named, USERPROFILE: named } }).home).toBe(home);
  });

  it('is in the home, or below it, where the real directory is', () => {
    const home = temporaryHome();
    mkdirSync(home.at('real/project'), { recursive: true });
    symlinkSync('real', home.at('link'));
    const cwdAt = (cwd: string) => nodeSystem({ env: {}, home: home.at('link'), cwd }).cwd;
    expect(cwdAt(home.at('real'))).toBe(home.at('link'));
    expect(cwdAt(home.at('real/project'))).toBe(home.at('link/project'));
    expect(cwdAt(home.at('real/..project'))).toBe(home.at('link/..project'));
    for (const elsewhere of [home.path, home.at('realm'), home.at('link/project'), '/']) expect(cwdAt(elsewhere)).toBe(elsewhere);
    expect(nodeSystem({ env: {}, home: home.at('gone'), cwd: home.path }).cwd).toBe(home.path);
  });

  it('reads what is there, through links, and nothing where nothing is', async () => {
    const home = temporaryHome();
    home.put('a.json', 'text');
    symlinkSync('a.json', home.at('link'));
    symlinkSync('gone', home.at('dangling'));
    expect(Buffer.from((await home.system.readBytes(home.at('link'))) ?? []).toString()).toBe('text');
    expect(await home.system.readBytes(home.at('dangling'))).toBeUndefined();
    expect(await home.system.readBytes(home.at('absent'))).toBeUndefined();
    // A file where a directory should be.
    expect(await home.system.readBytes(home.at('a.json', 'below'))).toBeUndefined();
  });

  it('sees what stands at a path', async () => {
    const home = temporaryHome();
    home.put('a.json', 'text');
    chmodSync(home.at('a.json'), 0o444);
    home.put('run', '');
    chmodSync(home.at('run'), 0o755);
    mkdirSync(home.at('directory'));
    symlinkSync('a.json', home.at('link'));
    symlinkSync('directory', home.at('linked-directory'));
    symlinkSync('no/where', home.at('dangling'));
    const look = (name: string) => home.system.look(home.at(name));
    expect(await look('a.json')).toEqual({ kind: 'file', size: 4, mode: 0o444, readable: true, writable: false, executable: false });
    expect(await look('run')).toMatchObject({ kind: 'file', writable: true, executable: true });
    expect(await look('directory')).toMatchObject({ kind: 'directory', size: 0 });
    expect(await look('link')).toMatchObject({ kind: 'file', target: home.at('a.json') });
    expect(await look('linked-directory')).toMatchObject({ kind: 'directory', target: home.at('directory') });
    expect(await look('dangling')).toMatchObject({ kind: 'dangling-link', target: home.at('no/where') });
    expect(await look('absent')).toBeUndefined();
    expect(await look(join('a.json', 'below'))).toBeUndefined();
  });

  it('lists names, or says that there is no such directory', async () => {
    const home = temporaryHome();
    home.put('d/b', '');
    home.put('d/a', '');
    expect([...((await home.system.list(home.at('d'))) ?? [])].sort()).toEqual(['a', 'b']);
    expect(await home.system.list(home.at('absent'))).toBeUndefined();
    expect(await home.system.list(home.at('d/a'))).toBeUndefined();
  });
});
