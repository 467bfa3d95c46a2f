import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchPath, type PathWatchOptions } from '../../src/system/watching/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** A watch whose next report can be waited for. */
function watched(path: string, options?: PathWatchOptions) {
  let count = 0;
  let wake: () => void = () => undefined;
  const watch = watchPath(
    path,
    () => {
      count += 1;
      wake();
    },
    options,
  );
  onTestFinished(() => watch.close());
  return {
    /** Settles when a report has come after the change; fails by the limit of the test where none does. */
    async sees(change: () => void): Promise<void> {
      const before = count;
      const reported = new Promise<void>((settle) => (wake = settle));
      change();
      if (count === before) await reported;
    },
  };
}

describe('watching a path', () => {
  it('reports a file that comes, changes and goes, also where its directories are not there yet', async () => {
    const { at } = temporaryHome();
    const { sees } = watched(at('a', 'b', 'c.json'));
    await sees(() => mkdirSync(at('a')));
    await sees(() => mkdirSync(at('a', 'b')));
    await sees(() => writeFileSync(at('a', 'b', 'c.json'), '1'));
    await sees(() => writeFileSync(at('a', 'b', 'c.json'), '2'));
    // As most editors write.
    writeFileSync(at('a', 'b', 'new'), '3');
    await sees(() => renameSync(at('a', 'b', 'new'), at('a', 'b', 'c.json')));
    await sees(() => rmSync(at('a'), { recursive: true }));
    await sees(() => mkdirSync(at('a', 'b'), { recursive: true }));
    await sees(() => writeFileSync(at('a', 'b', 'c.json'), '4'));
  });

  it('takes a directory that is there with a separator at its end', async () => {
    const { at } = temporaryHome();
    mkdirSync(at('a'));
    const { sees } = watched(`${at('a')}/`, { names: true });
    await sees(() => writeFileSync(at('a', 'c.json'), '1'));
    await sees(() => rmSync(at('a'), { recursive: true }));
  });

  it('reports the link, and what it leads to', async () => {
    const { at, put } = temporaryHome();
    const target = put('there/real', '1');
    mkdirSync(at('bin'));
    const { sees } = watched(at('bin', 'snap'));
    await sees(() => symlinkSync(target, at('bin', 'snap')));
    await sees(() => writeFileSync(target, '2'));
    await sees(() => rmSync(target));
    await sees(() => rmSync(at('bin', 'snap')));
  });

  it('reports every name in a directory when it is asked to', async () => {
    const { at } = temporaryHome();
    const { sees } = watched(`${at('config')}/`, { names: true });
    await sees(() => mkdirSync(at('config')));
    await sees(() => writeFileSync(at('config', 'settings.json'), '{}'));
  });

  it('reports what is made in the place of a directory that was moved away', async () => {
    const { at, put } = temporaryHome();
    put('a/b/c.json', '1');
    const { sees } = watched(at('a', 'b', 'c.json'));
    await sees(() => renameSync(at('a'), at('moved')));
    await sees(() => mkdirSync(at('a', 'b'), { recursive: true }));
    await sees(() => writeFileSync(at('a', 'b', 'c.json'), '2'));
  });

  it('sees the same where the platform grants no watch', async () => {
    const { at, put } = temporaryHome();
    const target = put('there/real', '1');
    const blind: PathWatchOptions = {
      blindMs: 5,
      names: true,
      watch: () => {
        throw new Error('ENOSPC');
      },
    };
    const directory = watched(`${at('config')}/`, blind);
    await directory.sees(() => put('config/settings.json', '1'));
    await directory.sees(() => writeFileSync(at('config', 'settings.json'), '22'));
    await directory.sees(() => rmSync(at('config'), { recursive: true }));
    const link = watched(at('snap'), blind);
    await link.sees(() => symlinkSync(target, at('snap')));
    await link.sees(() => writeFileSync(target, '22'));
  });

  it('reports nothing of what is beside it, and nothing after its end', async () => {
    const { at } = temporaryHome();
    let reports = 0;
    const watch = watchPath(at('one'), () => (reports += 1));
    const { sees } = watched(at('two'));
    await sees(() => writeFileSync(at('two'), ''));
    expect(reports).toBe(0);
    watch.close();
    await sees(() => writeFileSync(join(at('two')), '2'));
    writeFileSync(at('one'), '');
    await sees(() => writeFileSync(at('two'), '3'));
    expect(reports).toBe(0);
  });
});
