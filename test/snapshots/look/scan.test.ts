import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ignoreFilesIn } from '../../../src/snapshots/look/capture-rules.ts';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { emptyCache } from '../../../src/snapshots/look/node-cache.ts';
import { testKey, triedCapture } from '../../support/capture-in-memory.ts';

/** One thing that happens to a tree, and what a watcher tells of it. */
interface Step {
  readonly what: 'write' | 'remove' | 'directory' | 'link' | 'rename' | 'mode';
  readonly path: string;
  readonly to: string;
  readonly content: string;
}

const path = fc.array(fc.constantFrom('a', 'b', 'c', 'é', 'x\ny', '.env'), { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('write', 'write', 'remove', 'directory', 'link', 'rename', 'mode'),
  path,
  to: path,
  content: fc.constantFrom('', '1', '22', 'three'),
});

/** @returns what the weakest watch tells of it: nothing of what lies below a new directory. */
function play(root: string, { content, path, to, what }: Step): readonly string[] {
  const at = join(root, path);
  // Beyond a link is another place, of which its own watch tells.
  if (isBeyondLink(root, path) || (what === 'rename' && isBeyondLink(root, to))) return [];
  const told = [firstMissing(root, path)];
  try {
    switch (what) {
      case 'write':
        mkdirSync(dirname(at), { recursive: true });
        rmSync(at, { recursive: true, force: true });
        writeFileSync(at, content);
        break;
      case 'remove':
        rmSync(at, { recursive: true });
        break;
      case 'directory':
        mkdirSync(at, { recursive: true });
        break;
      case 'link':
        symlinkSync(to, at);
        break;
      case 'rename':
        renameSync(at, join(root, to));
        return [path, to];
      case 'mode':
        // Of a link nothing has a mode, and of what it leads to it would be told elsewhere.
        if (lstatSync(at).isSymbolicLink()) return [];
        chmodSync(at, content === '' ? 0o755 : 0o700);
        break;
      default:
        what satisfies never;
    }
  } catch {
    // Something is in the way: part of it may have happened, and is told.
  }
  return told;
}

/** What stands in the way counts too. */
function isBeyondLink(root: string, path: string): boolean {
  const above = path.split('/').slice(0, -1);
  return above.some((_, i) => {
    const at = join(root, ...above.slice(0, i + 1));
    return existsHere(at) && !lstatSync(at).isDirectory();
  });
}

/** The first name on the way that is not there: all that a watch tells of what is made below it. */
function firstMissing(root: string, path: string): string {
  const names = path.split('/');
  const missing = names.findIndex((_, i) => !existsHere(join(root, ...names.slice(0, i + 1))));
  return names.slice(0, missing === -1 ? names.length : missing + 1).join('/');
}

function existsHere(at: string): boolean {
  try {
    return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Below a file.
    return false;
  }
}

