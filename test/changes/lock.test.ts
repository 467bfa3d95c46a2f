import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import type { ProcessRun } from '../../src/system/index.ts';
import { nodeFileCalls, type FileCalls } from '../../src/system/writable.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { addLine } from '../support/file-changes.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

let editor: ReturnType<typeof bundledProgram>;
let holder: ReturnType<typeof bundledProgram>;
beforeAll(() => {
  editor = bundledProgram('edit-program');
  holder = bundledProgram('hold-lock-program');
});
afterAll(() => {
  editor.remove();
  holder.remove();
});

const options = { command: 'mcp add' };
const locks = (home: TemporaryHome) => readdirSync(home.system.own.runtime);

function start(home: TemporaryHome, program: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function exitCode(child: ChildProcess): Promise<unknown> {
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}

/** A process that holds the locks when this answers. */
async function heldBy(home: TemporaryHome, ...paths: readonly string[]): Promise<ChildProcess> {
  const child = start(home, holder.path, ...paths);
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

/** A lock of an owner of our choice, left in place. */
async function leftBy(home: TemporaryHome, run: ProcessRun, path: string): Promise<void> {
  const unlink: FileCalls['unlink'] = (file) => {
    if (!file.endsWith('.lock')) nodeFileCalls.unlink(file);
  };
  await home.run({ run, calls: { ...nodeFileCalls, unlink } }).withLocks([path], async () => {});
}

it('leaves nothing in the directory of the locks when the disk is full', async () => {
  const home = temporaryHome();
  const write = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  };
  await expect(home.run({ calls: { ...nodeFileCalls, write } }).withLocks([home.at('a')], async () => 1)).rejects.toThrow(/full/);
  expect(locks(home)).toEqual([]);
});

describe('a lock', () => {
  it('of a living process is respected: waited for, then named in a refusal', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const child = await heldBy(home, path);
    await expect(apply(home.run({ patienceMs: 20 }), [addLine(path, 'two')], options)).rejects.toMatchObject({
      code: 'refused',
      message: `~/a.json: process ${child.pid} has kept it locked for too long.`,
    });
    expect(home.text('a.json')).toBe('one\n');

    const waiting = apply(home.run(), [addLine(path, 'two')], options);
    child.stdin?.end();
    await waiting;
    expect(home.text('a.json')).toBe('one\ntwo\n');
    expect(locks(home)).toEqual([]);
  });

  it('of a killed process is taken over at once', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const child = await heldBy(home, path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(locks(home)).toHaveLength(1);
    await apply(home.run({ patienceMs: 0 }), [addLine(path, 'two')], options);
    expect(home.text('a.json')).toBe('one\ntwo\n');
    expect(locks(home)).toEqual([]);
  });

  it('of a killed process is cleared away by a run that came for another file', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    home.put('.a.json.snap-mcp.tmp', 'half');
    const child = await heldBy(home, path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await apply(home.run(), [addLine(home.at('b.json'), 'two')], options);
    expect(locks(home)).toEqual([]);
    expect(home.tree()).toEqual(['a.json', 'b.json']);
  });

  it('is one lock under every name of the file', async () => {
    const home = temporaryHome();
    const path = home.put('real/a.json', 'one\n');
    symlinkSync('real', home.at('short'));
    symlinkSync('short/a.json', home.at('link'));
    await heldBy(home, path);
    for (const name of ['link', 'short/a.json', 'real/../short/a.json']) {
      await expect(apply(home.run({ patienceMs: 0 }), [addLine(home.at(name), 'two')], options)).rejects.toMatchObject({ code: 'refused' });
    }
  });

  const living = (home: TemporaryHome) => home.run().run;
  it.each([
    ['from before a restart of the machine', (home: TemporaryHome) => ({ ...living(home), boot: 'another' })],
    ['whose number now belongs to another process', (home: TemporaryHome) => ({ ...living(home), start: '1' })],
  ])('of an owner %s is taken over', async (_, run) => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    await leftBy(home, run(home), path);
    expect(locks(home)).toHaveLength(1);
    await apply(home.run({ patienceMs: 0 }), [addLine(path, 'two')], options);
    expect(locks(home)).toEqual([]);
  });

  it('of an owner in another container that may live is left alone', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    await leftBy(home, { ...living(home), space: 'pid:[1]' }, path);
    await expect(apply(home.run({ patienceMs: 0 }), [addLine(path, 'two')], options)).rejects.toMatchObject({ code: 'refused' });
  });

  // In a container nothing is seen of the others.
  it.skipIf(!seesAllProcesses())('of an owner in another container that is gone is taken over', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    await leftBy(home, { ...living(home), pid: 4_194_304, space: 'pid:[1]' }, path);
    await apply(home.run({ patienceMs: 0 }), [addLine(path, 'two')], options);
    expect(locks(home)).toEqual([]);
  });

  it('that a power cut emptied is taken over', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    await leftBy(home, living(home), path);
    const [name = ''] = locks(home);
    writeFileSync(join(home.system.own.runtime, name), '');
    await apply(home.run({ patienceMs: 0 }), [addLine(path, 'two')], options);
    expect(locks(home)).toEqual([]);
  });

  it('is not taken from whoever took it over first', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    await leftBy(home, { ...living(home), boot: 'another' }, path);
    // The slower one has found the dead owner when the quicker one, in one step, puts its own lock in its place.
    let isTaken = false;
    const link: FileCalls['link'] = (existing, to) => {
      if (to.endsWith('.takeover') && !isTaken) {
        isTaken = true;
        const lock = to.slice(0, to.indexOf('.lock') + '.lock'.length);
        writeFileSync(`${lock}.new`, JSON.stringify({ run: living(home), nonce: 'quicker', target: path }));
        renameSync(`${lock}.new`, lock);
      }
      nodeFileCalls.link(existing, to);
    };
    const slower = home.run({ patienceMs: 20, calls: { ...nodeFileCalls, link } });
    await expect(slower.withLocks([path], async () => {})).rejects.toMatchObject({ code: 'refused' });
    expect(isTaken).toBe(true);
    expect(locks(home)).toHaveLength(1);
    expect(readFileSync(join(home.system.own.runtime, locks(home)[0] ?? ''), 'utf8')).toContain('quicker');
  });

  it('is had by one at a time in one process too, and several are taken in one order', async () => {
    const home = temporaryHome();
    const [one, other] = [home.put('a', ''), home.put('b', '')];
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await Promise.resolve();
      inside -= 1;
    };
    await Promise.all([...Array(8).keys()].map((i) => home.run().withLocks(i % 2 === 0 ? [one, other] : [other, one], work)));
    expect(locks(home)).toEqual([]);
  });
});

