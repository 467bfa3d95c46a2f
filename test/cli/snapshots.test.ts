import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../src/snapshots/disk.ts';
import { openJournal } from '../../src/snapshots/store/journal.ts';
import { recordsOf } from '../../src/snapshots/store/records.ts';
import { type Home, makeHome, type Ran } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

// The commands as a person and a script meet them: the built program on a real project.

let home: Home;
const at = (path: string): string => join(home.project, path);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const snap = (...args: readonly string[]): Promise<Ran> => home.run(['snapshot', ...args]);

async function fine(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await snap(...args);
  expect(code, `${args.join(' ')}: ${out}${err}`).toBe(0);
  return out;
}

beforeEach(() => {
  home = makeHome();
  rmSync(at('.git'), { recursive: true });
  mkdirSync(at('src/deep'), { recursive: true });
  writeFileSync(at('package.json'), '{ "name": "shop" }\n');
  writeFileSync(at('.gitignore'), '.env\nbuild/\n');
  writeFileSync(at('.env'), 'PASSWORD=correct-horse\n');
  writeFileSync(at('src/login.ts'), 'one\ntwo\nthree\n');
  writeFileSync(at('src/cart.ts'), 'cart\r\n');
  writeFileSync(at('src/deep/run.sh'), '#!/bin/sh\n');
  chmodSync(at('src/deep/run.sh'), 0o755);
  execFileSync('git', ['init', '--quiet'], { cwd: home.project, env: { PATH: process.env['PATH'] ?? '', HOME: home.path } });
});
afterEach(() => home.remove());

/** What an assistant may do in an hour. */
function wreck(): void {
  writeFileSync(at('src/login.ts'), 'one\n2\nthree\n');
  renameSync(at('src/cart.ts'), at('src/basket.ts'));
  rmSync(at('src/deep'), { recursive: true });
  writeFileSync(at('.env'), 'PASSWORD=changed-by-mistake\n');
  writeFileSync(at('new.bin'), Buffer.from([0, 1, 2]));
}

/** Of names, modes and bytes; git's own directory left out. */
function checksum(): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(home.project, { recursive: true, encoding: 'utf8' }).sort()) {
    if (entry === '.git' || entry.startsWith('.git/')) continue;
    const stats = statSync(at(entry));
    hash.update(`${entry}\0${stats.mode}\0`).update(stats.isFile() ? readFileSync(at(entry)) : '');
  }
  return hash.digest('hex');
}

describe('an hour of an assistant', () => {
  it('is shown, taken back in part and whole, and that is taken back too', async () => {
    const before = checksum();
    expect(await fine('create', '-m', 'before the upgrade')).toMatch(/snap_1_[0-9a-f]{6}: 6 files/);
    expect(await fine('create')).toMatch(/Nothing has changed since snap_1_/);
    wreck();
    const wrecked = checksum();

    const patch = await fine('diff', '1');
    expect(patch).toContain('-two\n+2\n');
    expect(patch).toMatch(/^# \.env: changed; its contents are not shown$/m);
    expect(patch).toMatch(/^# new\.bin/m);
    expect(patch).not.toMatch(/correct-horse|changed-by-mistake/);
    expect(await fine('diff', '1', '--', 'src/l*')).not.toContain('cart');

    await fine('restore', '1', '--yes', '--', '.env');
    expect(read('.env')).toBe('PASSWORD=correct-horse\n');
    expect(read('src/login.ts')).toContain('2');
    await fine('undo', '--yes');
    expect(checksum()).toBe(wrecked);

    expect(await fine('restore', '1', '--yes')).toMatch(/saved as snap_\d+_[0-9a-f]{6}; "snap snapshot undo"/);
    expect(checksum()).toBe(before);
    expect(await fine('restore', '1', '--yes')).toContain('All files are already as in snap_1_');
    await fine('undo', '--yes');
    expect(checksum()).toBe(wrecked);
    await fine('undo', '--yes');
    expect(checksum()).toBe(before);

    const { store, snapshots } = JSON.parse(await fine('list', '--json'));
    expect(store).toMatchObject({ snapshots: snapshots.length, interrupted: null });
    expect(snapshots.at(-1)).toMatchObject({ number: 1, kind: 'manual', message: 'before the upgrade', files: 6 });
    expect(snapshots[0]).toMatchObject({ kind: 'safety' });
    expect(await fine('verify')).toMatch(/0 damaged/);
  });

  it('is a patch that git takes back', async () => {
    await fine('create');
    writeFileSync(at('src/login.ts'), 'one\n2\nthree\n');
    rmSync(at('src/deep/run.sh'));
    writeFileSync(at('src/added.ts'), 'no line end');
    const patch = await fine('diff', '1');
    execFileSync('git', ['apply', '-R'], { cwd: home.project, input: patch, env: { PATH: process.env['PATH'] ?? '', HOME: home.path } });
    expect(await fine('restore', '1', '--yes')).toContain('All files are already as in');
  });

  it('in which a token was written down is shown masked, and the true patch is for one file', async () => {
    await fine('create');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    appendFileSync(at('src/login.ts'), `const token = '${token}';\n`);
    const { out, err } = await snap('diff', '1');
    expect(out).not.toContain(token);
    expect(err).toContain('--patch-file');
    const file = join(home.path, 'true.patch');
    await fine('diff', '1', '--patch-file', file);
    expect(readFileSync(file, 'utf8')).toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await snap('diff', '1', '--patch-file', file)).code).toBe(3);
  });
});

