import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeWorkspaceCalls, type WorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { SnapError } from '../../../src/system/index.ts';
import { knowsCase } from '../../../src/snapshots/restore/workspace-files.ts';
import { restorer, type RestorerOptions, rulesOf } from '../../support/restorer.ts';
import { layOut, pictureOf, pictureOfTree, plans, type Plan, storedTrees } from '../../support/stored-trees.ts';
import { rounds } from '../../support/storm.ts';

const runs = rounds(100);

function temporary(): string {
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const path = realpathSync(mkdtempSync(join(base, 'snap-restore-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A workspace that holds `before`, and a restorer for it. */
function workspace(before: Plan, options: RestorerOptions = {}) {
  const base = temporary();
  const root = join(base, 'work');
  layOut(root, before);
  const trees = storedTrees();
  return { base, root, trees, ...restorer(root, trees, options) };
}

/** The table with something done at each call, by its name and how many were made before. */
function callsWith(at: (name: string, made: number) => void): WorkspaceCalls {
  let made = 0;
  return new Proxy(nodeWorkspaceCalls, {
    get(table, name) {
      const call: unknown = Reflect.get(table, name);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        at(String(name), made);
        made += 1;
        return Reflect.apply(call, table, args);
      };
    },
  });
}

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('restoring a tree', () => {
  it('over any other gives exactly it, and undo and its undo too', async () => {
    const modes = [0o644, 0o755, 0o600, 0o444, 0o4755];
    await fc.assert(
      fc.asyncProperty(plans({ modes }), plans({ modes }), async (before, after) => {
        const { base, root, trees, hold, restore, undo } = workspace(before);
        try {
          const had = pictureOf(root);
          const target = hold(trees.keep(after));
          const wanted = await pictureOfTree(trees, target.root);
          const done = await restore(target);
          expect(done.conflicts).toEqual([]);
          expect(pictureOf(root)).toEqual(wanted);
          const undone = await undo(done);
          expect(pictureOf(root)).toEqual(had);
          expect((await undo(undone)).isExact).toBe(true);
          expect(pictureOf(root)).toEqual(wanted);
        } finally {
          rmSync(base, { recursive: true, force: true });
        }
      }),
      { numRuns: runs },
    );
  });

  it('takes directories of every mode', async () => {
    const plan = (mode: number): Plan => ({ d: { mode, directory: { e: { mode, directory: { f: { text: 'x' } } } } } });
    for (const [before, after] of [
      [plan(0o755), plan(0o555)],
      [{}, plan(0o500)],
      [plan(0o700), plan(0o1777)],
    ] as const) {
      const { root, trees, hold, restore } = workspace(before);
      expect((await restore(hold(trees.keep(after)))).isExact).toBe(true);
      expect(pictureOf(root)).toEqual(await pictureOfTree(trees, trees.keep(after)));
    }
  });

  it('leaves what is the same untouched, to the nanosecond', async () => {
    const { root, trees, hold, restore, touched } = workspace({ same: { text: 'same' }, d: { directory: { other: { text: '1' } } } });
    utimesSync(join(root, 'same'), 1, 1);
    const before = lstatSync(join(root, 'same'), { bigint: true });
    const done = await restore(hold(trees.keep({ same: { text: 'same' }, d: { directory: { other: { text: '2' } } } })));
    const after = lstatSync(join(root, 'same'), { bigint: true });
    expect([after.mtimeNs, after.ctimeNs, after.ino]).toEqual([before.mtimeNs, before.ctimeNs, before.ino]);
    expect(done.written).toEqual(['d/other']);
    expect(touched).toEqual(['d/other']);
  });

  it('keeps to the paths that were asked for', async () => {
    const { root, trees, hold, restore, journal } = workspace({ 'a.ts': { text: '1' }, 'b.md': { text: '1' }, 'new.ts': { text: '1' } });
    const target = hold(trees.keep({ 'a.ts': { text: '0' }, 'b.md': { text: '0' }, d: { directory: { 'c.ts': { text: '0' } } } }));
    const done = await restore(target, { paths: ['*.ts'] });
    expect(done.isExact).toBe(true);
    // With the directory that one of them needs.
    expect(pictureOf(root)).toEqual(['file 644 a.ts 0', 'file 644 b.md 1', 'directory 755 d', 'file 644 d/c.ts 0']);
    expect(journal[0]?.record.paths).toEqual(['*.ts']);
  });

  it('writes nothing to the journal when nothing differs', async () => {
    const { trees, hold, restore, journal } = workspace({ a: { text: '1' } });
    expect(await restore(hold(trees.keep({ a: { text: '1' } })))).toMatchObject({ isExact: true, written: [], deleted: [] });
    expect(journal).toEqual([]);
  });

  it('touches nothing when there is no safety snapshot', async () => {
    const full = new SnapError('io', 'full');
    const { root, trees, hold, restore, journal } = workspace({ a: { text: '1' } }, { parts: { takeSafety: () => Promise.reject(full) } });
    const before = lstatSync(root, { bigint: true });
    await expect(restore(hold(trees.keep({})))).rejects.toBe(full);
    expect(lstatSync(root, { bigint: true }).ctimeNs).toBe(before.ctimeNs);
    expect(journal).toEqual([]);
  });

  it('touches nothing when the journal cannot say that it begins', async () => {
    const full = new SnapError('io', 'full');
    const { root, trees, hold, restore } = workspace({ a: { text: '1' } }, { parts: { begin: () => Promise.reject(full) } });
    await expect(restore(hold(trees.keep({})))).rejects.toBe(full);
    expect(pictureOf(root)).toEqual(['file 644 a 1']);
  });
});

describe('whether a disk knows case', () => {
  it('is asked of the disk', () => {
    const { root } = workspace({ '123': { text: '' }, Name: { text: '' } });
    expect(knowsCase({ root, calls: nodeWorkspaceCalls })).toBe(true);
    const folding = (path: Buffer) => nodeWorkspaceCalls.lstat(Buffer.from(path.toString().replace(/nAME$/, 'Name')));
    expect(knowsCase({ root, calls: { ...nodeWorkspaceCalls, lstat: folding } })).toBe(false);
    expect(knowsCase({ root: join(root, 'nothing'), calls: nodeWorkspaceCalls })).toBe(process.platform === 'linux');
  });
});

describe('what a restore must not touch', () => {
  it('.git, and what was never captured in a directory that has to go', async () => {
    const { root, trees, hold, restore } = workspace({ a: { text: '1' } });
    execFileSync('git', ['init', '-q', root]);
    const target = hold(trees.keepDirectory(root));
    writeFileSync(join(root, 'made-since'), 'x');
    const head = readFileSync(join(root, '.git', 'config'), 'utf8');
    mkdirSync(join(root, 'nested'));
    execFileSync('git', ['init', '-q', join(root, 'nested')]);
    writeFileSync(join(root, 'nested', 'file'), 'x');
    const done = await restore(target);
    expect(existsSync(join(root, 'nested', '.git', 'HEAD'))).toBe(true);
    expect(existsSync(join(root, 'made-since'))).toBe(false);
    const reason = 'it belongs to a repository of its own, which the snapshot does not have';
    expect(done.conflicts).toEqual([
      { path: 'nested', reason },
      { path: 'nested/file', reason },
    ]);
    expect(readFileSync(join(root, 'nested', 'file'), 'utf8')).toBe('x');
    expect(readFileSync(join(root, '.git', 'config'), 'utf8')).toBe(head);
  });

  it('files outside, by way of a directory that became a link', async () => {
    const { base, root, trees, hold, restore } = workspace({ d: { directory: { f: { text: '1' } } } });
    const target = hold(trees.keepDirectory(root));
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside', 'f'), 'theirs');
    rmSync(join(root, 'd'), { recursive: true });
    symlinkSync(join(base, 'outside'), join(root, 'd'));
    const done = await restore(target);
    expect(done.isExact).toBe(true);
    expect(readFileSync(join(root, 'd', 'f'), 'utf8')).toBe('1');
    expect(readFileSync(join(base, 'outside', 'f'), 'utf8')).toBe('theirs');
  });

  it('files outside, by way of a link that is put there meanwhile, at whichever call', async () => {
    let at = 0;
    let isOver = false;
    for (; at < 200 && !isOver; at += 1) {
      const base = temporary();
      const root = join(base, 'work');
      const outside = join(base, 'outside');
      layOut(outside, { f: { text: 'old' }, g: { text: 'gone' } });
      layOut(root, { d: { directory: { f: { text: 'old' }, g: { text: 'gone' } } } });
      const trees = storedTrees();
      let swapped = false;
      const calls = callsWith((_, made) => {
        if (made !== at) return;
        swapped = true;
        renameSync(join(root, 'd'), join(base, 'moved'));
        symlinkSync(outside, join(root, 'd'));
      });
      const { hold, restore } = restorer(root, trees, { calls });
      await restore(hold(trees.keep({ d: { directory: { f: { text: 'new' } } } })));
      isOver = !swapped;
      if (swapped) {
        // Between the last look and the call itself nothing can be done; everywhere else nothing may happen outside.
        const picture = pictureOf(outside).filter((line) => !line.includes('.snap-'));
        if (picture.join() !== ['file 644 f old', 'file 644 g gone'].join()) lateSwaps.push(at);
      }
      rmSync(base, { recursive: true, force: true });
    }
    expect(isOver).toBe(true);
    // Node cannot delete by way of an open directory: between the last look and the deletion itself there is one moment left.
    expect(lateSwaps).toHaveLength(1);
  });
  const lateSwaps: number[] = [];

  it('a file that changed after the safety snapshot, and the others are put back', async () => {
    const cell: { root?: string } = {};
    const { root, trees, hold, restore } = workspace(
      { edited: { text: '1' }, deleted: { text: '1' }, other: { text: '1' }, gone: { text: '1' } },
      {
        meanwhile: () => {
          writeFileSync(join(cell.root ?? '', 'edited'), '2');
          writeFileSync(join(cell.root ?? '', 'deleted'), '2');
          writeFileSync(join(cell.root ?? '', 'back'), '2');
          rmSync(join(cell.root ?? '', 'gone'));
        },
      },
    );
    cell.root = root;
    const target = { edited: { text: '0' }, other: { text: '0' }, back: { text: '0' }, gone: { text: '0' } };
    const done = await restore(hold(trees.keep(target)));
    expect(pictureOf(root)).toEqual(['file 644 back 2', 'file 644 deleted 2', 'file 644 edited 2', 'file 644 other 0']);
    expect(done.conflicts.map(({ path }) => path).sort()).toEqual(['back', 'deleted', 'edited', 'gone']);
    expect(done.isExact).toBe(false);
  });

  it('a FIFO, and never waits for one', async () => {
    const { root, trees, hold, restore } = workspace({});
    const target = hold(trees.keep({ pipe: { text: 'was a file' } }));
    execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'pipe2')]);
    const done = await restore(target);
    expect(done.conflicts.map(({ path }) => path)).toEqual(['pipe', 'pipe2']);
    expect(lstatSync(join(root, 'pipe')).isFIFO()).toBe(true);
  });

  it('what the snapshot has left out', async () => {
    const { root, trees, hold, restore } = workspace({ big: { text: '1' }, d: { directory: { f: { text: '1' } } }, e: { text: '1' } });
    const target = hold(trees.keep({}), [
      { path: 'big', reason: 'too-large' },
      { path: 'd', reason: 'unreadable' },
    ]);
    const done = await restore(target);
    expect(pictureOf(root)).toEqual(['file 644 big 1', 'directory 755 d', 'file 644 d/f 1']);
    expect(done.conflicts.map(({ path }) => path)).toEqual(['big', 'd', 'd/f']);
  });

  it('what was ignored then, where the rules changed since', async () => {
    const { root, trees, hold, restore } = workspace({
      '.gitignore': { text: '\n' },
      results: { directory: { one: { text: '1' }, two: { text: '2' } } },
      'made-since': { text: 'x' },
    });
    const done = await restore(hold(trees.keep({ '.gitignore': { text: 'results/\n' } }), [], await rulesOf('results/\n')));
    expect(pictureOf(root)).toContain('file 644 results/one 1');
    expect(existsSync(join(root, 'made-since'))).toBe(false);
    const reason = 'it was ignored or excluded when the snapshot was taken';
    expect(done.conflicts).toEqual(['results', 'results/one', 'results/two'].map((path) => ({ path, reason })));
  });

  it('deletes what was made since under the same rules, .env too', async () => {
    const { root, trees, hold, restore } = workspace({ '.gitignore': { text: '.env\n' }, '.env': { text: 'K=1', mode: 0o600 } });
    expect((await restore(hold(trees.keep({ '.gitignore': { text: '.env\n' } }), [], await rulesOf('.env\n')))).isExact).toBe(true);
    expect(readdirSync(root)).toEqual(['.gitignore']);
  });

  it('brings a captured .env back, with its mode', async () => {
    const { root, trees, hold, restore } = workspace({ '.env': { text: 'broken' } });
    const target = hold(trees.keep({ '.env': { text: 'K=1', mode: 0o600, isSealed: true } }));
    expect((await restore(target)).isExact).toBe(true);
    expect(pictureOf(root)).toEqual(['file 600 .env K=1']);
  });

  it('one of two names that are one on the disk', async () => {
    const { trees, hold, restore } = workspace({ a: { text: 'here' } }, { isCaseSensitive: false });
    const done = await restore(hold(trees.keep({ a: { text: 'here' }, A: { text: 'other' } })));
    expect(done.conflicts).toEqual([{ path: 'A', reason: 'this file system does not tell its name from a' }]);
  });

  it('what has another name for the same file: a mode that comes back is of one name', async () => {
    const { base, root, trees, hold, restore } = workspace({ f: { text: 'x', mode: 0o755 } });
    execFileSync('ln', [join(root, 'f'), join(base, 'elsewhere')]);
    expect((await restore(hold(trees.keep({ f: { text: 'x', mode: 0o600 } })))).isExact).toBe(true);
    expect(lstatSync(join(base, 'elsewhere')).mode & 0o777).toBe(0o755);
    expect(lstatSync(join(root, 'f')).mode & 0o777).toBe(0o600);
  });
});