describe("the client's own lock", () => {
  const locked = (path: string) => [addLine(path, 'two', { foreignLock: true })];

  it('is held while the file is written, as the client would see it, and gone afterwards', async () => {
    const home = temporaryHome();
    const path = home.put('cline.json', 'one\n');
    let seen: readonly string[] = [];
    const rename: FileCalls['rename'] = (from, to) => {
      if (to === path) seen = readdirSync(`${path}.lock`);
      nodeFileCalls.rename(from, to);
    };
    await apply(home.run({ calls: { ...nodeFileCalls, rename } }), locked(path), options);
    expect(seen).toEqual(['owner.snap-mcp']);
    expect(home.tree()).toEqual(['cline.json']);
    expect(home.text('cline.json')).toBe('one\ntwo\n');
  });

  it.each(['empty', 'with an owner'])('is waited for, never taken (%s)', async (kind) => {
    const home = temporaryHome();
    const path = home.put('cline.json', 'one\n');
    mkdirSync(`${path}.lock`);
    if (kind !== 'empty') writeFileSync(`${path}.lock/owner.1`, '');
    await expect(apply(home.run({ patienceMs: 20 }), locked(path), options)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('~/cline.json'),
    });
    expect(home.tree().filter((name) => name.endsWith('/'))).toEqual(['cline.json.lock/']);

    const waiting = apply(home.run(), locked(path), options);
    if (kind !== 'empty') unlinkSync(`${path}.lock/owner.1`);
    rmdirSync(`${path}.lock`);
    await waiting;
    expect(home.tree()).toEqual(['cline.json']);
  });

  it('is not needed where the client has no directory yet', async () => {
    const home = temporaryHome();
    await apply(home.run(), locked(home.at('cline/settings/cline.json')), options);
    expect(home.tree()).toEqual(['cline/', 'cline/settings/', 'cline/settings/cline.json']);
  });
});