it('is counted as it was planned: directories that go or come with their files are no files', async () => {
  await fine('create');
  wreck();
  const { changes } = JSON.parse(await fine('restore', '1', '--dry-run', '--json'));
  const paths = changes.map(({ path }: { readonly path: string }) => path);
  expect(await fine('restore', '1', '--yes')).toMatch(/: 4 files restored, 2 deleted\.\n {2}M \.env [^]*\n {2}- new\.bin\n/);
  const { written, deleted } = JSON.parse(await fine('undo', '--yes', '--json'));
  expect(new Set([...written, ...deleted])).toEqual(new Set(paths));
});

it('is named by the status of the project, and by what was learned in the task', async () => {
  await home.run(['task', 'start', 'fix the login']);
  expect((await home.run(['status'])).out).toMatch(/^Snapshots {3}1, [^]*^ {2}\S*snapshots$/m);
  const { out } = await home.run(['task', 'end', '--learning', 'look at the proxy first']);
  const id = /learn_[0-9a-f]+/.exec(out)?.[0] ?? '';
  expect((await home.run(['learnings', 'show', id])).out).toMatch(/^ {2}in task_[0-9a-f]+, which started with snap_1_[0-9a-f]{6}$/m);
});

describe('a script', () => {
  it('gets the plan and no restore without --yes', async () => {
    await fine('create');
    wreck();
    const wrecked = checksum();
    const text = await snap('restore', '1');
    expect(text.code).toBe(1);
    expect(text.out).toMatch(/would change \d files? \(.*deleted\)/);
    const json = await snap('restore', '1', '--json');
    expect(json.code).toBe(1);
    expect(json.err).toBe('With --json snap does not ask, so nothing was changed. Add --yes.\n');
    expect(JSON.parse(json.out)).toMatchObject({ action: 'plan', safety: null, written: [] });
    expect((await snap('restore', '1', '--dry-run')).code).toBe(0);
    expect(checksum()).toBe(wrecked);
    expect(JSON.parse((await snap('list', '--json')).out).total).toBe(1);
  });

  it('is shown by --dry-run what a restore would do to the files as they are', async () => {
    await fine('create');
    wreck();
    const wrecked = checksum();
    const out = await fine('restore', '1', '--dry-run', '--', 'src');
    expect(out).toMatch(/from the current files \(-\) to snap_1_[0-9a-f]{6} \(\+\)/);
    expect(out).toContain('\n-2\n+two\n');
    const { patch, action } = JSON.parse(await fine('restore', '1', '--dry-run', '--json'));
    expect(action).toBe('plan');
    expect(patch).not.toContain('correct-horse');
    // What is shown is what happens.
    execFileSync('git', ['apply'], { cwd: home.project, input: patch, env: { PATH: process.env['PATH'] ?? '', HOME: home.path } });
    expect(read('src/login.ts')).toBe('one\ntwo\nthree\n');
    writeFileSync(at('src/login.ts'), 'one\n2\nthree\n');
    await fine('restore', '1', '--yes');
    const restored = checksum();
    const undo = await snap('undo');
    expect(undo.code).toBe(1);
    expect(undo.err).toContain('Not an interactive terminal');
    expect(await fine('undo', '--dry-run')).toContain('\n-two\n+2\n');
    expect(JSON.parse((await snap('undo', '--json')).out)).toMatchObject({ action: 'plan', safety: null });
    expect(checksum()).toBe(restored);
    expect(restored).not.toBe(wrecked);
  });

  it('gets nothing on standard output where nothing differs', async () => {
    await fine('create');
    expect(await snap('diff', '1')).toEqual({ code: 0, out: '', err: 'No differences.\n' });
  });

  it('is never paged or coloured', async () => {
    await fine('create');
    wreck();
    const { out } = await home.run(['snapshot', 'diff', '1'], { env: { PAGER: 'echo paged' } });
    expect(out).not.toContain('paged');
    expect(out).not.toContain('\u001B');
  });
});

