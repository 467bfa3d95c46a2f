import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WalkOptions } from '../../src/system/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const everything: WalkOptions = { enters: () => true, wants: () => true, maxFiles: 100_000 };

describe('System.walk', () => {
  it('gives every file once, by name, with what the disk says of it', async () => {
    const home = temporaryHome();
    for (const name of ['t/b/2.ts', 't/b/1.ts', 't/a.ts', 't/c/d/e.ts', 't/é ü\n.ts']) home.put(name, 'four');
    chmodSync(home.at('t/a.ts'), 0o755);
    const walked = await home.system.walk(home.at('t'), everything);
    expect(walked.files.map(({ path }) => path)).toEqual(['a.ts', 'é ü\n.ts', 'b/1.ts', 'b/2.ts', 'c/d/e.ts']);
    expect(walked.files[0]).toMatchObject({ kind: 'file', size: 4, mode: 0o755 });
    expect(walked).toMatchObject({ isComplete: true, unreadable: [] });
    expect(await home.system.walk(home.at('t'), everything)).toEqual(walked);
  });

  it('follows no link and opens nothing that is no file', async () => {
    const home = temporaryHome();
    home.put('outside/secret', 'x');
    home.put('t/a', 'x');
    symlinkSync(home.at('outside'), home.at('t/to-directory'));
    symlinkSync('a', home.at('t/to-file'));
    symlinkSync('nowhere', home.at('t/dangling'));
    symlinkSync('.', home.at('t/loop'));
    execFileSync('mkfifo', [home.at('t/pipe')]);
    const { files } = await home.system.walk(home.at('t'), everything);
    expect(files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'a file',
      'dangling link',
      'loop link',
      'pipe other',
      'to-directory link',
      'to-file link',
    ]);
  });

  it('asks before it opens a directory or looks at a file', async () => {
    const home = temporaryHome();
    for (const name of ['t/node_modules/x/y.js', 't/src/a.ts', 't/src/a.log']) home.put(name, '');
    const asked: string[] = [];
    const { files } = await home.system.walk(home.at('t'), {
      maxFiles: 10,
      enters: (directory) => {
        asked.push(directory);
        return directory !== 'node_modules';
      },
      wants: (file) => !file.endsWith('.log'),
    });
    expect(files.map(({ path }) => path)).toEqual(['src/a.ts']);
    expect(asked).toEqual(['node_modules', 'src']);
  });

  it('goes into names that are no UTF-8', async () => {
    const home = temporaryHome();
    mkdirSync(home.at('t'));
    const odd = Buffer.concat([Buffer.from(home.at('t/caf')), Buffer.from([0xe9])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/inner'), Buffer.from([0xff])]), 'abc');
    home.put('t/plain', '');
    const { files, unreadable } = await home.system.walk(home.at('t'), everything);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['plain', 0],
      ['caf\uFFFD/inner\uFFFD', 3],
    ]);
    expect(unreadable).toEqual([]);
  });

  it('ends early at the most it may find, and says so', async () => {
    const home = temporaryHome();
    for (let i = 0; i < 12; i++) home.put(`t/${i % 3}/${i}`, '');
    const some = await home.system.walk(home.at('t'), { ...everything, maxFiles: 5 });
    expect(some.files).toHaveLength(5);
    expect(some.isComplete).toBe(false);
    expect((await home.system.walk(home.at('t'), { ...everything, maxFiles: 12 })).isComplete).toBe(true);
  });

  it('names what cannot be listed', async () => {
    const home = temporaryHome();
    home.put('t/a', '');
    expect((await home.system.walk(home.at('nowhere'), everything)).unreadable).toEqual(['.']);
    expect((await home.system.walk(home.at('t/a'), everything)).unreadable).toEqual(['.']);
    home.put('t/shut/b', '');
    chmodSync(home.at('t/shut'), 0);
    const { files, unreadable } = await home.system.walk(home.at('t'), everything);
    // Nothing is closed to root.
    if (process.getuid?.() === 0) expect(files.map(({ path }) => path)).toEqual(['a', 'shut/b']);
    else expect(unreadable).toEqual(['shut']);
    chmodSync(home.at('t/shut'), 0o700);
  });

  it('lets others work meanwhile, and ends soon when it is no longer wanted', async () => {
    const home = temporaryHome({ inMemory: true });
    for (let i = 0; i < 200; i++) {
      mkdirSync(home.at('t', String(i)), { recursive: true });
      for (let j = 0; j < 100; j++) writeFileSync(join(home.path, 't', String(i), String(j)), '');
    }
    const done = new AbortController();
    let turns = 0;
    const meter = (async () => {
      for (; !done.signal.aborted && turns < 1e6; turns++) await setImmediate();
    })();
    const walked = await home.system.walk(home.at('t'), everything);
    done.abort();
    await meter;
    expect(walked.files).toHaveLength(20_000);
    // One for each slice of 8 ms, and so the more the slower the machine is; without slices there would be none.
    expect(turns).toBeGreaterThanOrEqual(3);

    const stop = new AbortController();
    const walking = home.system.walk(home.at('t'), { ...everything, signal: stop.signal });
    await setImmediate();
    stop.abort();
    const { files, isComplete } = await walking;
    expect(isComplete).toBe(false);
    expect(files.length).toBeLessThan(20_000);
  });
});
