import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchTree, type WatchLimits } from '../../src/system/watch.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { filesBelow } from '../support/doctor-fixture.ts';
import { until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const plenty: WatchLimits = { watches: 10_000, queue: 16_384 };

/** A tree that is watched, and what was told of it so far; `?` stands for "anything". */
async function watched(names: readonly string[], limits = plenty) {
  const home = temporaryHome();
  mkdirSync(home.at('t'));
  for (const name of names) home.put(`t/${name}`, '');
  const told: string[] = [];
  const enters = (directory: string) => directory !== 'node_modules' && !directory.endsWith('/node_modules');
  const watch = await watchTree(home.at('t'), { enters, onChange: (path) => void told.push(path ?? '?') }, limits);
  onTestFinished(() => watch?.close());
  return { home, told, watch, hears: (path: string) => until(() => told.includes(path)) };
}

describe('System.watch', () => {
  it('tells of files that are made, changed, renamed and removed', async () => {
    const { home, told, hears } = await watched(['a.ts', 'src/deep/b.ts']);
    writeFileSync(home.at('t/a.ts'), 'new');
    expect(await hears('a.ts')).toBe(true);
    home.put('t/src/deep/c.ts', '');
    expect(await hears('src/deep/c.ts')).toBe(true);
    renameSync(home.at('t/src/deep/b.ts'), home.at('t/src/d.ts'));
    expect(await hears('src/deep/b.ts')).toBe(true);
    expect(await hears('src/d.ts')).toBe(true);
    told.length = 0;
    rmSync(home.at('t/src/d.ts'));
    expect(await hears('src/d.ts')).toBe(true);
    expect(told).not.toContain('?');
  });

  it('goes into directories that are new, and tells of what stands in them already', async () => {
    const { home, told, hears } = await watched(['a.ts']);
    const wanted: string[] = [];
    for (let i = 0; i < 20; i++) {
      for (const name of [`n${i}/x/y/1.ts`, `n${i}/x/2.ts`]) {
        home.put(`t/${name}`, '');
        wanted.push(name);
      }
    }
    expect(await until(() => wanted.every((name) => told.includes(name)))).toBe(true);
    told.length = 0;
    home.put('t/n19/x/y/later.ts', '');
    expect(await hears('n19/x/y/later.ts')).toBe(true);
  });

  it('follows a directory that moves and one that is made anew', async () => {
    const { home, told, hears } = await watched(['one/in/a.ts']);
    renameSync(home.at('t/one'), home.at('t/two'));
    expect(await hears('two/in/a.ts')).toBe(true);
    told.length = 0;
    writeFileSync(home.at('t/two/in/a.ts'), 'x');
    expect(await hears('two/in/a.ts')).toBe(true);
    expect(told.filter((path) => path.startsWith('one/'))).toEqual([]);
    rmSync(home.at('t/two'), { recursive: true });
    expect(await hears('two')).toBe(true);
    home.put('t/two/in/b.ts', '');
    expect(await hears('two/in/b.ts')).toBe(true);
  });

  it('loses nothing when the rights of a directory change, nor for a file that is called like it', async () => {
    const { home, told, hears } = await watched(['d/d', 'd/x', 'd/e/f']);
    chmodSync(home.at('t/d'), 0o700);
    rmSync(home.at('t/d/d'));
    chmodSync(home.at('t/d'), 0o755);
    expect(await hears('d/d')).toBe(true);
    told.length = 0;
    writeFileSync(home.at('t/d/x'), 'x');
    writeFileSync(home.at('t/d/e/f'), 'x');
    expect(await hears('d/x')).toBe(true);
    expect(await hears('d/e/f')).toBe(true);
  });

  it('misses no file, whatever happens to the tree', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const step = fc.oneof(
      fc.record({ do: fc.constant('write' as const), path }),
      fc.record({ do: fc.constant('remove' as const), path }),
      fc.record({ do: fc.constant('move' as const), path, to: path }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { home, told, watch } = await watched(['a/b/c', 'b']);
        const at = (of: string) => home.at('t', of);
        const before = new Set(filesBelow(at('.')));
        for (const [i, one] of steps.entries()) {
          try {
            if (one.do === 'write') {
              mkdirSync(dirname(at(one.path)), { recursive: true });
              writeFileSync(at(one.path), String(i));
            } else if (one.do === 'remove') rmSync(at(one.path), { recursive: true });
            else renameSync(at(one.path), at(one.to));
          } catch {
            // A file in the way, or nothing there: then nothing happened.
          }
          if (i % 3 === 2) await setImmediate();
        }
        // What was made is told by its name, what is gone by its own or that of a directory around it.
        const after = filesBelow(at('.'));
        const made = after.filter((file) => !before.has(file));
        const gone = [...before].filter((file) => !after.includes(file));
        const isTold = (file: string) => told.some((one) => one === '?' || file === one || file.startsWith(`${one}/`));
        expect(await until(() => [...made, ...gone].every(isTold)), JSON.stringify({ made, gone, told })).toBe(true);
        // And the tree as it is now is watched.
        for (const file of after) {
          told.length = 0;
          writeFileSync(at(file), 'once more');
          expect(await until(() => told.includes(file)), file).toBe(true);
        }
        watch?.close();
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000 },
    );
  });

  it('neither watches nor tells of what is not entered', async () => {
    const { home, told, hears } = await watched(['node_modules/x/a.js', 'src/a.ts']);
    home.put('t/node_modules/x/b.js', '');
    home.put('t/src/node_modules/c.js', '');
    home.put('t/src/last.ts', '');
    expect(await hears('src/last.ts')).toBe(true);
    expect(told.filter((path) => path.includes('node_modules'))).toEqual([]);
  });

  it('refuses a tree that takes more than its share of the watches', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `d${i}/f`);
    expect((await watched(names, { ...plenty, watches: 10 })).watch).toBeUndefined();
    expect((await watched(names.slice(0, 7), { ...plenty, watches: 10 })).watch).toBeDefined();
    const nowhere = { enters: () => true, onChange: () => undefined };
    expect(await watchTree('/nowhere/at/all', nowhere, plenty)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')(
    'says again and again that it does not see everything once there are no watches left',
    async () => {
      const { home, told } = await watched(['a'], { ...plenty, watches: 5 });
      for (let i = 0; i < 8; i++) mkdirSync(home.at('t', `d${i}`));
      expect(await until(() => told.filter((path) => path === '?').length >= 2)).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')('says that something may be lost when more came than the kernel keeps', async () => {
    const { home, hears, told } = await watched(['a'], { ...plenty, queue: 200 });
    // All in one go: nothing is fetched meanwhile.
    for (let i = 0; i < 300; i++) writeFileSync(join(home.path, 't', `f${i}`), '');
    expect(await hears('?')).toBe(true);
    told.length = 0;
    home.put('t/after', '');
    expect(await hears('after')).toBe(true);
    expect(told).not.toContain('?');
  });

  it('is silent once it is closed', async () => {
    const { home, told, watch } = await watched(['a', 'b/c']);
    watch?.close();
    watch?.close();
    writeFileSync(home.at('t/a'), 'x');
    home.put('t/b/d', '');
    // Another watch of the same tree hears it, so this one would have.
    const other: (string | undefined)[] = [];
    const second = await watchTree(home.at('t'), { enters: () => true, onChange: (path) => void other.push(path) }, plenty);
    home.put('t/b/e', '');
    expect(await until(() => other.includes('b/e'))).toBe(true);
    second?.close();
    expect(told).toEqual([]);
  });

  it('does not keep the process alive', async () => {
    const home = temporaryHome();
    home.put('t/a/b', '');
    const program = bundledProgram('watch-program');
    onTestFinished(() => program.remove());
    const child = spawn(process.execPath, [program.path, home.at('t')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (bytes: Uint8Array) => (said += Buffer.from(bytes).toString()));
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toBe('watching');
  });
});