describe('what a restore cannot do is named', () => {
  it('a path that the snapshot does not hold, with the near ones; the others are restored', async () => {
    await fine('create');
    wreck();
    const done = await snap('restore', '1', '--yes', '--', '.env', 'nosuch.txt', 'src/logn.ts', 'new.bin', '*.rs');
    expect(done.code).toBe(3);
    expect(read('.env')).toBe('PASSWORD=correct-horse\n');
    expect(done.err).toMatch(/does not hold "nosuch\.txt"\.\n/);
    expect(done.err).toMatch(/does not hold "src\/logn\.ts"\. Did you mean "src\/login\.ts"\?/);
    expect(done.err).toMatch(/does not hold "new\.bin", which exists now: restoring it means to delete it\./);
    expect(done.err).toMatch(/does not hold "\*\.rs"\.\n/);
    const none = await snap('restore', '1', '--yes', '--json', '--', 'nosuch.txt');
    expect(none.code).toBe(3);
    expect(JSON.parse(none.out)).toMatchObject({
      action: 'unchanged',
      missing: [{ path: 'nosuch.txt', isPresent: false, near: [] }],
    });
    // A dry run fails for nothing that it says.
    expect((await snap('restore', '1', '--dry-run', '--', 'nosuch.txt')).code).toBe(0);
    expect((await snap('restore', '1', '--yes', '--', 'src', '*.ts')).code).toBe(0);
  });

  it('what the snapshot had left out, a directory in one line', async () => {
    mkdirSync(at('.git/info'), { recursive: true });
    writeFileSync(at('.git/info/exclude'), 'data/\n');
    mkdirSync(at('data'));
    for (const name of ['p', 'q']) writeFileSync(at(`data/${name}`), name);
    await fine('create');
    writeFileSync(at('.git/info/exclude'), '');
    const nothing = await snap('restore', '1', '--yes');
    expect(nothing).toMatchObject({ code: 3, out: expect.stringContaining('Nothing can be restored from snap_1_') });
    expect(nothing.err).toMatch(/ data with 2 entries below it is left as it is: it was ignored or excluded when the/);
    wreck();
    const { code, out } = await snap('restore', '1', '--yes', '--json');
    expect(code).toBe(3);
    const done = JSON.parse(out);
    expect(done.isExact).toBe(false);
    expect(done.conflicts.map(({ path }: { readonly path: string }) => path)).toEqual(['data', 'data/p', 'data/q']);
    expect(read('src/login.ts')).toBe('one\ntwo\nthree\n');
  });
});