describe('many writers at once', () => {
  it('16 processes lose none of the lines that they add to one file', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'first\n');
    const rounds = 3;
    const lines = (writer: number) => [...Array(rounds).keys()].map((round) => `w${writer}r${round}`);
    const codes = await Promise.all(
      [...Array(16).keys()].map((writer) => exitCode(start(home, editor.path, lines(writer).join(','), path))),
    );
    expect(codes).toEqual(Array(16).fill(0));
    const wanted = [...Array(16).keys()].flatMap(lines);
    expect(home.text('a.json').trimEnd().split('\n').sort()).toEqual(['first', ...wanted].sort());
    expect(locks(home)).toEqual([]);
    expect(home.tree()).toEqual(['a.json']);
  });

  it('4 processes over two files in opposite orders neither wait for each other for ever nor lose a line', async () => {
    const home = temporaryHome();
    const [one, other] = [home.put('a', ''), home.put('b', '')];
    const children = [...Array(4).keys()].map((i) =>
      start(home, editor.path, `x${i},y${i}`, ...(i % 2 === 0 ? [one, other] : [other, one])),
    );
    expect(await Promise.all(children.map(exitCode))).toEqual([0, 0, 0, 0]);
    for (const name of ['a', 'b']) expect(home.text(name).trimEnd().split('\n')).toHaveLength(8);
  });

  it('a program that knows no lock loses nothing to us, and we nothing to it that we do not notice', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', '');
    // It writes between our reading and our rename, a few times.
    let theirs = 0;
    const fsync: FileCalls['fsync'] = (fd) => {
      nodeFileCalls.fsync(fd);
      if (theirs < 3 && home.tree().includes('.a.json.snap-mcp.tmp')) writeFileSync(path, `${home.text('a.json')}theirs ${++theirs}\n`);
    };
    const { outcomes } = await apply(home.run({ calls: { ...nodeFileCalls, fsync } }), [addLine(path, 'ours')], options);
    expect(outcomes).toMatchObject([{ kind: 'written' }]);
    expect(home.text('a.json')).toBe('theirs 1\ntheirs 2\ntheirs 3\nours\n');
  });

  it('a file that never rests is refused in the end, as it is', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', '');
    let theirs = 0;
    const fsync: FileCalls['fsync'] = (fd) => {
      nodeFileCalls.fsync(fd);
      if (home.tree().includes('.a.json.snap-mcp.tmp')) writeFileSync(path, `theirs ${++theirs}\n`);
    };
    await expect(apply(home.run({ calls: { ...nodeFileCalls, fsync } }), [addLine(path, 'ours')], options)).rejects.toMatchObject({
      code: 'changed',
    });
    expect(home.text('a.json')).toBe(`theirs ${theirs}\n`);
    expect(home.tree()).toEqual(['a.json']);
  });
});

/** Whether this is the first pid namespace of the machine, in which the processes of all containers are seen. */
function seesAllProcesses(): boolean {
  return process.platform === 'linux' && readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]' && existsSync('/proc/1/status');
}