describe('when the disk or the store fails', () => {
  const before: Plan = { a: { text: '1' }, b: { text: '1' }, gone: { text: '1' }, d: { directory: { x: { text: '1' } } } };
  const after: Plan = { a: { text: '22' }, b: { text: '22' }, n: { directory: { c: { text: '22' } } }, d: { link: 'a' } };

  it.each(['ENOSPC', 'EACCES', 'EIO', 'EROFS'])('with %s at any call: nothing torn, each path told, undo brings all back', async (code) => {
    let failed = true;
    let at = 0;
    for (; failed && at < 300; at += 1) {
      failed = false;
      let isArmed = true;
      const calls = callsWith((_, made) => {
        if (!isArmed || made !== at) return;
        failed = true;
        throw failing(code);
      });
      const { base, root, trees, hold, restore, undo, journal } = workspace(before, { calls });
      const had = pictureOf(root);
      const target = hold(trees.keep(after));
      const wanted = await pictureOfTree(trees, target.root);
      const done = await restore(target);
      isArmed = false;
      // A close that fails has closed: then all is done, and one path is named all the same.
      if (done.isExact) expect(pictureOf(root)).toEqual(wanted);
      else expect(done.conflicts).not.toEqual([]);
      for (const line of pictureOf(root)) {
        // A directory may not have its mode yet.
        const plain = line.replace(/^directory \d+/, 'directory');
        if (!line.includes('.snap-')) expect([...had, ...wanted].map((one) => one.replace(/^directory \d+/, 'directory'))).toContain(plain);
      }
      expect(journal.map(({ kind }) => kind)).toEqual(['begin', 'end']);
      // No snapshot holds what a failed restore was writing, so undoing leaves it.
      for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) if (name.includes('.snap-')) rmSync(join(root, name));
      await undo(done);
      expect(pictureOf(root), `${code} at ${at}`).toEqual(had);
      rmSync(base, { recursive: true, force: true });
    }
    expect(at).toBeGreaterThan(40);
    expect(failed).toBe(false);
  });

  it('a full disk ends it before anything is deleted that need not be', async () => {
    const calls = callsWith((name) => {
      if (name === 'write') throw failing('ENOSPC');
    });
    const { root, trees, hold, restore, journal } = workspace({ a: { text: '1' }, gone: { text: '1' } }, { calls });
    const done = await restore(hold(trees.keep({ a: { text: '2' }, b: { text: '2' } })));
    expect(pictureOf(root)).toEqual(['file 644 a 1', 'file 644 gone 1']);
    expect(done.conflicts).toEqual([
      { path: 'a', reason: 'the disk is full' },
      { path: 'b', reason: 'not done: the disk is full' },
      { path: 'gone', reason: 'not done: the disk is full' },
    ]);
    expect(journal.at(-1)?.outcome).toBe('stopped');
  });

  it('a short write goes on', async () => {
    const calls: WorkspaceCalls = {
      ...nodeWorkspaceCalls,
      write: (fd, bytes, at) => nodeWorkspaceCalls.write(fd, bytes.subarray(0, 3), at),
    };
    const { root, trees, hold, restore } = workspace({}, { calls });
    expect((await restore(hold(trees.keep({ a: { text: '0123456789' } })))).isExact).toBe(true);
    expect(pictureOf(root)).toEqual(['file 644 a 0123456789']);
  });

  it('bit rot costs the one file, in the target as in the safety snapshot', async () => {
    const { root, trees, hold, restore } = workspace({ a: { text: '1' }, b: { text: 'mine' } });
    const target = hold(trees.keep({ a: { text: 'rotten' }, b: { text: '2' }, c: { text: '2' } }));
    const lose = (text: string) => {
      for (const [id, { bytes }] of trees.objects) if (Buffer.from(bytes).toString() === text) trees.objects.delete(id);
    };
    lose('rotten');
    const done = await restore(target);
    expect(done.conflicts.map(({ path }) => path)).toEqual(['a']);
    expect(pictureOf(root)).toEqual(['file 644 a 1', 'file 644 b 2', 'file 644 c 2']);
  });

  it('stops when it is cancelled, and says what was not done', async () => {
    const { root, trees, hold, restore } = workspace({ a: { text: '1' } });
    const controller = new AbortController();
    const target = hold(trees.keep({ a: { text: '2' } }));
    controller.abort();
    await expect(restore(target, { signal: controller.signal })).rejects.toThrow();
    expect(pictureOf(root)).toEqual(['file 644 a 1']);
  });

  // Root is let in everywhere: there another user does it, and the test is skipped where the platform knows none.
  it.skipIf(process.getuid === undefined)('files and directories that are closed: what can be put back is', async () => {
    const { base, root, trees, hold, restore } = workspace({
      closed: { directory: { f: { text: '1' } } },
      'read-only': { text: '1', mode: 0o444 },
      opened: { mode: 0o755, directory: { f: { text: '1' } } },
    });
    const target = hold(
      trees.keep({
        closed: { mode: 0o555, directory: { f: { text: '2' } } },
        'read-only': { text: '2', mode: 0o444 },
        opened: { mode: 0o555, directory: { f: { text: '2' }, g: { text: '2' } } },
        made: { mode: 0o555, directory: { f: { text: '2', mode: 0o400 } } },
      }),
    );
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534', base]);
    chmodSync(join(root, 'closed'), 0o555);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const done = await restore(target).finally(() => {
      if (isRoot) process.seteuid?.(0);
    });
    expect(done.conflicts).toEqual([{ path: 'closed/f', reason: 'permission denied' }]);
    expect(pictureOf(root)).toEqual([
      'directory 555 closed',
      'file 644 closed/f 1',
      'directory 555 made',
      'file 400 made/f 2',
      'directory 555 opened',
      'file 644 opened/f 2',
      'file 644 opened/g 2',
      'file 444 read-only 2',
    ]);
  });

  it('is not exact when someone writes while it works', async () => {
    const cell: { again?: () => { readonly root: ReturnType<typeof trees.keep> } } = {};
    const { root, trees, hold, restore } = workspace(
      { a: { text: '1' } },
      { parts: { lookAgain: async () => cell.again?.() ?? { root: trees.keep({}) } } },
    );
    cell.again = () => {
      writeFileSync(join(root, 'b'), 'theirs');
      return { root: trees.keepDirectory(root) };
    };
    const done = await restore(hold(trees.keep({ a: { text: '2' } })));
    expect(done).toMatchObject({
      isExact: false,
      conflicts: [{ path: 'b', reason: 'it is in no snapshot: it was ignored until now, or is new' }],
    });
  });

  it('says what it did although the journal cannot say that it ended', async () => {
    const full = new SnapError('io', 'full');
    const { root, trees, hold, restore } = workspace({ a: { text: '1' } }, { parts: { end: () => Promise.reject(full) } });
    expect((await restore(hold(trees.keep({ a: { text: '2' } })))).written).toEqual(['a']);
    expect(pictureOf(root)).toEqual(['file 644 a 2']);
  });
});
