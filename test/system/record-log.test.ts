import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync, appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordLog } from '../../src/system/index.ts';
import { nodeFileCalls, type FileCalls, type WritableOptions } from '../../src/system/writable.ts';
import { Crash, crashingCalls, failingCalls } from '../support/faulty-calls.ts';
import { memorySystem } from '../support/memory-system.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

const at = (home: TemporaryHome) => home.at('.snap-mcp', 'data', 'k', 'log.jsonl');
const lockOf = (home: TemporaryHome) => home.at('.snap-mcp', 'data', 'k', 'store');
const logIn = (home: TemporaryHome, options?: WritableOptions): RecordLog => home.run(options).log(at(home), lockOf(home));
const content = (home: TemporaryHome) => readFileSync(at(home), 'utf8');

describe('a record log', () => {
  it('touches nothing before it is used', async () => {
    const home = temporaryHome();
    const log = logIn(home);
    expect(await log.read()).toEqual({ lines: [], isTorn: false, exists: false });
    expect(home.tree()).toEqual([]);
  });

  it('adds lines, private to the user, and leaves no lock', async () => {
    const home = temporaryHome();
    const log = logIn(home);
    await log.append(['one', 'two']);
    await log.append(['three']);
    expect(content(home)).toBe('one\ntwo\nthree\n');
    expect(statSync(at(home)).mode & 0o777).toBe(0o600);
    expect(statSync(home.at('.snap-mcp', 'data', 'k')).mode & 0o777).toBe(0o700);
    expect(await log.read()).toEqual({ lines: ['one', 'two', 'three'], isTorn: false, exists: true });
    expect(home.ownTree().filter((name) => name.startsWith('runtime/') && name !== 'runtime/')).toEqual([]);
  });

  it('is readable by others where it is not below our own directories, and then makes none', async () => {
    const home = temporaryHome();
    home.put('p/.snap/README.md', '');
    const path = home.at('p', '.snap', 'learnings.jsonl');
    await home.run().log(path, lockOf(home)).append(['one']);
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
    await expect(home.run().log(home.at('q', 'x.jsonl'), lockOf(home)).append(['one'])).rejects.toMatchObject({ code: 'io' });
  });

  it('lets records that wait together share one fsync, and keeps their order', async () => {
    const home = temporaryHome();
    let fsyncs = 0;
    const fsyncLater: FileCalls['fsyncLater'] = (fd) => {
      fsyncs += 1;
      return nodeFileCalls.fsyncLater(fd);
    };
    const log = logIn(home, { calls: { ...nodeFileCalls, fsyncLater } });
    const names = Array.from({ length: 50 }, (_, i) => `record ${i}`);
    await Promise.all(names.map((name) => log.append([name])));
    expect((await log.read()).lines).toEqual(names);
    expect(fsyncs).toBeLessThanOrEqual(2);
  });

  it('answers only when the fsync is done, and without the lock', async () => {
    const home = temporaryHome();
    let finish = (): void => {};
    const asked = new Promise<void>((started) => {
      const fsyncLater: FileCalls['fsyncLater'] = () =>
        new Promise((done) => {
          finish = done;
          started();
        });
      const log = logIn(home, { calls: { ...nodeFileCalls, fsyncLater } });
      void log.append(['slow']).then(() => (answered = true));
    });
    let answered = false;
    await asked;
    await logIn(home, { patienceMs: 0 }).append(['quick']);
    expect(answered).toBe(false);
    finish();
    await expect.poll(() => answered).toBe(true);
    expect(content(home)).toBe('slow\nquick\n');
  });

  it('ends a line that a dead writer left torn', async () => {
    const home = temporaryHome();
    home.put('.snap-mcp/data/k/log.jsonl', 'one\n{"v":1,"ha');
    const log = logIn(home);
    expect(await log.read()).toEqual({ lines: ['one'], isTorn: true, exists: true });
    await log.append(['two']);
    expect(await log.read()).toEqual({ lines: ['one', '{"v":1,"ha', 'two'], isTorn: false, exists: true });
  });

  it('refuses a record with a line break, which would be two', async () => {
    await expect(logIn(temporaryHome()).append(['a\nb'])).rejects.toThrow('line break');
  });

  it('writes nothing when the store has moved', async () => {
    const home = temporaryHome();
    const log = home.run().log(at(home), lockOf(home), async () => false);
    await expect(log.append(['one'])).rejects.toMatchObject({ code: 'changed' });
    expect((await log.read()).exists).toBe(false);
  });

  it('has a lock that is the same wherever the process was started', () => {
    const home = temporaryHome();
    expect(() => home.run().log(at(home), `store:${home.path}`)).toThrow(/whole path/);
  });

  it('uses the lock that its caller holds already', async () => {
    const home = temporaryHome();
    await home.run({ patienceMs: 0 }).withLocks([lockOf(home)], async (inner) => {
      await inner.log(at(home), lockOf(home)).append(['inside']);
      await expect(logIn(home, { patienceMs: 0 }).append(['outside'])).rejects.toMatchObject({ code: 'refused' });
    });
    expect(content(home)).toBe('inside\n');
  });
});

