import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type History, openHistory } from '../../../src/history/index.ts';
import type { WatchOptions, WritableSystem } from '../../../src/system/index.ts';
import { openVitals, type Pulse, type Vitals } from '../../../src/insight/index.ts';
import { exclude, type Place, place } from '../../memory/tasks/place.ts';

const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'sub/c.txt': 'c\n' };

/** As if they had been there for long. */
function age(here: Place, names: readonly string[] = Object.keys(files)): void {
  for (const name of names) utimesSync(here.at(name), 1_700_000_000, 1_700_000_000);
}

async function old(kind: 'git' | 'plain'): Promise<Place> {
  const here = await place(kind, files);
  age(here);
  if (kind === 'git') {
    utimesSync(join(here.workspace.gitDirectory ?? '', 'logs/HEAD'), 1_700_000_000, 1_700_000_000);
    here.git('status');
  }
  return here;
}

function vitalsOf(here: Place, watch: boolean, more: { readonly system?: WritableSystem; readonly history?: History } = {}): Vitals {
  const { system = here.system, history = openHistory(here.system, here.workspace) } = more;
  const vitals = openVitals(system, here.workspace, { history, exclude, watch });
  onTestFinished(() => vitals.close());
  return vitals;
}

/** As if many files were tracked. */
function withLargeIndex({ system, workspace: { gitDirectory } }: Place): WritableSystem {
  return {
    ...system,
    async walk(root, options) {
      const found = await system.walk(root, options);
      return root === gitDirectory ? { ...found, files: found.files.map((file) => ({ ...file, size: file.size + 2 ** 22 })) } : found;
    },
  };
}

/** Asks until it is so. */
async function pulseUntil(vitals: Vitals, isSo: (pulse: Pulse) => boolean): Promise<Pulse> {
  const deadline = performance.now() + 30_000;
  let pulse = await vitals.pulse();
  while (!isSo(pulse) && performance.now() < deadline) {
    await setImmediate();
    pulse = await vitals.pulse();
  }
  return pulse;
}

describe.each(['git', 'plain'] as const)('without a watcher (%s)', (kind) => {
  const since = kind === 'git' ? 'commit' : 'first look';

  it('rests where nothing changed', async () => {
    expect(await vitalsOf(await old(kind), false).pulse()).toEqual({
      state: 'resting',
      changesPerMinute: 0,
      pressure: 0,
      risk: '?',
      why: '',
      changes: 0,
      since,
      seenBy: 'file times',
      problems: [],
      action: '',
      recent: [],
    });
  });

  it('sees what changes by the times of files, and none of our own', async () => {
    const here = await old(kind);
    const vitals = vitalsOf(here, false);
    await vitals.pulse();
    here.put('a.txt', 'else\n');
    here.put('auth/login.ts', 'x\n');
    here.put('.snap/learnings.jsonl', 'x\n');
    here.put('node_modules/x.js', 'x\n');
    here.put('x.log', 'x\n');
    const pulse = await vitals.pulse();
    expect(pulse).toMatchObject({ changesPerMinute: 2, changes: 2, risk: '?', seenBy: 'file times' });
    expect([...pulse.recent].sort()).toEqual(['a.txt', 'auth/login.ts']);
    // Another process that asks for the first time sees the same.
    expect(await vitalsOf(here, false).pulse()).toMatchObject({ changes: 2 });
  });

  it('counts each change that is told, from every process, and once where it is also seen', async () => {
    const here = await old(kind);
    const [one, other] = [vitalsOf(here, false), vitalsOf(here, false)];
    for (let at = 0; at < 8; at += 1) await one.pulse('a.txt');
    for (let at = 0; at < 7; at += 1) await other.pulse('b.txt');
    expect(await one.pulse()).toMatchObject({ state: 'elevated', changesPerMinute: 15, recent: ['b.txt', 'a.txt'], changes: 0 });
    here.put('b.txt', 'else\n');
    expect((await one.pulse()).changesPerMinute).toBe(15);
  });

  it('writes nothing for who only looks', async () => {
    const here = await old(kind);
    await vitalsOf(here, false).pulse();
    expect(existsSync(here.workspace.privateDirectory)).toBe(false);
    await vitalsOf(here, false).pulse('a.txt');
    expect(readFileSync(join(here.workspace.privateDirectory, 'changes.jsonl'), 'utf8').split('\n')).toHaveLength(3);
  });

  it('forgets what is older than a minute', async () => {
    const here = await old(kind);
    await vitalsOf(here, false).pulse('a.txt');
    const later = { ...here.system, now: () => new Date(Date.now() + 61_000) };
    expect((await vitalsOf(here, false, { system: later }).pulse()).changesPerMinute).toBe(0);
  });

  it('keeps the record of changes short', async () => {
    const here = await old(kind);
    const vitals = vitalsOf(here, false);
    await vitals.pulse('a.txt');
    const path = join(here.workspace.privateDirectory, 'changes.jsonl');
    const line = JSON.stringify({ v: 1, kind: 'change', at: '2026-01-01T00:00:00.000Z', path: 'x' });
    appendFileSync(path, `${line}\n`.repeat(600));
    expect((await vitals.pulse('b.txt')).changesPerMinute).toBe(2);
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(10);
    expect(readFileSync(path, 'utf8')).toContain('first-look');
  });
});