describe('what is wrong is said with what next', () => {
  it.each([
    [3, ['show', '99'], /"99" is not the id of a snapshot of this workspace\.[^]*snap snapshot list/],
    [3, ['restore', 'snap_7_aaaaaa', '--yes'], /is not the id of a snapshot of this workspace/],
    [2, ['show'], /The id of the snapshot is missing[^]*snap snapshot list/],
    [2, ['diff', '1', '--', '../x'], /not a path inside the project/],
    [2, ['diff', '1', 'src/login.ts'], /not the id of a snapshot[^]*snap snapshot diff 1 -- src/],
    [2, ['restore', '1', 'src/login.ts'], /"--" is missing before the paths[^]*snap snapshot restore 1 -- src\/login.ts/],
    [2, ['undo', '--finish', '--back'], /exclude each other/],
    [2, ['undo', '--finish', '--dry-run'], /exclude each other/],
    [3, ['undo'], /There is no restore to undo here/],
    [3, ['undo', '--back'], /No restore was interrupted/],
    [3, ['create', '--workspace', '/'], /./],
  ] as const)('%i: snap snapshot %j', async (code, args, says) => {
    await fine('create');
    const ran = await snap(...args);
    expect(ran.code, ran.out + ran.err).toBe(code);
    expect(ran.err).toMatch(says);
    expect(ran.err).toMatch(/\n {2}\S/);
  });

  it.skipIf(noTerminal !== undefined)('in lines that fit a narrow terminal', async () => {
    await fine('create');
    const ran = inTerminal(home, ['snapshot', 'diff', '1', '--', '../x'], { columns: 40 });
    expect(await ran.ended).toBe(2);
    expect(ran.shown.split(/\r?\n/).filter((line) => line.length > 40)).toEqual([]);
    expect(ran.shown).toMatch(/^ {2}Name files, [^\n]*\n {4}\S/m);
  });

  it.skipIf(noTerminal !== undefined)(
    'in a terminal without a size: a long line is cut around the change, and a script gets all of it',
    async () => {
      const minified = (value: string): string => `${'var a=1;'.repeat(2_000)}${value}${'var c=3;'.repeat(2_000)}`;
      writeFileSync(at('src/min.js'), minified('var b=2;'));
      await fine('create');
      writeFileSync(at('src/min.js'), minified('let b=4;'));
      const ran = inTerminal(home, ['snapshot', 'diff', '1'], { columns: 0, env: { PAGER: '' } });
      expect(await ran.ended).toBe(0);
      expect(ran.shown).toMatch(/\+\[16,\d{3} characters cut\]let b=4\[16,\d{3} characters cut\]/);
      expect(ran.shown).toContain(
        'A line is very long, so it is cut above and this text does not apply as a patch. "--patch-file <file>" writes',
      );
      expect((await fine('diff', '1')).split('\n').some((line) => line === `+${minified('let b=4;')}`)).toBe(true);
    },
  );

  it('of a snapshot whose list of files is damaged, which has no name', async () => {
    await fine('create');
    const { store } = JSON.parse(await fine('list', '--json'));
    const packs = readdirSync(join(store.directory, 'packs')).filter((name) => name.endsWith('.pk'));
    for (const pack of packs) {
      const path = join(store.directory, 'packs', pack);
      writeFileSync(path, readFileSync(path).fill(0, 64));
    }
    const { code, out } = await snap('verify');
    expect(code).toBe(1);
    expect(out).toMatch(/snap_1_[0-9a-f]{6}: its list of files is damaged, so none of it can be restored\./);
  });

  it('but a number is never the beginning of another', async () => {
    for (let i = 1; i <= 11; i += 1) {
      writeFileSync(at('src/login.ts'), `${i}\n`);
      await fine('create');
    }
    // As docs/snapshots.md says: an ignored .env is in it.
    expect(await fine('show', '1')).toContain('and ignored files, except small ones such as .env.');
    expect(JSON.parse(await fine('show', '1', '--json')).snapshot.number).toBe(1);
    expect(JSON.parse(await fine('show', 'snap_1', '--json')).snapshot.number).toBe(1);
    expect(JSON.parse(await fine('show', '11', '--json')).snapshot.number).toBe(11);
  });

  it('a store that cannot be written: no snapshot, no restore, nothing touched', async () => {
    await fine('create');
    wreck();
    const wrecked = checksum();
    // As a full disk: whoever is root here may write anywhere, so a file stands where the store has to be.
    const ran = await home.run(['snapshot', 'create'], { env: { SNAP_DATA_DIR: at('package.json') } });
    expect([3, 4], ran.out + ran.err).toContain(ran.code);
    expect(ran.err).toMatch(/^.* \S/);
    expect(checksum()).toBe(wrecked);
  });
});

