import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Snapshot, Snapshots, TakeOptions } from '../../src/snapshots/index.ts';
import { SnapError } from '../../src/system/index.ts';
import { startSnapshot } from '../../src/memory/tasks/task-snapshots.ts';
import { newestWorkSnapshot } from '../../src/insight/index.ts';
import { pulseOf } from '../../src/insight/pulse/pulse.ts';
import { heldSnapshots } from '../../src/memory/index.ts';
import { decodeLine } from '../../src/server/wire.ts';
import { toolRun } from './tool-runs.ts';

const first = (text: string) => text.split('\n')[0] ?? '';
const started = (text: string) => decodeLine('start', first(text), false);
const files = { 'src/a.ts': '1\n', 'src/b.ts': '1\n', 'package.json': '{}' };

describe('snap start', () => {
  it('takes a snapshot that can be restored, names the command, and takes no second one where nothing changed', async () => {
    const { call, record, put, workbench } = await toolRun(files);
    const text = await call('snap', { task: 'one' });
    expect(text).toContain('\n---\nUndo: snap snapshot restore 1');
    const id = started(text)['snap'];
    expect(await record('snap', { task: 'one' })).toMatchObject({
      start: { status: 'resumed', snapshot: expect.stringMatching(/^snap_1_[0-9a-f]{6}$/), restore: 'snap snapshot restore 1' },
    });
    expect(id).toBe('snap_1');
    put('src/a.ts', '2\n');
    // Somebody has worked in between: that is kept too, and the change is still measured from the beginning.
    const again = started(await call('snap', { task: 'one' }))['snap'];
    expect(again).toBe('snap_2');
    const snapshots = await workbench.snapshots();
    expect((await snapshots.list()).map((one) => ({ id: one.id, kind: one.kind, message: one.message }))).toEqual([
      { id: expect.stringMatching(/^snap_2_/), kind: 'task', message: 'one' },
      { id: expect.stringMatching(/^snap_1_/), kind: 'task', message: 'one' },
    ]);
    // As the line names it, every command finds it.
    expect(await heldSnapshots(workbench.system, workbench.workspace.privateDirectory)).toEqual([(await snapshots.find(id ?? ''))?.id]);
    expect(await call('snap_end')).toContain('files:1F|lines:+1-1');
    expect(await heldSnapshots(workbench.system, workbench.workspace.privateDirectory)).toEqual([]);
  });

  it('opens the task all the same where none can be taken, and says why', async () => {
    const { call, home, workbench, put } = await toolRun(files);
    // What a full disk does as well: the store cannot be made.
    mkdirSync(workbench.workspace.privateDirectory, { recursive: true });
    writeFileSync(join(workbench.workspace.privateDirectory, 'snapshots'), 'in the way');
    const text = await call('snap', { task: 'one' });
    expect(started(text)).toMatchObject({ snap: 'none', status: 'created' });
    expect(text).toMatch(/\nNo snapshot: \S/);
    expect(text).not.toContain(home.path);
    put('src/a.ts', '1\n2\n');
    // Nothing is known of it, and no count says otherwise.
    expect(await call('snap_end')).toContain('files:?|lines:?');
  });

  it('opens it over a .gitignore of one line of 40,000 characters, and names that line once', async () => {
    const { call, put } = await toolRun({ ...files, '.gitignore': `ignored\n${'x'.repeat(40_000)}\n`, ignored: '' });
    const text = await call('snap', { task: 'one' });
    expect(started(text)).toMatchObject({ snap: 'snap_1', status: 'created' });
    expect(text.split('\n').at(-1)).toBe('Ignore rule without effect: .gitignore:2 (longer than 4,096 characters).');
    expect(await call('snap', { task: 'one' })).not.toContain('Ignore rule');
    put('.gitignore', `${'*a'.repeat(40)}\n`);
    expect(await call('pulse')).toMatch(/^snap\|P\|/);
  });

  it('opens it over learnings of the project that are too large to be read, and says so', async () => {
    const { call, home, put } = await toolRun(files);
    put('.snap/learnings.jsonl', '');
    truncateSync(home.at('shop/.snap/learnings.jsonl'), 4 * 1024 ** 3);
    const text = await call('snap', { task: 'one' });
    expect(started(text)).toMatchObject({ status: 'created' });
    expect(text).toMatch(/Learnings could not be read: .*learnings\.jsonl: this file is larger than 64 MiB/);
  });

  it('measures what git does not know: an ignored file that would be missed', async () => {
    const { call, put } = await toolRun({ ...files, '.gitignore': '.env\n', '.env': 'A=1\n' });
    await call('snap', { task: 'one' });
    put('.env', 'A=2\nB=1\n');
    const end = await call('snap_end');
    expect(end).toContain('files:1F|lines:+2-1');
    expect(end).not.toContain('A=2');
  });

  it('says at the end what cannot be measured when the snapshot is gone', async () => {
    const { call, workbench } = await toolRun(files);
    await call('snap', { task: 'one' });
    rmSync((await (await workbench.snapshots()).state()).directory, { recursive: true });
    expect(await call('snap_end')).toMatch(/files:\?[^]*(no longer exists|cannot|could not)/);
  });
});

