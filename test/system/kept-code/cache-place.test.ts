import { chmodSync, chownSync, existsSync, mkdirSync, rmdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSafeCache, namedCache } from '../../../src/system/kept-code/cache-place.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import type { System } from '../../../src/system/system.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';

describe('the cache directory that the environment names', () => {
  it.each<readonly [System['platform'], System['env'], string | undefined]>([
    ['linux', { HOME: '/h' }, '/h/.cache/snap-mcp'],
    ['linux', { HOME: '/h', XDG_CACHE_HOME: '/h/.cache' }, '/h/.cache/snap-mcp'],
    // A project may set it: code is taken from the home and from SNAP_DATA_DIR alone.
    ['linux', { HOME: '/h', XDG_CACHE_HOME: '/c' }, undefined],
    // Relative ones are to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/#variables
    ['linux', { HOME: '/h', XDG_CACHE_HOME: 'c' }, '/h/.cache/snap-mcp'],
    ['linux', { HOME: '/h', XDG_CACHE_HOME: '' }, '/h/.cache/snap-mcp'],
    ['darwin', { HOME: '/h', XDG_CACHE_HOME: '/c' }, '/h/Library/Caches/snap-mcp'],
    ['win32', { USERPROFILE: 'C:\\u' }, 'C:\\u\\AppData\\Local\\snap-mcp\\Cache'],
    ['win32', { USERPROFILE: 'C:\\u', LOCALAPPDATA: 'D:\\l' }, undefined],
    ['win32', { USERPROFILE: 'C:\\u', LOCALAPPDATA: 'l' }, undefined],
    ['linux', { HOME: '/h', SNAP_DATA_DIR: '/d', XDG_CACHE_HOME: '/c' }, '/d/cache'],
    ['linux', { HOME: '/h', SNAP_DATA_DIR: './d' }, undefined],
    ['linux', { HOME: '/h\n', SNAP_DATA_DIR: '/d' }, undefined],
    ['linux', { HOME: `/${'h'.repeat(5_000)}` }, undefined],
    ['linux', { HOME: '' }, undefined],
    ['linux', {}, undefined],
    ['linux', { HOME: 'h' }, undefined],
  ])('%s with %j: %s', (platform, env, cache) => {
    expect(namedCache({ platform, env })?.cache).toBe(cache);
  });

  it('is the one that "snap doctor" and "snap uninstall" name', () => {
    for (const env of [{ HOME: '/h' }, { HOME: '/h', SNAP_DATA_DIR: '/d' }])
      expect(namedCache({ platform: nodeSystem().platform, env })?.cache).toBe(nodeSystem({ env }).own.cache);
  });
});

describe.runIf(process.platform !== 'win32')('whether code in a directory may be run', () => {
  /** A home with a cache in it, and a project in which one is. */
  function place(): TemporaryHome {
    const home = temporaryHome();
    mkdirSync(home.at('project/deep'), { recursive: true });
    const before = process.cwd();
    process.chdir(home.at('project'));
    onTestFinished(() => process.chdir(before));
    return home;
  }
  const closed = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };

  it('makes it, for this user alone, where the directory around it is this user’s', () => {
    const home = place();
    const cache = home.at('.cache/snap-mcp');
    expect(isSafeCache(cache, home.path)).toBe(false);
    expect(existsSync(dirname(cache))).toBe(false);
    expect(isSafeCache(cache, home.path, true)).toBe(true);
    expect([statSync(dirname(cache)).mode & 0o777, statSync(cache).mode & 0o777]).toEqual([0o700, 0o700]);
    expect(isSafeCache(cache, home.path)).toBe(true);
  });

  it.each([0o755, 0o770, 0o701, 0o777])('not one that others can enter: mode %o, which stays', (mode) => {
    const home = place();
    const cache = closed(home.at('cache'));
    chmodSync(cache, mode);
    expect(isSafeCache(cache, home.path, true)).toBe(false);
    expect(statSync(cache).mode & 0o777).toBe(mode);
  });

  it('no link, no file, nothing below a file, and no link to nowhere', () => {
    const home = place();
    closed(home.at('real'));
    symlinkSync('real', home.at('link'));
    symlinkSync('gone', home.at('nowhere'));
    home.put('file', '');
    for (const name of ['link', 'file', 'file/cache', 'nowhere'])
      expect([name, isSafeCache(home.at(name), home.path, true)]).toEqual([name, false]);
    expect(existsSync(home.at('gone'))).toBe(false);
  });

  it('below a link to another disk, as people move ~/.cache', () => {
    const home = place();
    closed(home.at('disk'));
    symlinkSync('disk', home.at('.cache'));
    expect(isSafeCache(home.at('.cache/snap-mcp'), home.path, true)).toBe(true);
    expect(existsSync(home.at('disk/snap-mcp'))).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)('not another user’s, and none is made in another user’s directory', () => {
    const home = place();
    const cache = closed(home.at('theirs'));
    chownSync(cache, 12_345, 12_345);
    expect(isSafeCache(cache, home.path, true)).toBe(false);
    expect(isSafeCache(home.at('theirs/cache'), home.path, true)).toBe(false);
    expect(existsSync(home.at('theirs/cache'))).toBe(false);
  });

  it('none is made for a home that is not there', () => {
    const home = place();
    expect(isSafeCache(home.at('gone/.cache/snap-mcp'), home.at('gone'), true)).toBe(false);
    expect(existsSync(home.at('gone'))).toBe(false);
  });

  it('not in the current directory, nor in the repository around it', () => {
    const home = place();
    const user = closed(home.at('user'));
    const inside = closed(home.at('project/.own/cache'));
    expect(isSafeCache(inside, user, true)).toBe(false);
    process.chdir(home.at('project/deep'));
    expect(isSafeCache(inside, user, true)).toBe(true);
    writeFileSync(home.at('project/package.json'), '{}');
    expect(isSafeCache(inside, user, true)).toBe(false);
    process.chdir('/');
    expect(isSafeCache(inside, user, true)).toBe(false);
    expect(isSafeCache(inside, user, true)).toBe(false);
    symlinkSync('project/.own', home.at('elsewhere'));
    expect(isSafeCache(home.at('elsewhere/cache'), user, true)).toBe(false);
    expect(isSafeCache(home.at('project/new/cache'), user, true)).toBe(false);
    expect(existsSync(home.at('project/new'))).toBe(false);
  });

  it('but in a home directory that is the current directory, and from above it, unless it is in a repository or is one of another user', () => {
    const home = place();
    const user = closed(home.at('user'));
    for (const directory of [user, home.path, '/']) {
      process.chdir(directory);
      expect([directory, isSafeCache(home.at('user/.cache/snap-mcp'), user, true)]).toEqual([directory, true]);
    }
    mkdirSync(home.at('user/.git'));
    expect(isSafeCache(home.at('user/.cache/snap-mcp'), user)).toBe(false);
    rmdirSync(home.at('user/.git'));
    mkdirSync(home.at('.git'));
    expect(isSafeCache(home.at('user/.cache/snap-mcp'), user)).toBe(false);
  });
});