describe('a link or what is no file', () => {
  it.each(['append', 'read', 'rewrite'] as const)('is refused by %s', async (what) => {
    const home = temporaryHome();
    const aim = home.put('aim.txt', 'mine\n');
    mkdirSync(home.at('.snap-mcp', 'data', 'k'), { recursive: true });
    symlinkSync(aim, at(home));
    const log = logIn(home);
    const work = { append: () => log.append(['x']), read: () => log.read(), rewrite: () => log.rewrite(() => ['x']) }[what];
    await expect(work()).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('symbolic link') });
    expect(home.text('aim.txt')).toBe('mine\n');
  });

  it('is refused where the directory is a link, and where a directory has the name', async () => {
    const home = temporaryHome();
    home.put('elsewhere/log.jsonl', '');
    mkdirSync(home.at('.snap-mcp', 'data', 'd', 'log.jsonl'), { recursive: true });
    symlinkSync(home.at('elsewhere'), home.at('.snap-mcp', 'data', 'k'));
    await expect(logIn(home).append(['x'])).rejects.toMatchObject({ code: 'refused' });
    await expect(
      home
        .run()
        .log(home.at('.snap-mcp', 'data', 'd', 'log.jsonl'), lockOf(home))
        .append(['x']),
    ).rejects.toMatchObject({
      code: 'refused',
    });
    expect(home.text('elsewhere/log.jsonl')).toBe('');
  });
});

describe('reading again', () => {
  it('reads only what was added', async () => {
    const home = temporaryHome();
    let bytes = 0;
    const read: FileCalls['read'] = (fd, into, position) => {
      const taken = nodeFileCalls.read(fd, into, position);
      bytes += taken;
      return taken;
    };
    const log = logIn(home, { calls: { ...nodeFileCalls, read } });
    await log.append(Array.from({ length: 1_000 }, (_, i) => `record ${i} ${'x'.repeat(100)}`));
    const first = (await log.read()).lines;
    bytes = 0;
    await logIn(home).append(['one more']);
    const again = await log.read();
    expect(again.lines).toBe(first);
    expect(again.lines.at(-1)).toBe('one more');
    expect(bytes).toBeLessThan(1_000);
    bytes = 0;
    await log.read();
    expect(bytes).toBe(0);
  });

  it.each<[string, (path: string) => void, readonly string[]]>([
    ['was replaced', (path) => (writeFileSync(`${path}.new`, 'other\nthings\n'), renameSync(`${path}.new`, path)), ['other', 'things']],
    ['became shorter', (path) => writeFileSync(path, 'a\n'), ['a']],
    ['has other content of the same length', (path) => writeFileSync(path, 'one\n222\n'), ['one', '222']],
    ['was edited and is longer', (path) => writeFileSync(path, 'ONE!\ntwo\nthree\n'), ['ONE!', 'two', 'three']],
    ['was only added to', (path) => appendFileSync(path, 'three\nfou'), ['one', 'two', 'three']],
  ])('sees a file that %s as it is', async (_, change, lines) => {
    const home = temporaryHome();
    const log = logIn(home);
    await log.append(['one', 'two']);
    await log.read();
    change(at(home));
    expect((await log.read()).lines).toEqual(lines);
  });

  it('refuses a file beyond its bound', async () => {
    const home = temporaryHome();
    home.put('.snap-mcp/data/k/log.jsonl', '');
    const fstat: FileCalls['fstat'] = (fd) => Object.assign(nodeFileCalls.fstat(fd), { size: 65 * 1024 * 1024 });
    await expect(logIn(home, { calls: { ...nodeFileCalls, fstat } }).read()).rejects.toMatchObject({ code: 'refused' });
  });

  it('agrees with the whole file after any sequence of changes', async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('append' as const), lines: fc.array(fc.stringMatching(/^[a-zé]{0,8}$/), { maxLength: 4 }) }),
      fc.record({ what: fc.constant('rewrite' as const), lines: fc.array(fc.stringMatching(/^[a-z]{0,4}$/), { maxLength: 6 }) }),
      fc.record({ what: fc.constant('read' as const), lines: fc.constant([]) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const home = temporaryHome({ inMemory: true });
        const [writer, reader] = [logIn(home), logIn(home)];
        const model = memorySystem().log('/x', '/x');
        for (const { lines, what } of steps) {
          if (what === 'append') await Promise.all([writer.append(lines), lines.length === 0 ? undefined : model.append(lines)]);
          else if (what === 'rewrite') await Promise.all([writer.rewrite(() => lines), model.rewrite(() => lines)]);
          else expect((await reader.read()).lines).toEqual((await model.read()).lines);
        }
        expect((await reader.read()).lines).toEqual((await model.read()).lines);
      }),
      { numRuns: 60 },
    );
  });
});