describe('what is protected', () => {
  it('is what the newest snapshot holds', async () => {
    const { call, put } = await toolRun(files);
    put('src/a.ts', '2\n');
    expect(started(await call('snap', { task: 'one' }))).toMatchObject({ prot: '100', dirty: '1' });
    put('src/b.ts', '2\n');
    expect(decodeLine('context', first(await call('snap', { mode: 'context' })), false)).toMatchObject({ prot: '50', dirty: '2' });
  });

  it('is what pulse counts from, and presses half as much', async () => {
    const { call, record, put } = await toolRun(files);
    put('src/a.ts', '2\n');
    expect(await record('pulse')).toMatchObject({ changes: 1, since: 'commit' });
    await call('snap', { task: 'one' });
    expect(await record('pulse')).toMatchObject({ changes: 0, since: 'snapshot', pressure: 0 });
    put('src/b.ts', '2\n');
    expect(await record('pulse')).toMatchObject({ changes: 1, since: 'snapshot' });
    expect(await call('pulse')).toMatch(/\|changes:1\|action:none$/);
    const facts = {
      nowMs: 1_000,
      moments: [],
      changed: Array.from({ length: 40 }, (_, i) => `f${i}`),
      risk: { level: 'M', why: '' },
      since: 'snapshot',
      seenBy: 'watcher',
    } as const;
    expect(pulseOf({ ...facts, snapshotMs: 0 }).pressure).toBe(pulseOf(facts).pressure / 2);
  });

  it('is not counted from what a restore left behind it', () => {
    const taken = (sequence: number, kind: Snapshot['kind']): Snapshot => ({
      // The ids of a test.
      id: `snap_${sequence}_aaaaaa` as Snapshot['id'],
      sequence,
      kind,
      at: '2026-11-21T12:00:00.000Z',
      root: '',
      files: 0,
      bytes: 0,
      skipped: [],
      skippedCount: 0,
      complete: true,
      isProtected: false,
    });
    expect(newestWorkSnapshot([taken(3, 'safety'), taken(2, 'task'), taken(1, 'manual')])?.sequence).toBe(2);
    expect(newestWorkSnapshot([taken(3, 'safety')])?.sequence).toBe(3);
    expect(newestWorkSnapshot([])).toBeUndefined();
  });
});

describe('a snapshot for a task', () => {
  const from = (take: (options: TakeOptions) => ReturnType<Snapshots['take']>) => async () => ({
    take,
    find: async () => undefined,
    changes: async () => [],
    content: async () => undefined,
  });

  it('is done without when it is refused, and not when snap itself is wrong', async () => {
    const owner = { kind: 'shell' } as const;
    const task = { id: 'task_000000000000', text: 'one' };
    const refused = from(() => Promise.reject(new SnapError('refused', '~: no snapshot is taken of a whole home directory.')));
    expect(await startSnapshot({ snapshots: refused, owner }, task, undefined)).toEqual({
      kind: 'none',
      reason: '~: no snapshot is taken of a whole home directory.',
    });
    const broken = from(() => Promise.reject(new TypeError('a bug')));
    await expect(startSnapshot({ snapshots: broken, owner }, task, undefined)).rejects.toThrow('a bug');
  });

  it('ends with the call that was given up', async () => {
    const control = new AbortController();
    const waiting = from(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          control.abort(new Error('given up'));
        }),
    );
    const call = startSnapshot({ snapshots: waiting, owner: { kind: 'shell' } }, { id: 'task_000000000000', text: 'one' }, control.signal);
    await expect(call).rejects.toThrow('given up');
  });
});