describe.each(['git', 'plain'] as const)('with a watcher (%s)', (kind) => {
  it('sees changes, new files and files that go, as they come', async () => {
    const here = await old(kind);
    const vitals = vitalsOf(here, true);
    expect((await vitals.pulse()).seenBy).toBe('file times');
    expect(await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher')).toMatchObject({ changesPerMinute: 0, changes: 0 });
    here.put('a.txt', 'else\n');
    here.put('new/deep/file.ts', 'x\n');
    here.put('.snap/learnings.jsonl', 'x\n');
    here.put('node_modules/x.js', 'x\n');
    const two = await pulseUntil(vitals, ({ changes }) => changes === 2);
    expect(two).toMatchObject({ changes: 2, changesPerMinute: 2, seenBy: 'watcher' });
    rmSync(here.at('b.txt'));
    expect(await pulseUntil(vitals, ({ changes }) => changes === 3)).toMatchObject({ changes: 3 });
  });

  it('does not count a file that came and went', async () => {
    const here = await old(kind);
    const vitals = vitalsOf(here, true);
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    here.put('swap.tmp', 'x\n');
    rmSync(here.at('swap.tmp'));
    here.put('a.txt', 'else\n');
    const pulse = await pulseUntil(vitals, ({ changes }) => changes === 1);
    expect(pulse).toMatchObject({ changes: 1, recent: ['a.txt'] });
  });
});

describe('with git and a watcher', () => {
  it('a commit is right at the next pulse', async () => {
    const here = await old('git');
    const vitals = vitalsOf(here, true);
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    here.put('a.txt', 'else\n');
    await pulseUntil(vitals, ({ changes }) => changes === 1);
    here.git('commit', '-q', '-a', '-m', 'more');
    expect(await vitals.pulse()).toMatchObject({ changes: 0, changesPerMinute: 1 });
    here.git('reset', '-q', '--soft', 'HEAD~1');
    expect((await vitals.pulse()).changes).toBe(1);
  });

  it('a file that is as before is no change, once version control was asked', async () => {
    const here = await old('git');
    const vitals = vitalsOf(here, true);
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    here.put('a.txt', 'else\n');
    await pulseUntil(vitals, ({ changes }) => changes === 1);
    here.put('a.txt', files['a.txt']);
    expect((await pulseUntil(vitals, ({ changes }) => changes === 0)).changes).toBe(0);
  });

  it('a large repository is asked at most every two seconds, however much happens', async () => {
    const here = await old('git');
    let asked = 0;
    const history = openHistory(here.system, here.workspace);
    const changed: History['changed'] = async (signal) => {
      asked += 1;
      return history.changed(signal);
    };
    const vitals = vitalsOf(here, true, { system: withLargeIndex(here), history: { ...history, changed } });
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    asked = 0;
    const began = performance.now();
    for (let at = 0; at < 100; at += 1) {
      here.put('a.txt', `${at}\n`);
      await vitals.pulse();
    }
    expect(asked).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 2_000));
  });

  it.each([
    { name: 'seen', told: false },
    { name: 'told', told: true },
  ])('the changes are right at once in a small repository ($name)', async ({ told }) => {
    const here = await old('git');
    const vitals = vitalsOf(here, true);
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    const steps: readonly (readonly [string, number])[] = [
      ['else\n', 1],
      [files['a.txt'], 0],
      ['again\n', 1],
      ['again and again\n', 1],
      [files['a.txt'], 0],
    ];
    for (const [text, changes] of steps) {
      here.put('a.txt', text);
      expect((await vitals.pulse(told ? 'a.txt' : undefined)).changes).toBe(changes);
    }
    here.put('fresh/deep/one.txt', 'x\n');
    expect((await vitals.pulse(told ? 'fresh/deep/one.txt' : undefined)).changes).toBe(1);
    here.put('.gitignore', 'fresh/\n');
    expect((await vitals.pulse(told ? '.gitignore' : undefined)).changes).toBe(1);
  });

  it('a change that is told counts at once in a large one too, also before an event comes', async () => {
    const here = await old('git');
    const system = withLargeIndex(here);
    const deaf: WritableSystem = { ...system, watch: (root, options) => system.watch(root, { ...options, onChange: () => undefined }) };
    const vitals = vitalsOf(here, true, { system: deaf });
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    here.put('a.txt', 'else\n');
    expect(await vitals.pulse('a.txt')).toMatchObject({ changes: 1, changesPerMinute: 1, seenBy: 'watcher' });
    expect(await vitals.pulse('b.txt')).toMatchObject({ changes: 1, changesPerMinute: 2 });
  });

  it.each([
    { name: 'small', large: false },
    { name: 'large', large: true },
  ])('what git writes by itself is no change ($name)', async ({ large }) => {
    const here = await old('git');
    const vitals = vitalsOf(here, true, large ? { system: withLargeIndex(here) } : {});
    here.git('checkout', '-q', '-b', 'other');
    for (let at = 0; at < 60; at += 1) here.put(`many/${at}.ts`, `${at}\n`);
    here.git('add', '.');
    here.git('commit', '-q', '-m', 'many');
    here.git('checkout', '-q', '-');
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    for (const command of [
      ['checkout', '-q', 'other'],
      ['checkout', '-q', '-'],
      ['merge', '-q', 'other'],
    ]) {
      here.git(...command);
      const pulse = await vitals.pulse();
      expect({ command, ...pulse }).toMatchObject({ state: 'resting', changesPerMinute: 0, changes: 0 });
    }
    here.put('a.txt', 'else\n');
    here.git('stash', '-q');
    expect(await vitals.pulse()).toMatchObject({ changesPerMinute: 0, changes: 0 });
  });

  it('what a checkout wrote is no change, by the times of files', async () => {
    const here = await place('git', files);
    expect(await vitalsOf(here, false).pulse()).toMatchObject({ state: 'resting', changesPerMinute: 0, changes: 0, seenBy: 'file times' });
    here.put('a.txt', 'else\n');
    expect(await vitalsOf(here, false).pulse()).toMatchObject({ changesPerMinute: 1, recent: ['a.txt'] });
  });
});