describe('rewriting', () => {
  it('replaces the whole content, keeps the mode, and bytes that are no text', async () => {
    const home = temporaryHome();
    home.put('.snap-mcp/data/k/log.jsonl', Buffer.concat([Buffer.from('one\n'), Buffer.from([0xff, 0xfe, 0x41]), Buffer.from('\nthree')]));
    chmodSync(at(home), 0o640);
    expect(await logIn(home).rewrite((lines) => [...lines.filter((line) => line !== 'one'), 'four'])).toBe(true);
    expect(readFileSync(at(home)).toString('latin1')).toBe('\xff\xfeA\nthree\nfour\n');
    expect(statSync(at(home)).mode & 0o777).toBe(0o640);
  });

  it('leaves the file alone when there is nothing to change', async () => {
    const home = temporaryHome();
    await logIn(home).append(['one']);
    const { ino } = statSync(at(home));
    expect(await logIn(home).rewrite(() => undefined)).toBe(false);
    expect(statSync(at(home)).ino).toBe(ino);
  });
});

/** Every call that can be counted, each the one that fails. */
async function atEveryCall(count: number, probe: (n: number) => Promise<void>): Promise<void> {
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(80);
  for (let n = 1; n <= count; n += 1) await probe(n);
}

describe.each(['ENOSPC', 'EIO'])('a disk that answers %s', (code) => {
  it.each(['first', 'later'])('at any call of an append loses nothing and leaves no half line: %s append', async (which) => {
    const before = which === 'first' ? '' : 'one\n';
    const prepared = () => {
      const home = temporaryHome({ inMemory: true });
      if (before !== '') home.put('.snap-mcp/data/k/log.jsonl', before);
      return home;
    };
    const { calls, made } = failingCalls(0, code);
    await logIn(prepared(), { calls }).append(['new']);
    await atEveryCall(made.length, async (n) => {
      const home = prepared();
      const answer = await logIn(home, { calls: failingCalls(n, code).calls })
        .append(['new'])
        .then(
          () => 'done',
          (error: unknown) => error,
        );
      const { lines } = await logIn(home).read();
      const old = before === '' ? [] : ['one'];
      if (answer === 'done') expect(lines).toEqual([...old, 'new']);
      else {
        expect(answer).toMatchObject({ name: 'SnapError', message: expect.stringMatching(/^~\/.*\.$/) });
        expect(lines).toEqual(old);
      }
      await logIn(home, { patienceMs: 0 }).append(['after']);
      expect((await logIn(home).read()).lines.at(-1)).toBe('after');
    });
  });

  it('at any call of a rewrite leaves the old or the new', async () => {
    const prepared = () => {
      const home = temporaryHome({ inMemory: true });
      home.put('.snap-mcp/data/k/log.jsonl', 'one\ntwo\n');
      return home;
    };
    const { calls, made } = failingCalls(0, code);
    await logIn(prepared(), { calls }).rewrite(() => ['new']);
    await atEveryCall(made.length, async (n) => {
      const home = prepared();
      await logIn(home, { calls: failingCalls(n, code).calls })
        .rewrite(() => ['new'])
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'SnapError' }));
      expect(['one\ntwo\n', 'new\n']).toContain(content(home));
    });
  });
});

it('takes back a write that the disk took only a part of, and says that it is full', async () => {
  const home = temporaryHome();
  await logIn(home).append(['one']);
  const write: FileCalls['write'] = (fd, bytes, position) =>
    Buffer.from(bytes).toString().includes('two')
      ? nodeFileCalls.write(fd, bytes.subarray(0, 2), position)
      : nodeFileCalls.write(fd, bytes, position);
  const log = logIn(home, { calls: { ...nodeFileCalls, write } });
  const answers = await Promise.allSettled([log.append(['two']), log.append(['three'])]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: 'io', message: '~/.snap-mcp/data/k/log.jsonl: could not be written: the disk is full.' } },
    { status: 'fulfilled' },
  ]);
  expect(content(home)).toBe('one\nthree\n');
});

it('is killed at any call: no line of before is lost, no line is half but the last', async () => {
  const counting = crashingCalls(0);
  const first = temporaryHome({ inMemory: true });
  first.put('.snap-mcp/data/k/log.jsonl', 'one\n');
  await logIn(first, { calls: counting.calls }).append(['new']);
  for (let n = 1; n <= counting.made.length; n += 1) {
    const home = temporaryHome({ inMemory: true });
    home.put('.snap-mcp/data/k/log.jsonl', 'one\n');
    const dead = { ...home.run().run, pid: 0 };
    const log = logIn(home, { calls: crashingCalls(n).calls, run: dead });
    const done = await log.append(['new']).then(
      () => true,
      (error: unknown) => {
        const isCrash = error instanceof Crash || (error instanceof Error && error.cause instanceof Crash);
        expect(isCrash || error instanceof Error).toBe(true);
        return false;
      },
    );
    // Its lock may be left; it is a dead owner's.
    await logIn(home, { patienceMs: 0 }).append(['after']);
    const { lines } = await logIn(home).read();
    expect(lines.filter((line) => line !== 'new')).toEqual(['one', 'after']);
    if (done) expect(lines).toContain('new');
  }
});

it('two names of one file are two files to nobody', async () => {
  const home = temporaryHome();
  await logIn(home).append(['one']);
  linkSync(at(home), home.at('other'));
  await logIn(home).append(['two']);
  expect(home.text('other')).toBe('one\ntwo\n');
});
