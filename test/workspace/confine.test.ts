import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../src/system/node.ts';
import { confine, openWorkspace, type Workspace } from '../../src/workspace/index.ts';
import { memorySystem, type MemoryWorld } from '../support/memory-system.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const refused = (why: string) => expect.objectContaining({ code: 'refused', message: expect.stringContaining(why) });

async function onDisk() {
  const home = temporaryHome();
  home.put('p/src/a.ts', '');
  home.put('p/@types/x.d.ts', '');
  home.put('p-old/secret', '');
  home.put('outside/secret', '');
  return { home, workspace: await openWorkspace(home.system, home.at('p')) };
}

async function inMemory(platform: 'win32' | 'darwin', root: string, world: MemoryWorld = {}) {
  const system = memorySystem({ platform, ...world, files: { [`${root}/src/a.ts`]: '', ...world.files } });
  return { system, workspace: await openWorkspace(system, root) };
}

describe('confine', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['.//src//./a.ts', 'src/a.ts'],
    ['src/../src/a.ts', 'src/a.ts'],
    ['src/', 'src'],
    ['.', '.'],
    ['src/..', '.'],
    ['new/dir/file.ts', 'new/dir/file.ts'],
    ['@src/a.ts', 'src/a.ts'],
    ['@types/x.d.ts', '@types/x.d.ts'],
    ['@types/new.d.ts', '@types/new.d.ts'],
    ['@new.ts', 'new.ts'],
    ['..src/a', '..src/a'],
    ['...', '...'],
    ['src/a.ts/below-a-file', 'src/a.ts/below-a-file'],
    ['a\nb', 'a\nb'],
    ['.git/config', '.git/config'],
    ['ünï/ cödé ', 'ünï/ cödé '],
    ['~', '~'],
    ['$HOME/x', '$HOME/x'],
    ['%2e%2e/x', '%2e%2e/x'],
  ])('takes %j for %j', async (given, expected) => {
    const { home, workspace } = await onDisk();
    expect(await confine(home.system, workspace, given)).toBe(expected);
  });

  it('takes absolute paths and addresses inside', async () => {
    const { home, workspace } = await onDisk();
    const { system } = home;
    expect(await confine(system, workspace, home.at('p/src/a.ts'))).toBe('src/a.ts');
    expect(await confine(system, workspace, `${home.at('p')}/`)).toBe('.');
    expect(await confine(system, workspace, `file://${home.at('p/new%20name.ts')}`)).toBe('new name.ts');
    expect(await confine(system, workspace, `FILE://localhost${home.at('p/src/a.ts')}`)).toBe('src/a.ts');
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['a\0b', 'zero byte'],
    ['..', 'outside'],
    ['../p-old/secret', 'outside'],
    ['../p/src/a.ts', 'outside'],
    ['src/../../outside/secret', 'outside'],
    ['/etc/passwd', 'outside'],
    ['/', 'outside'],
    ['@/etc/passwd', 'outside'],
    ['@../outside/secret', 'outside'],
    ['..\\outside\\secret', 'outside'],
    ['src\\..\\..\\outside', 'outside'],
    ['C:\\Windows', 'drive'],
    ['c:/Windows', 'drive'],
    ['C:secret', 'drive'],
    ['\\\\host\\share\\x', 'share'],
    ['//host/share/x', 'share'],
    ['\\\\?\\C:\\x', 'share'],
    ['file:///etc/passwd', 'outside'],
    ['file://host/share', 'address'],
    ['file:///p/a%2fb', 'address'],
    ['file:///p/%00', 'address|zero|outside'],
    ['x'.repeat(5000), 'too long'],
  ])('refuses %j', async (given, why) => {
    const { home, workspace } = await onDisk();
    await expect(confine(home.system, workspace, given)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(new RegExp(why)),
    });
  });

  it('refuses what only looks as if it were inside', async () => {
    const { home, workspace } = await onDisk();
    await expect(confine(home.system, workspace, home.at('p-old/secret'))).rejects.toEqual(refused('outside'));
    await expect(confine(home.system, workspace, home.at('P/src/a.ts'))).rejects.toEqual(refused('outside'));
    await expect(confine(home.system, workspace, home.path)).rejects.toEqual(refused('outside'));
  });

  it('follows links, of the file and of every directory, for what is there and what is not yet', async () => {
    const { home, workspace } = await onDisk();
    const check = (path: string) => confine(home.system, workspace, path);
    symlinkSync(home.at('outside'), home.at('p/out'));
    symlinkSync('../../outside/secret', home.at('p/src/out.ts'));
    symlinkSync(home.at('outside/not-there'), home.at('p/dangling'));
    symlinkSync('out', home.at('p/twice'));
    symlinkSync('loop', home.at('p/loop'));
    for (const path of [
      'out',
      'out/secret',
      'out/new/file',
      'src/out.ts',
      'dangling',
      'dangling/x',
      'twice/secret',
      home.at('p/out/secret'),
    ]) {
      await expect(check(path), path).rejects.toEqual(refused('symbolic link'));
    }
    await expect(check('loop/x')).rejects.toEqual(refused('back to themselves'));
    symlinkSync('src', home.at('p/in'));
    symlinkSync('src/later.ts', home.at('p/in-dangling'));
    expect(await check('in/a.ts')).toBe('in/a.ts');
    expect(await check('in/new.ts')).toBe('in/new.ts');
    expect(await check('in-dangling')).toBe('in-dangling');
    // Taken by its words, as every program that is given the answer will.
    expect(await check('out/../src/a.ts')).toBe('src/a.ts');
    // A second name of one file cannot be told from the first.
    linkSync(home.at('outside/secret'), home.at('p/hard'));
    expect(await check('hard')).toBe('hard');
    execFileSync('mkfifo', [home.at('p/pipe')]);
    expect(await check('pipe')).toBe('pipe');
  });

  it('finds the root again behind a link to it', async () => {
    const { home, workspace } = await onDisk();
    symlinkSync(home.at('p'), home.at('shortcut'));
    expect(await confine(home.system, workspace, home.at('shortcut/src/a.ts'))).toBe('src/a.ts');
    const other = await openWorkspace(home.system, home.at('shortcut'));
    expect(other).toEqual(workspace);
    await expect(confine(home.system, workspace, home.at('shortcut/../outside/secret'))).rejects.toEqual(refused('outside'));
  });

  it('names the path without what could forge or hide a line', async () => {
    const { home, workspace } = await onDisk();
    const error = await confine(home.system, workspace, `/x\n\u202Eevil\u200B\u001B[31m${'y'.repeat(300)}`).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Path "\/x evily{1,200}…": it lies outside the workspace\.$/),
    });
    expect(error).toMatchObject({ hint: 'Name a file below ~/p, with its path from there.' });
  });

  it('reads the forms of Windows there', async () => {
    const { system, workspace } = await inMemory('win32', 'C:\\work\\p', { files: { 'C:\\work\\p-old\\x': '', 'D:\\x': '' } });
    const check = (path: string) => confine(system, workspace, path);
    expect(await check('src\\a.ts')).toBe('src/a.ts');
    expect(await check('c:/WORK/P/src/new.ts')).toBe('src/new.ts');
    expect(await check('file:///C:/work/p/src/a.ts')).toBe('src/a.ts');
    for (const path of ['C:\\work\\p-old\\x', 'D:\\x', '..\\p-old\\x', '\\Windows', '/Windows']) {
      await expect(check(path), path).rejects.toEqual(refused('outside'));
    }
    await expect(check('C:src\\a.ts')).rejects.toEqual(refused('relative to a drive'));
    await expect(check('D:x')).rejects.toEqual(refused('relative to a drive'));
    await expect(check('src\\a.ts:hidden')).rejects.toEqual(refused('colon'));
    await expect(check('\\\\?\\C:\\work\\p\\src')).rejects.toEqual(refused('share or a device'));
    await expect(check('\\\\.\\pipe\\x')).rejects.toEqual(refused('share or a device'));
  });

  it('takes letters of either case for the same on macOS, and both spellings of one letter', async () => {
    const { system, workspace } = await inMemory('darwin', '/Users/ada/Projét', { files: { '/Users/ada/Projét2/x': '' } });
    expect(await confine(system, workspace, '/users/ADA/Proje\u0301t/src/new.ts')).toBe('src/new.ts');
    await expect(confine(system, workspace, '/users/ADA/projét2/x')).rejects.toEqual(refused('outside'));
  });

  it('never lets a path out, whatever it is made of', async () => {
    const { home, workspace } = await onDisk();
    mkdirSync(home.at('p/src/deep'));
    symlinkSync(home.at('outside'), home.at('p/src/deep/out'));
    symlinkSync('../../..', home.at('p/src/deep/up'));
    const piece = fc.constantFrom(
      '..',
      '.',
      '',
      'src',
      'deep',
      'out',
      'up',
      'secret',
      'p',
      'p-old',
      '@',
      'C:',
      'file:',
      '\\',
      home.path,
      'new',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const answer = await confine(home.system, workspace, pieces.join('/')).catch((error: unknown) => error);
        if (typeof answer !== 'string') {
          expect(answer).toMatchObject({ code: 'refused' });
          return;
        }
        const real = execFileSync('realpath', ['-m', resolve(workspace.root, answer)], { encoding: 'utf8' }).trimEnd();
        expect(relative(workspace.root, real)).not.toMatch(/^\.\.(\/|$)|^\//);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a path in a closed directory', () => {
  it.runIf(process.getuid?.() !== 0)('is refused, since nobody knows where it leads', async () => {
    const { home, workspace } = await onDisk();
    mkdirSync(home.at('p/shut'), { mode: 0 });
    await expect(confine(nodeSystem({ home: home.path }), workspace satisfies Workspace, 'shut/x/y')).rejects.toEqual(refused('closed'));
  });
});