describe('a restore that was interrupted', () => {
  async function interrupted(): Promise<void> {
    await fine('create');
    wreck();
    await fine('create');
    const { store } = JSON.parse(await fine('list', '--json'));
    const journal = openJournal({ calls: nodeSnapshotCalls, home: home.path, directory: store.directory });
    const [target, safety] = [...recordsOf(journal.read().entries).snapshots.values()].map(({ id }) => id);
    if (target === undefined || safety === undefined) throw new Error('There are not two snapshots.');
    journal.append([{ kind: 'restore-begin', target, safety, at: new Date().toISOString() }]);
    rmSync(at('src/login.ts'));
  }

  it('is told by status, list and the next restore, and ended either way', async () => {
    await interrupted();
    const status = await home.run(['status']);
    expect(status.out).toMatch(/was interrupted[^]*undo --finish[^]*undo\s+--back/);
    expect((await snap('list')).err).toContain('was interrupted');
    for (const args of [['restore', '1', '--yes'], ['undo']]) {
      const ran = await snap(...args);
      expect(ran.code).toBe(3);
      expect(ran.err).toMatch(/was interrupted\.\n[^]*--finish/);
    }
    await fine('undo', '--back');
    expect(read('src/login.ts')).toBe('one\n2\nthree\n');
    expect(existsSync(at('src/basket.ts'))).toBe(true);
    expect((await home.run(['status'])).out).not.toContain('was interrupted');
  });

  it('goes to its end', async () => {
    await interrupted();
    await fine('undo', '--finish');
    expect(read('src/login.ts')).toBe('one\ntwo\nthree\n');
    expect(existsSync(at('src/basket.ts'))).toBe(false);
    expect(read('.env')).toBe('PASSWORD=correct-horse\n');
  });
});

describe.skipIf(noTerminal !== undefined)('a person', () => {
  it('is shown what would change, and asked', async () => {
    await fine('create');
    wreck();
    const wrecked = checksum();
    const first = inTerminal(home, ['snapshot', 'restore', '1']);
    await first.see('would change');
    await first.see('M src/login.ts');
    await first.see('Restore these files?');
    first.type('n');
    expect(await first.ended).toBe(3);
    expect(checksum()).toBe(wrecked);
    const left = inTerminal(home, ['snapshot', 'restore', '1']);
    await left.see('Restore these files?');
    left.type(keys.ctrlC);
    expect(await left.ended).toBe(130);
    const second = inTerminal(home, ['snapshot', 'restore', '1']);
    await second.see('Restore these files?');
    second.type('y');
    expect(await second.ended).toBe(0);
    expect(second.shown).toContain('snap snapshot undo');
    expect(read('src/login.ts')).toBe('one\ntwo\nthree\n');
  });

  it('is asked before an undo too', async () => {
    await fine('create');
    wreck();
    await fine('restore', '1', '--yes');
    const restored = checksum();
    const no = inTerminal(home, ['snapshot', 'undo']);
    await no.see('M src/login.ts');
    await no.see('Restore these files?');
    no.type('n');
    expect(await no.ended).toBe(3);
    expect(checksum()).toBe(restored);
    const yes = inTerminal(home, ['snapshot', 'undo']);
    await yes.see('Restore these files?');
    yes.type('y');
    expect(await yes.ended).toBe(0);
    expect(read('src/login.ts')).toBe('one\n2\nthree\n');
  });

  it('reads a diff in colour with the pager of the environment, and gets all of it where that is none', async () => {
    await fine('create');
    writeFileSync(at('src/login.ts'), 'one\n2\u001B[2Jx\nthree\n');
    const path = { PATH: process.env['PATH'] ?? '' };
    const paged = inTerminal(home, ['snapshot', 'diff', '1'], { env: { ...path, PAGER: 'sed s/^/paged:/' } });
    expect(await paged.ended).toBe(0);
    expect(paged.shown).toContain('paged:-two');
    for (const PAGER of ['', 'cat', 'no-such-pager-anywhere']) {
      const plain = inTerminal(home, ['snapshot', 'diff', '1'], { env: { ...path, PAGER } });
      expect(await plain.ended).toBe(0);
      expect(plain.shown).toContain('-two\n');
      expect(plain.raw).toContain('\u001B[31m-two');
      // What a file holds does not act on the terminal.
      expect(plain.raw).not.toContain('\u001B[2J');
    }
    const none = inTerminal(home, ['snapshot', 'diff', '1'], { env: { PATH: '' } });
    expect(await none.ended).toBe(0);
    expect(none.shown).toContain('-two\n');
  });
});