describe('a capture of what changed', () => {
  it('is the capture of the whole, after anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { minLength: 1, maxLength: 5 }), async (rounds) => {
        const { cache, home, lines, take } = await triedCapture();
        await take();
        for (const steps of rounds) {
          const changed = new Set(steps.flatMap((one) => play(home.at('w'), one)));
          const told = await take({ changed });
          expect(told.isFullWalk).toBe(false);
          const whole = await take({ cache: { ...emptyCache(testKey), sealed: cache.sealed } });
          expect(await lines(told.root)).toEqual(await lines(whole.root));
          expect({ ...told, stored: 0, taken: 0 }).toEqual({ ...whole, stored: 0, taken: 0, isFullWalk: false });
          // And a walk over what is known sees what a walk over nothing sees.
          expect((await take()).root).toBe(whole.root);
        }
        rmSync(home.at('w'), { recursive: true, force: true });
      }),
      { numRuns: 60 },
    );
  });

  it('costs what changed: only the directories on the way are looked at and written', async () => {
    const { home, store, take } = await triedCapture();
    for (let i = 0; i < 2_000; i += 1) home.put(`w/d${i % 50}/e${i % 4}/${i}`, String(i));
    await take();
    home.put('w/d7/e3/7', 'other');
    let looks = 0;
    let lists = 0;
    const calls = {
      ...nodeSnapshotCalls,
      lstatRaw(path: string | Buffer) {
        looks += 1;
        return nodeSnapshotCalls.lstatRaw(path);
      },
      rawNames(path: string | Buffer) {
        lists += 1;
        return nodeSnapshotCalls.rawNames(path);
      },
    };
    store.added = 0;
    await take({ changed: ['d7/e3/7'], calls });
    // One for the directory this process stands in.
    expect({ looks, lists }).toEqual({ looks: 5, lists: 0 });
    // The file, its directory, the one above, the root.
    expect(store.added).toBe(4);
  });

  it('walks a new directory, told of or not what lies in it', async () => {
    const { home, lines, take } = await triedCapture();
    await take();
    home.put('w/new/deep/file', 'x');
    expect(await lines((await take({ changed: ['new'] })).root)).toEqual([
      '.keep 644 ',
      'new/ 755',
      'new/deep/ 755',
      'new/deep/file 644 x',
    ]);
    home.put('w/other/deep/file', 'x');
    expect(await lines((await take({ changed: ['other/deep/file'] })).root)).toContain('other/deep/file 644 x');
  });

  it('looks at all entries of a directory that is told', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/d/a', 'a');
    await take();
    home.put('w/d/b', 'b');
    rmSync(home.at('w/d/a'));
    expect(await lines((await take({ changed: ['d'] })).root)).toEqual(['.keep 644 ', 'd/ 755', 'd/b 644 b']);
    home.put('w/top', 't');
    expect(await lines((await take({ changed: ['.'] })).root)).toContain('top 644 t');
  });

  it('reads nothing through a link that took the place of a directory', async () => {
    const { home, lines, store, take } = await triedCapture();
    home.put('w/d/a', 'inside');
    home.put('outside/a', 'OUTSIDE');
    await take();
    renameSync(home.at('w/d'), home.at('gone'));
    symlinkSync(home.at('outside'), home.at('w/d'));
    const { root } = await take({ changed: ['d/a'] });
    expect(await lines(root)).toEqual(['.keep 644 ', `d -> ${home.at('outside')}`]);
    for (const { bytes } of store.objects.values()) expect(Buffer.from(bytes).includes('OUTSIDE')).toBe(false);
  });

  it('a directory that was replaced is walked whole', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/d/a', 'one');
    await take();
    renameSync(home.at('w/d'), home.at('gone'));
    home.put('w/d/b', 'two');
    expect(await lines((await take({ changed: ['d/b'] })).root)).toEqual(['.keep 644 ', 'd/ 755', 'd/b 644 two']);
  });

  it('a name that the watcher could not tell is found by its directory', async () => {
    const { home, lines, take } = await triedCapture();
    mkdirSync(home.at('w/d'));
    await take();
    writeFileSync(Buffer.concat([Buffer.from(`${home.at('w/d')}/`), Buffer.from([0xff])]), 'x');
    expect(readdirSync(home.at('w/d'))).toEqual(['\ufffd']);
    expect(await lines((await take({ changed: ['d/\ufffd'] })).root)).toContain(`d/${String.fromCharCode(0xff)} 644 x`);
  });

  it('where a disk takes names in any case, the directory tells how it is spelled', async () => {
    const { home, lines, system, take, workspace, store, cache, rules, limits } = await triedCapture();
    const { capture } = await import('../../../src/snapshots/look/capture.ts');
    home.put('w/d/Name', 'x');
    await take();
    renameSync(home.at('w/d/Name'), home.at('w/d/name'));
    const options = { store, cache, limits, yields: true, changed: ['d/NAME'] };
    const mac = { ...system, platform: 'darwin' as const };
    expect(cache.rules).toBeDefined();
    const { root, isFullWalk } = await capture(mac, workspace, { ...options, rules: cache.rules ?? (await rules()) });
    expect(isFullWalk).toBe(false);
    expect(await lines(root)).toEqual(['.keep 644 ', 'd/ 755', 'd/name 644 x']);
  });

  it('takes a secret that changed where as many are sealed as may be', async () => {
    const { cache, home, lines, take } = await triedCapture();
    home.put('w/.gitignore', '*.local\n');
    for (let i = 0; i < 200; i += 1) home.put(`w/d/${i}.local`, 'x');
    await take();
    for (const changed of [['d/7.local'], ['d']]) {
      home.put('w/d/7.local', `other ${changed.join()}`);
      const told = await take({ changed });
      expect(told).toMatchObject({ skipped: [], isFullWalk: false });
      const whole = await take({ cache: { ...emptyCache(testKey), sealed: cache.sealed } });
      expect(await lines(told.root)).toEqual(await lines(whole.root));
    }
  });

  it('walks the whole where a directory that is told has ignore rules that nobody knew', async () => {
    const { cache, home, lines, rules, take } = await triedCapture();
    home.put('w/d/out/deep/file', '');
    home.put('w/other', '');
    await take({ rules: await rules() });
    home.put('w/d/.gitignore', 'out/\n');
    const told = await take({ changed: ['d'] });
    expect(await lines(told.root)).toEqual(['.keep 644 ', 'd/ 755', 'd/.gitignore 644 out/\n', 'other 644 ']);
    const whole = await take({ cache: { ...emptyCache(testKey), sealed: cache.sealed } });
    expect(told.root).toBe(whole.root);
  });

  it('a path that is none is answered by the whole walk', async () => {
    const { home, take } = await triedCapture();
    await take();
    home.put('w/a', 'x');
    for (const odd of ['../w/a', 'a//b', './a', '/etc/passwd']) expect((await take({ changed: [odd] })).isFullWalk).toBe(true);
  });

  it('an ignored path costs one look and changes nothing', async () => {
    const { home, take } = await triedCapture();
    home.put('w/a', 'x');
    const { root } = await take();
    home.put('w/node_modules/p/i.js', 'x');
    home.put('w/run.log', 'x');
    const told = await take({ changed: ['node_modules/p/i.js', 'node_modules/p', 'run.log'] });
    expect([told.root, told.isFullWalk]).toEqual([root, false]);
  });

  it('knows the ignore files, so that rules need no walk of their own', async () => {
    const { cache, home, take } = await triedCapture();
    home.put('w/.gitignore', '.gitignore\n');
    home.put('w/d/e/.gitignore', '*.o');
    home.put('w/node_modules/.gitignore', 'x');
    await take();
    expect(ignoreFilesIn(cache)).toEqual(['.gitignore', 'd/e/.gitignore']);
  });

  it('lets others work meanwhile, and tells how far it is', async () => {
    const { home, take } = await triedCapture();
    for (let i = 0; i < 3_000; i += 1) home.put(`w/${i % 30}/${i}`, 'x');
    let turns = 0;
    let isOver = false;
    const tick = (): void => {
      turns += 1;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    const seen: number[] = [];
    await take({ yields: true, progress: (done) => seen.push(done) });
    isOver = true;
    expect(turns).toBeGreaterThan(1);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });
});