describe('a watcher that cannot be trusted', () => {
  function watched(here: Place) {
    let tell: WatchOptions['onChange'] = () => undefined;
    let closed = 0;
    const system: WritableSystem = {
      ...here.system,
      async watch(root, options) {
        tell = options.onChange;
        const tree = await here.system.watch(root, options);
        return tree === undefined ? undefined : { close: () => (tree.close(), void (closed += 1)) };
      },
    };
    return { system, tell: (path: string | undefined) => tell(path), closed: () => closed };
  }

  it('is not believed after it lost something, until files were asked again', async () => {
    const here = await old('plain');
    const { system, tell } = watched(here);
    const vitals = vitalsOf(here, true, { system });
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    tell(undefined);
    here.put('a.txt', 'else\n');
    expect(await vitals.pulse()).toMatchObject({ seenBy: 'file times', changes: 1, changesPerMinute: 1 });
    expect(await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher')).toMatchObject({ changes: 1, changesPerMinute: 1 });
  });

  it('is not believed about files that are the same as before', async () => {
    const here = await old('plain');
    const { system, tell } = watched(here);
    const vitals = vitalsOf(here, true, { system });
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    tell('no-such-file');
    chmodSync(here.at('a.txt'), 0o600);
    tell('a.txt');
    expect(await vitals.pulse()).toMatchObject({ changes: 0, changesPerMinute: 0 });
  });

  it('is not there where the platform refuses', async () => {
    const here = await old('git');
    const vitals = vitalsOf(here, true, { system: { ...here.system, watch: async () => undefined } });
    await vitals.pulse();
    here.put('a.txt', 'else\n');
    expect(await vitals.pulse()).toMatchObject({ seenBy: 'file times', changes: 1 });
  });

  it('ends with close, also while it is being set up', async () => {
    const here = await old('plain');
    const { system, closed } = watched(here);
    const vitals = vitalsOf(here, true, { system });
    await pulseUntil(vitals, ({ seenBy }) => seenBy === 'watcher');
    vitals.close();
    expect(closed()).toBe(1);
  });
});
