import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { placesOf } from '../../../src/system/places/places.ts';
import { platformDirectories } from '../../../src/system/places/own-directories.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import type { System } from '../../../src/system/system.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

type Env = System['env'];

const files = ['/a/file', 'C:\\file'];
function places(
  platform: System['platform'],
  env: Env,
  userHome: () => string = () => (platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada'),
) {
  return placesOf({
    platform,
    env,
    userHome,
    unusable: (path) => (files.includes(path) ? 'this is not a directory' : undefined),
    projectAround: () => undefined,
  });
}

const long = `/${'h'.repeat(5_000)}`;

describe('the places of snap', () => {
  it.each<readonly [System['platform'], Env, string]>([
    ['linux', { HOME: '' }, 'HOME is empty'],
    ['darwin', { HOME: '' }, 'HOME is empty'],
    ['win32', { USERPROFILE: '' }, 'USERPROFILE is empty'],
    ['linux', { HOME: 'rel' }, 'HOME is "rel", which is not an absolute path'],
    ['linux', { HOME: '~' }, 'HOME is "~", which is not an absolute path'],
    ['linux', { HOME: './h' }, 'not an absolute path'],
    ['linux', { HOME: 'C:\\Users\\ada' }, 'not an absolute path'],
    ['darwin', { HOME: 'Users/ada' }, 'not an absolute path'],
    ['win32', { USERPROFILE: 'Users\\ada' }, 'USERPROFILE is "Users\\\\ada", which is not an absolute path'],
    // Both depend on the directory one is in.
    ['win32', { USERPROFILE: '\\Users\\ada' }, 'not an absolute path'],
    ['win32', { USERPROFILE: 'C:Users' }, 'not an absolute path'],
    ['win32', { USERPROFILE: '/c/Users/ada' }, 'not an absolute path'],
    ['linux', { HOME: '/a/file' }, 'HOME is "/a/file": this is not a directory'],
    ['win32', { USERPROFILE: 'C:\\file' }, 'this is not a directory'],
    ['linux', { HOME: long }, 'HOME has 5001 bytes, which is longer than a path can be'],
    ['linux', { HOME: '/home/a\nb' }, 'control characters'],
    ['linux', { HOME: '/home/a\u001B[2J' }, 'control characters'],
    ['linux', { XDG_DATA_HOME: 'rel' }, 'XDG_DATA_HOME is "rel", which is not an absolute path'],
    ['linux', { XDG_CONFIG_HOME: '.config' }, 'XDG_CONFIG_HOME is ".config"'],
    ['linux', { XDG_STATE_HOME: '$HOME/state' }, 'XDG_STATE_HOME is "$HOME/state"'],
    ['linux', { XDG_STATE_HOME: long }, 'XDG_STATE_HOME has 5001 bytes'],
    ['linux', { SNAP_DATA_DIR: 'data' }, 'SNAP_DATA_DIR is "data"'],
    ['darwin', { SNAP_DATA_DIR: '~/data' }, 'SNAP_DATA_DIR is "~/data"'],
    ['win32', { SNAP_DATA_DIR: '/data' }, 'SNAP_DATA_DIR is "/data"'],
    ['linux', { SNAP_DATA_DIR: '/a/file' }, 'SNAP_DATA_DIR is "/a/file": this is not a directory'],
    ['linux', { XDG_STATE_HOME: '/a/file' }, 'XDG_STATE_HOME is "/a/file": this is not a directory'],
    ['win32', { APPDATA: 'C:\\file' }, 'APPDATA is "C:\\\\file": this is not a directory'],
    ['win32', { APPDATA: 'AppData' }, 'APPDATA is "AppData"'],
    ['win32', { LOCALAPPDATA: '%USERPROFILE%\\AppData' }, 'LOCALAPPDATA is "%USERPROFILE%'],
  ])('%s with %j: named, and nothing is kept', (platform, env, said) => {
    const { home, own, problem } = places(platform, env);
    expect(problem).toMatchObject({ code: 'refused' });
    expect(problem?.message).toMatch(/^The environment variable /);
    expect(problem?.message).toContain(said);
    expect(problem?.message.length).toBeLessThan(200);
    expect(problem?.hint).toMatch(/^Set it to the absolute path of a directory, or unset it, and run/);
    expect(problem?.hintFor('model')).toContain('Nothing is kept until then');
    expect(home).toBe(platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada');
    for (const directory of Object.values(own)) expect(directory).toMatch(/^(\/dev\/null|\\\\\.\\NUL)[\\/]snap-mcp/);
  });

  it.each<readonly [System['platform'], Env, home: string, data: string]>([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/snap-mcp'],
    ['linux', { HOME: '/h' }, '/h', '/h/.local/share/snap-mcp'],
    // Another platform's variables, and those that snap has no use for.
    ['linux', { HOME: '/h', APPDATA: 'x', USERPROFILE: 'x', XDG_CACHE_HOME: 'x', XDG_RUNTIME_DIR: 'x' }, '/h', '/h/.local/share/snap-mcp'],
    ['darwin', { HOME: '/h', XDG_DATA_HOME: 'x' }, '/h', '/h/Library/Application Support/snap-mcp'],
    // By the XDG specification an empty one is as good as none.
    ['linux', { HOME: '/h', XDG_DATA_HOME: '', SNAP_DATA_DIR: '' }, '/h', '/h/.local/share/snap-mcp'],
    ['linux', { HOME: '/h', XDG_DATA_HOME: '/d' }, '/h', '/d/snap-mcp'],
    ['linux', { HOME: '/h h/ä', SNAP_DATA_DIR: '/d' }, '/h h/ä', '/d/data'],
    ['win32', { USERPROFILE: 'D:/u', HOME: 'x' }, 'D:/u', 'D:\\u\\AppData\\Local\\snap-mcp\\Data'],
    ['win32', { USERPROFILE: '\\\\server\\u' }, '\\\\server\\u', '\\\\server\\u\\AppData\\Local\\snap-mcp\\Data'],
  ])('%s with %j: fine', (platform, env, home, data) => {
    const found = places(platform, env);
    expect([found.problem, found.home, found.own.data]).toEqual([undefined, home, data]);
  });

  it('are below SNAP_DATA_DIR also where another variable is wrong, which is named all the same', () => {
    const { own, problem } = places('linux', { HOME: 'rel', SNAP_DATA_DIR: '/d' });
    expect(own.data).toBe('/d/data');
    expect(problem?.message).toContain('HOME is "rel"');
  });

  it('say so where neither a variable nor the system knows the home', () => {
    const unknown = () => {
      throw new Error('no entry for this user');
    };
    expect(places('linux', {}, unknown).problem?.message).toBe(
      'The environment variable HOME is not set, and the system knows no home directory of this user.',
    );
    expect(places('linux', { HOME: '' }, unknown)).toMatchObject({
      home: '/',
      problem: { message: 'The environment variable HOME is empty.' },
    });
  });

  // In a process of its own, since it reads the environment while it is loaded.
  it('are those of env-paths on this machine', () => {
    const library = JSON.stringify(import.meta.resolve('env-paths'));
    const env = {
      HOME: '/home/ada',
      XDG_DATA_HOME: '/d',
      XDG_CACHE_HOME: '/c',
      USERPROFILE: 'C:\\ada',
      APPDATA: 'C:\\r',
      LOCALAPPDATA: 'C:\\l',
    };
    for (const platform of ['linux', 'darwin'] as const) {
      const script = `Object.defineProperty(process,'platform',{value:'${platform}'});const {default:paths}=await import(${library});console.log(JSON.stringify(paths('snap-mcp',{suffix:''})))`;
      const printed: unknown = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' }));
      const { cache, config, data, state } = platformDirectories({ platform, home: '/home/ada', env });
      expect(printed).toMatchObject({ cache, config, data, log: state });
    }
  });
});

describe('with a home that is no place', () => {
  const writes: Readonly<Record<string, (system: ReturnType<typeof writableSystem>) => Promise<unknown>>> = {
    'an own file': (system) => system.ownFiles.write(`${system.own.data}/x`, Buffer.from('x')),
    'an addition to an own file': (system) => system.ownFiles.append(`${system.own.data}/x`, Buffer.from('x'), { durable: true }),
    'a seal': (system) => system.ownFiles.seal(Buffer.from('x')),
    'a record': (system) => system.log(`${system.own.data}/x.jsonl`, `${system.own.data}/x`).append(['x']),
    'a lock': (system) => system.withLocks(['/tmp/x'], async () => undefined),
    'a foreign file': (system) => system.replaceBytes(system.resolve('/x-of-nobody'), 'absent', Buffer.from('x')),
  };

  it.each(Object.keys(writes))('%s is refused by the name of the variable', async (what) => {
    const home = temporaryHome();
    mkdirSync(home.at('project'));
    for (const [env, name] of [
      [{ HOME: '' }, 'HOME'],
      [{ HOME: 'rel' }, 'HOME'],
      [{ HOME: home.path, XDG_DATA_HOME: 'rel' }, 'XDG_DATA_HOME'],
      [{ HOME: home.path, SNAP_DATA_DIR: 'rel' }, 'SNAP_DATA_DIR'],
    ] as const) {
      const system = writableSystem(nodeSystem({ env, cwd: home.at('project') }));
      await expect(writes[what]?.(system)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining(`variable ${name} `),
      });
    }
    expect(readdirSync(home.at('project'))).toEqual([]);
  });

  it('that is a file, or below one, is named with what it is', () => {
    const home = temporaryHome();
    writeFileSync(home.at('file'), '');
    expect(nodeSystem({ env: { HOME: home.at('file') } }).placeProblem?.message).toMatch(/file": this is not a directory\.$/);
    expect(nodeSystem({ env: { HOME: home.at('file/x') } }).placeProblem?.message).toMatch(/: a part of the path is not a directory\.$/);
    expect(nodeSystem({ env: { HOME: home.at('gone') } }).placeProblem).toBeUndefined();
    expect(nodeSystem({ env: { HOME: `/${'h'.repeat(300)}` } }).placeProblem?.message).toMatch(/the name is too long\.$/);
  });
});
