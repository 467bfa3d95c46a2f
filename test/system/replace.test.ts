import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FileCalls, hashOf, nodeFileCalls, writableSystem } from '../../src/system/writable.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const bytes = (text: string) => Buffer.from(text);
const before = hashOf(bytes('before'));
const isRoot = process.getuid?.() === 0;

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** The real table with some calls of its own. */
function calls(own: Partial<FileCalls>): FileCalls {
  return { ...nodeFileCalls, ...own };
}

describe('replaceBytes through links', () => {
  const zoo: readonly (readonly [string, (home: ReturnType<typeof temporaryHome>) => readonly [link: string, target: string]])[] = [
    [
      'a chain of three',
      (home) => {
        home.put('deep/real.json', 'before');
        symlinkSync(home.at('deep/real.json'), home.at('c'));
        symlinkSync(home.at('c'), home.at('b'));
        symlinkSync(home.at('b'), home.at('a'));
        return ['a', 'deep/real.json'];
      },
    ],
    [
      'a relative link',
      (home) => {
        home.put('dotfiles/real.json', 'before');
        mkdirSync(home.at('config'));
        symlinkSync('../dotfiles/real.json', home.at('config/a'));
        return ['config/a', 'dotfiles/real.json'];
      },
    ],
    [
      'a relative link inside a linked directory',
      (home) => {
        home.put('store/v1/real.json', 'before');
        mkdirSync(home.at('store/v1/links'));
        symlinkSync('../real.json', home.at('store/v1/links/a'));
        symlinkSync('store/v1/links', home.at('short'));
        return ['short/a', 'store/v1/real.json'];
      },
    ],
    [
      'a dangling link',
      (home) => {
        mkdirSync(home.at('empty'));
        symlinkSync('empty/real.json', home.at('a'));
        return ['a', 'empty/real.json'];
      },
    ],
    [
      'a dangling link into directories that are missing',
      (home) => {
        symlinkSync('not/there/real.json', home.at('a'));
        return ['a', 'not/there/real.json'];
      },
    ],
    [
      'a dangling link inside a linked directory',
      (home) => {
        mkdirSync(home.at('store/links'), { recursive: true });
        symlinkSync('../real.json', home.at('store/links/a'));
        symlinkSync('store/links', home.at('short'));
        return ['short/a', 'store/real.json'];
      },
    ],
  ];

  it.each(zoo)('keeps %s', async (_, build) => {
    const home = temporaryHome();
    const [link, target] = build(home);
    const pointsAt = readlinkSync(home.at(link));
    const content = await home.system.readBytes(home.at(link));
    await home.run().replaceBytes(home.at(link), hashOf(content), bytes('after'));
    expect(readlinkSync(home.at(link))).toBe(pointsAt);
    expect(lstatSync(home.at(target)).isFile()).toBe(true);
    expect(home.text(target)).toBe('after');
    expect(home.tree().filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('refuses a loop, and says so', async () => {
    const home = temporaryHome();
    symlinkSync('b', home.at('a'));
    symlinkSync('a', home.at('b'));
    await expect(home.run().replaceBytes(home.at('a'), 'absent', bytes('after'))).rejects.toMatchObject({
      code: 'link-loop',
      message: expect.stringContaining('~/a'),
    });
    await expect(home.system.readBytes(home.at('a'))).rejects.toMatchObject({ code: 'link-loop' });
    expect(await home.system.look(home.at('a'))).toMatchObject({ kind: 'link-loop' });
  });

  it.each(['EACCES', 'EROFS', 'EPERM'])('writes in place where a link leads into a directory that takes no file (%s)', async (code) => {
    const home = temporaryHome();
    home.put('closed/real.json', 'before, and longer');
    symlinkSync('closed/real.json', home.at('a'));
    const { ino } = statSync(home.at('closed/real.json'));
    const open: FileCalls['open'] = (path, flags, mode) => {
      if (path.startsWith(home.at('closed')) && flags === 'wx') throw failure(code);
      return nodeFileCalls.open(path, flags, mode);
    };
    const system = home.run({ calls: calls({ open }) });
    await system.replaceBytes(home.at('a'), hashOf(bytes('before, and longer')), bytes('after'));
    expect(home.text('closed/real.json')).toBe('after');
    expect(statSync(home.at('closed/real.json')).ino).toBe(ino);
    expect(home.ownTree()).toContain('data/journal/key');
    expect(home.ownTree().filter((name) => name.startsWith('data/journal/ahead/'))).toEqual(['data/journal/ahead/']);
  });

  it.each(['EBUSY', 'EXDEV'])('writes in place what is mounted by itself (%s)', async (code) => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    const rename: FileCalls['rename'] = (from, to) => {
      if (to === home.at('a.json')) throw failure(code);
      nodeFileCalls.rename(from, to);
    };
    await home.run({ calls: calls({ rename }) }).replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(home.text('a.json')).toBe('after');
    expect(home.tree()).toEqual(['a.json']);
  });

  it('keeps a hard link', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    linkSync(home.at('a.json'), home.at('b.json'));
    await home.run().replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(home.text('b.json')).toBe('after');
    expect(statSync(home.at('a.json')).nlink).toBe(2);
  });

  // Needs the right to mount; says so where it is missing.
  it('writes through a real bind mount of a single file', async ({ skip }) => {
    const home = temporaryHome();
    home.put('source.json', 'before');
    home.put('a.json', '');
    try {
      execFileSync('mount', ['--bind', home.at('source.json'), home.at('a.json')], { stdio: 'ignore' });
    } catch {
      return skip('this user may not mount');
    }
    try {
      await home.run().replaceBytes(home.at('a.json'), before, bytes('after'));
    } finally {
      execFileSync('umount', [home.at('a.json')]);
    }
    expect(home.text('source.json')).toBe('after');
  });
});

describe('replaceBytes keeps', () => {
  it.each([0o600, 0o640, 0o644, 0o664, 0o755])('mode %o', async (mode) => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    chmodSync(home.at('a.json'), mode);
    await home.run().replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(statSync(home.at('a.json')).mode & 0o7777).toBe(mode);
  });

  it.runIf(isRoot)('the owner', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    chownSync(home.at('a.json'), 1234, 4321);
    chmodSync(home.at('a.json'), 0o640);
    await home.run().replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(statSync(home.at('a.json'))).toMatchObject({ uid: 1234, gid: 4321 });
    expect(statSync(home.at('a.json')).mode & 0o7777).toBe(0o640);
  });

  it.runIf(isRoot)('the owner where it may not be given away, by writing in place', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    chownSync(home.at('a.json'), 1234, 4321);
    const { ino } = statSync(home.at('a.json'));
    const fchown = () => {
      throw failure('EPERM');
    };
    await home.run({ calls: calls({ fchown }) }).replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(statSync(home.at('a.json'))).toMatchObject({ uid: 1234, gid: 4321, ino });
    expect(home.text('a.json')).toBe('after');
  });

  it('what macOS copies with a file, and leaves none of its content', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before, and longer');
    chmodSync(home.at('a.json'), 0o640);
    const system = { ...home.system, own: home.system.own, platform: 'darwin' as const };
    const copied: string[] = [];
    const copyNew: FileCalls['copyNew'] = (from, to) => {
      copied.push(from);
      nodeFileCalls.copyNew(from, to);
    };
    await writableSystem(system, { calls: calls({ copyNew }), run: home.run().run }).replaceBytes(
      home.at('a.json'),
      hashOf(bytes('before, and longer')),
      bytes('after'),
    );
    expect(copied).toEqual([home.at('a.json')]);
    expect(home.text('a.json')).toBe('after');
    expect(statSync(home.at('a.json')).mode & 0o777).toBe(0o640);
  });

  it('the rest of a write that the disk took in pieces', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    const write: FileCalls['write'] = (fd, part, position) => nodeFileCalls.write(fd, part.subarray(0, 3), position);
    await home.run({ calls: calls({ write }) }).replaceBytes(home.at('a.json'), before, bytes('after, and longer'));
    expect(home.text('a.json')).toBe('after, and longer');
  });
});

