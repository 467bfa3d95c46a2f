import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buildOf, daemonPlace, isNewer } from '../../src/daemon/index.ts';
import { directoriesBelow, platformDirectories } from '../../src/system/places/own-directories.ts';

const linux = { platform: 'linux', home: '/home/ada', env: {} } as const;

describe('the place of the daemon', () => {
  it.each([
    ['linux', '/home/ada', '/home/ada/.local/state/snap-mcp/run/d1.sock'],
    ['darwin', '/Users/ada', '/Users/ada/Library/Logs/snap-mcp/run/d1.sock'],
  ] as const)('is in the state directory on %s', (platform, home, socket) => {
    const own = platformDirectories({ platform, home, env: {} });
    expect(daemonPlace({ platform, home, own }, 1000).socket).toBe(socket);
  });

  it('is a pipe on Windows, one for each data directory, however its name is spelled', () => {
    const pipe = (home: string, number?: number) => {
      const own = platformDirectories({ platform: 'win32', home, env: {} });
      return daemonPlace({ platform: 'win32', home, own }, undefined, number).socket;
    };
    expect(pipe('C:\\Users\\Ada')).toMatch(/^\\\\\.\\pipe\\snap-[0-9a-f]{16}-v1$/);
    expect(pipe('C:\\Users\\Ada')).toBe(pipe('c:\\users\\ada'));
    expect(pipe('C:\\Users\\Ada')).not.toBe(pipe('C:\\Users\\Bob'));
    expect(pipe('C:\\Users\\Ada', 2)).toMatch(/-v2$/);
  });

  it('has the number of the protocol and nothing of the version in its name', () => {
    const own = platformDirectories(linux);
    expect(daemonPlace({ ...linux, own }, 1000, 7).socket).toMatch(/\/d7\.sock$/);
  });

  it('is never in the directory for temporary files, and as short as a socket has to be', () => {
    for (const length of [60, 75, 80, 85, 120, 3_000]) {
      const own = directoriesBelow(`/${'x'.repeat(length)}`, 'linux');
      const { socket, directory } = daemonPlace({ ...linux, own }, 1000);
      expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(91);
      expect(socket.startsWith(directory)).toBe(true);
      expect(socket).toMatch(length <= 74 ? /^\/x+\/state\/run\// : /^\/home\/ada\/\.snap-run\/[0-9a-f]{16}\/d1\.sock$/);
    }
  });

  it('is below /run/user where the home is long too, and is refused where nothing is short enough', () => {
    const home = `/${'h'.repeat(90)}`;
    const own = directoriesBelow(`/${'x'.repeat(90)}`, 'linux');
    expect(daemonPlace({ platform: 'linux', home, own }, 1000).socket).toMatch(/^\/run\/user\/1000\/snap\/[0-9a-f]{16}\/d1\.sock$/);
    expect(() => daemonPlace({ platform: 'linux', home, own }, undefined)).toThrow(/more than 100 bytes/);
  });

  it('differs for every state directory', () => {
    const at = (base: string) => daemonPlace({ ...linux, own: directoriesBelow(base, 'linux') }, 1000).socket;
    expect(at(`/${'x'.repeat(90)}`)).not.toBe(at(`/${'y'.repeat(90)}`));
  });
});

describe('builds', () => {
  it.each([
    ['1.0.0', '1.0.1', true],
    ['1.0.0', '1.0.0', false],
    ['0.9.9', '0.10.0', true],
    ['1.0.0-beta.1', '1.0.0', true],
    ['1.0.0', '1.0.0-beta.1', false],
    ['0.1.0+20261122T163000', '0.1.0+20261122T163001', true],
    ['0.1.0', '0.1.0+20261122T163001', false],
    ['0.1.0+20261122T163001', '0.1.0', false],
    ['garbage', '1.0.0', false],
    ['1.0.0', 'garbage', false],
  ])('%s, then %s: newer is %s', (one, other, newer) => {
    expect(isNewer(one, other)).toBe(newer);
  });

  it('carry the time of the program', () => {
    expect(buildOf('0.1.0', Date.UTC(2026, 10, 22, 16, 30, 5, 7))).toBe('0.1.0+20261122T163005');
    expect(buildOf('0.1.0', undefined)).toBe('0.1.0');
  });

  it('never replace each other in turns', () => {
    const part = fc.integer({ min: 0, max: 3 });
    const build = fc
      .tuple(part, part, part, fc.constantFrom('', '-a', '-beta.1'), fc.constantFrom('', '+20261122T163000', '+20261122T163001', '+x'))
      .map(([a, b, c, suffix, written]) => `${a}.${b}.${c}${suffix}${written}`);
    fc.assert(fc.property(build, build, (one, other) => !(isNewer(one, other) && isNewer(other, one))));
  });
});