describe('replaceBytes makes', () => {
  it('files of 0600, or of the mode it is told', async () => {
    const home = temporaryHome();
    await home.run().replaceBytes(home.at('a.json'), 'absent', bytes('after'));
    await home.run().replaceBytes(home.at('b.json'), 'absent', bytes('after'), { newFileMode: 0o644 });
    expect(statSync(home.at('a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(home.at('b.json')).mode & 0o777).toBe(0o644 & ~process.umask());
  });

  it('our own files for nobody else', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    linkSync(home.at('a.json'), home.at('b.json'));
    await home.run().replaceBytes(home.at('a.json'), before, bytes('after'));
    for (const name of home.ownTree()) {
      expect(statSync(home.at('.snap-mcp', name)).mode & 0o777, name).toBe(name.endsWith('/') ? 0o700 : 0o600);
    }
  });
});

describe('replaceBytes refuses', () => {
  it('a read-only file, with the line that changes that', async () => {
    const home = temporaryHome();
    home.put("it's.json", 'before');
    chmodSync(home.at("it's.json"), 0o444);
    const { mtimeMs } = statSync(home.at("it's.json"));
    const refused = expect.objectContaining({
      code: 'read-only',
      message: expect.stringContaining("~/it's.json"),
      hint: `chmod u+w '${home.path}/it'\\''s.json'`,
    });
    await expect(home.run().replaceBytes(home.at("it's.json"), before, bytes('after'))).rejects.toEqual(refused);
    await expect(home.run().inspect(home.at("it's.json"))).rejects.toEqual(refused);
    expect(statSync(home.at("it's.json"))).toMatchObject({ mtimeMs });
    expect(home.text("it's.json")).toBe('before');
  });

  it.each([
    ['a directory', (path: string) => mkdirSync(path)],
    ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
  ])('%s, for reading too', async (_, make) => {
    const home = temporaryHome();
    make(home.at('a.json'));
    await expect(home.run().replaceBytes(home.at('a.json'), 'absent', bytes('after'))).rejects.toMatchObject({ code: 'refused' });
    await expect(home.system.readBytes(home.at('a.json'))).rejects.toMatchObject({ code: 'refused' });
  });

  it('a device', async () => {
    const home = temporaryHome();
    symlinkSync('/dev/null', home.at('a.json'));
    await expect(home.run().replaceBytes(home.at('a.json'), 'absent', bytes('after'))).rejects.toMatchObject({ code: 'refused' });
  });

  it('a file that is not what was expected', async () => {
    const home = temporaryHome();
    home.put('a.json', 'somebody else');
    await expect(home.run().replaceBytes(home.at('a.json'), before, bytes('after'))).rejects.toMatchObject({ code: 'changed' });
    await expect(home.run().replaceBytes(home.at('a.json'), 'absent', bytes('after'))).rejects.toMatchObject({ code: 'changed' });
    await expect(home.run().removeFile(home.at('a.json'), before)).rejects.toMatchObject({ code: 'changed' });
    expect(home.text('a.json')).toBe('somebody else');
  });

  it('a file that somebody changes at the last moment', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    // As late as can be: when our content is on the disk already.
    const fsync: FileCalls['fsync'] = (fd) => {
      nodeFileCalls.fsync(fd);
      writeFileSync(home.at('a.json'), 'somebody else');
    };
    await expect(home.run({ calls: calls({ fsync }) }).replaceBytes(home.at('a.json'), before, bytes('after'))).rejects.toMatchObject({
      code: 'changed',
    });
    expect(home.text('a.json')).toBe('somebody else');
    expect(home.tree().filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('to put a new file in the place of one that appears at the last moment', async () => {
    const home = temporaryHome();
    const link: FileCalls['link'] = (existing, path) => {
      if (path === home.at('a.json')) writeFileSync(path, 'somebody else');
      nodeFileCalls.link(existing, path);
    };
    await expect(home.run({ calls: calls({ link }) }).replaceBytes(home.at('a.json'), 'absent', bytes('after'))).rejects.toMatchObject({
      code: 'changed',
    });
    expect(home.text('a.json')).toBe('somebody else');
    expect(home.tree().filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EIO', 'the disk reported an error'],
    ['EFBIG', 'the file would be larger than is allowed'],
  ])('of the disk (%s) names the file and the cause', async (code, cause) => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    const fchmod = () => {
      throw failure(code);
    };
    await expect(home.run({ calls: calls({ fchmod }) }).replaceBytes(home.at('a.json'), before, bytes('after'))).rejects.toMatchObject({
      code: 'io',
      message: `~/a.json: could not be written: ${cause}.`,
    });
    expect(home.text('a.json')).toBe('before');
  });

  it('with a long-living process leaves no lock behind that would stop it the next time', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    let broken = true;
    const unlink: FileCalls['unlink'] = (path) => {
      if (broken && path.endsWith('.lock')) throw failure('EIO');
      nodeFileCalls.unlink(path);
    };
    await home.run({ calls: calls({ unlink }) }).replaceBytes(home.at('a.json'), before, bytes('after'));
    broken = false;
    await home.run({ patienceMs: 0 }).replaceBytes(home.at('a.json'), hashOf(bytes('after')), bytes('again'));
    expect(home.text('a.json')).toBe('again');
    expect(home.ownTree().filter((name) => name.startsWith('runtime/'))).toEqual(['runtime/']);
  });
});

describe('Windows', () => {
  it('waits for a scanner that has the file open for a moment', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    let refusals = 3;
    const rename: FileCalls['rename'] = (from, to) => {
      if (to === home.at('a.json') && refusals-- > 0) throw failure('EPERM');
      nodeFileCalls.rename(from, to);
    };
    const system = { ...home.system, own: home.system.own, platform: 'win32' as const };
    await writableSystem(system, { calls: calls({ rename }), run: home.run().run }).replaceBytes(home.at('a.json'), before, bytes('after'));
    expect(home.text('a.json')).toBe('after');
  });
});

describe('removeFile', () => {
  it('takes the directories that it is told with it, as far as they are empty', async () => {
    const home = temporaryHome();
    home.put('a/b/c/x.json', 'before');
    home.put('a/other', '');
    await home.run().removeFile(home.at('a/b/c/x.json'), before, [home.at('a'), home.at('a/b'), home.at('a/b/c')]);
    expect(home.tree()).toEqual(['a/', 'a/other']);
  });

  it('leaves the name in place when the file changes in that moment', async () => {
    const home = temporaryHome();
    home.put('a.json', 'before');
    const rename: FileCalls['rename'] = (from, to) => {
      if (from === home.at('a.json')) writeFileSync(from, 'somebody else');
      nodeFileCalls.rename(from, to);
    };
    await expect(home.run({ calls: calls({ rename }) }).removeFile(home.at('a.json'), before)).rejects.toMatchObject({ code: 'changed' });
    expect(readFileSync(home.at('a.json'), 'utf8')).toBe('somebody else');
  });
});
