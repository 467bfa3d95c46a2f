import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTasks, type EndTask, type StartTask } from '../../../src/memory/index.ts';
import type { FileCalls } from '../../../src/system/writable.ts';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { taskLine } from '../../../src/memory/tasks/task-line.ts';
import type { TaskEvent } from '../../../src/memory/tasks/task-log.ts';
import { failingCalls, soundCalls } from '../../support/faulty-calls.ts';
import { isGone } from '../../support/processes.ts';
import { connection, noSnapshots, type Place, place } from './place.ts';

const words = (task: string, more: Partial<StartTask> = {}): StartTask => ({ task, files: [], keywords: [], ...more });
const done: EndTask = { outcome: 'completed', learnings: [] };
const shell = { kind: 'shell' } as const;
const logOf = ({ workspace }: Place) => readFileSync(join(workspace.privateDirectory, 'tasks.jsonl'), 'utf8');

describe('one task of one owner', () => {
  it('begins, is current, and ends', async () => {
    const here = await place('plain');
    const tasks = here.tasks(connection(here.system, 'a'));
    expect(await tasks.current()).toBeUndefined();
    const { task, status } = await tasks.start(words('  Fix   the\nlogin ', { files: ['a.ts'], keywords: ['jwt'] }));
    expect(status).toBe('created');
    expect(task).toMatchObject({ task: 'Fix the login', intent: 'debug', intentGiven: false, files: ['a.ts'], keywords: ['jwt'] });
    expect(task.id).toMatch(/^task_[0-9a-f]{12}$/);
    expect(await tasks.current()).toEqual(task);
    const ended = await tasks.end({ ...done, notes: 'as planned', survey: { helpfulness: 4 } });
    expect(ended.end).toMatchObject({ outcome: 'completed', notes: 'as planned', survey: { helpfulness: 4 } });
    expect(await tasks.current()).toBeUndefined();
    expect((await tasks.recent(5)).map(({ id }) => id)).toEqual([task.id]);
    expect((await tasks.find(task.id))?.end?.outcome).toBe('completed');
    expect(here.home.ownTree().filter((name) => name.endsWith('.sealed'))).toEqual([]);
  });

  it('goes on when the same text is started again, and takes what is new', async () => {
    const here = await place('plain');
    const tasks = here.tasks(connection(here.system, 'a'));
    const first = await tasks.start(words('Add a thing', { files: ['a.ts'] }));
    const goal = { metric: 'bundle', target: 3, unit: 'kB' } as const;
    const second = await tasks.start(words(' Add  a thing', { files: ['b.ts'], goal }));
    expect(second).toMatchObject({ status: 'resumed', task: { id: first.task.id, files: ['a.ts', 'b.ts'], goal } });
  });

  it('refuses another text while one is open, and names it', async () => {
    const here = await place('plain');
    const tasks = here.tasks(connection(here.system, 'a'));
    const { task } = await tasks.start(words('Add a thing'));
    await expect(tasks.start(words('Something else'))).rejects.toMatchObject({
      code: 'task-open',
      message: `${task.id} is open: "Add a thing".`,
    });
  });

  it.each([
    ['no text', ''],
    ['white space', ' \n\t'],
    ['what nobody sees', '\u200b\u202e'],
    ['too much', 'x'.repeat(2_001)],
  ])('refuses %s', async (_, text) => {
    const here = await place('plain');
    await expect(here.tasks(shell).start(words(text))).rejects.toMatchObject({ code: 'usage' });
    expect(existsSync(here.home.at('.snap-mcp'))).toBe(false);
  });

  it('opens nothing for a caller that gives up while what stands there is looked at', async () => {
    const here = await place('git', { 'a.txt': 'a\n' });
    const stop = new AbortController();
    const tasks = here.tasks(shell, {
      snapshots: () => {
        stop.abort();
        return noSnapshots();
      },
    });
    await expect(tasks.start(words('Add a thing'), stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(tasks.start(words('Add a thing'), stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(here.home.at('.snap-mcp'))).toBe(false);
    expect((await tasks.start(words('Add a thing'))).status).toBe('created');
  });

  it('says so when there is nothing to end', async () => {
    const here = await place('plain');
    await expect(here.tasks(shell).end(done)).rejects.toMatchObject({ code: 'no-task' });
    await expect(here.tasks(shell).end(done, { id: 'task_000000000000' })).rejects.toMatchObject({ code: 'no-task' });
  });

  it('remembers what was shown', async () => {
    const here = await place('plain');
    const tasks = here.tasks(shell);
    await tasks.start(words('Add a thing'));
    await tasks.noteShown(['learn_1', 'learn_2']);
    await tasks.noteShown(['learn_2', 'learn_3']);
    expect((await here.tasks(shell).current())?.shown).toEqual(['learn_1', 'learn_2', 'learn_3']);
    expect(logOf(here).match(/learn_2/g)).toHaveLength(1);
  });

  it('has ended when its log could not be shortened', async () => {
    const here = await place('plain');
    mkdirSync(here.workspace.privateDirectory, { recursive: true });
    const older = Array.from({ length: 1_700 }, (_, i): readonly TaskEvent[] => {
      const id = `task_${i.toString(16).padStart(12, '0')}`;
      const at = '2026-01-01T00:00:00.000Z';
      const change = { files: 0, added: 0, removed: 0, uncounted: 0, paths: [] };
      const task = {
        id,
        task: 'Old',
        files: [],
        keywords: [],
        intent: 'debug',
        intentGiven: false,
        startedAt: at,
        owner: shell,
        shown: [],
      } as const;
      return [
        { kind: 'started', task },
        { kind: 'shown', at, id, ids: ['learn_1'] },
        { kind: 'ended', id, from: 'shell', end: { at, outcome: 'completed', learnings: [], change } },
      ];
    });
    const log = join(here.workspace.privateDirectory, 'tasks.jsonl');
    writeFileSync(
      log,
      older
        .flat()
        .map((event) => `${taskLine(event)}\n`)
        .join(''),
    );
    const sound = soundCalls();
    let isFull = true;
    const calls: FileCalls = {
      ...sound,
      rename(from, to) {
        if (isFull && to === log) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
        sound.rename(from, to);
      },
    };
    const tasks = openTasks(here.home.run({ calls }), here.workspace, { owner: shell, goals: {}, snapshots: noSnapshots });
    const { task } = await tasks.start(words('New'));
    expect((await tasks.end(done)).id).toBe(task.id);
    expect(logOf(here).split('\n').length).toBeGreaterThan(5_000);
    isFull = false;
    await tasks.start(words('Newer'));
    await tasks.end(done);
    expect(logOf(here).split('\n').length).toBeLessThan(3_010);
    expect((await tasks.recent(2)).map((one) => one.task)).toEqual(['Newer', 'New']);
  });

  it('stores no secret and no invisible character', async () => {
    const here = await place('plain');
    const tasks = here.tasks(shell);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await tasks.start(words(`Use ${token}\u202e now`, { keywords: [token] }));
    await tasks.end({ ...done, notes: `password=hunter2-${token}`, efficiency: { saved: token } });
    expect(logOf(here)).not.toContain(token);
    expect(logOf(here)).not.toContain('hunter2');
    expect(logOf(here)).not.toContain('\u202e');
  });
});

describe('several owners', () => {
  it('have a task each, and see those of the others', async () => {
    const here = await place('plain');
    const [one, other] = [here.tasks(connection(here.system, 'a')), here.tasks(connection(here.system, 'b'))];
    await one.start(words('One'));
    await other.start(words('Other'));
    expect((await one.current())?.task).toBe('One');
    expect((await one.others()).map(({ task, isDead }) => [task.task, isDead])).toEqual([['Other', false]]);
  });

  it('do not end what belongs to the living', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(connection(here.system, 'a')).start(words('One'));
    await expect(here.tasks(shell).end(done, { id: task.id })).rejects.toMatchObject({ code: 'refused' });
  });

  it('a shell ends what a dead connection left, by its id only', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(connection(here.system, 'a', { dead: true })).start(words('One'));
    const own = here.tasks(shell);
    expect(await own.current()).toBeUndefined();
    expect(await own.others()).toMatchObject([{ task: { id: task.id }, isDead: true }]);
    expect((await own.end({ ...done, outcome: 'abandoned' }, { id: task.id })).end?.outcome).toBe('abandoned');
    await expect(own.end(done, { id: task.id })).rejects.toMatchObject({ code: 'no-task' });
  });
});

describe('after a restart', () => {
  it('the task of a dead connection is told where nobody can write down whose it is now', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(connection(here.system, 'a', { dead: true })).start(words('One'));
    const { calls } = failingCalls(2, 'EROFS');
    const again = openTasks(here.home.run({ calls }), here.workspace, {
      owner: connection(here.system, 'b'),
      goals: {},
      snapshots: noSnapshots,
    });
    expect((await again.current())?.id).toBe(task.id);
    expect(await again.current()).toMatchObject({ id: task.id, owner: { nonce: 'b' } });
  });

  it('the task of a dead connection is seen by whoever only looks, and stays whose it was', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(connection(here.system, 'a', { dead: true })).start(words('One'));
    const before = logOf(here);
    expect((await here.tasks(connection(here.system, 'b')).peek())?.id).toBe(task.id);
    expect(logOf(here)).toBe(before);
  });

  it('the newest task of a dead connection is current, and is recorded so', async () => {
    const here = await place('plain');
    await here.tasks(connection(here.system, 'a', { dead: true })).start(words('Older'));
    const { task } = await here.tasks(connection(here.system, 'b', { dead: true })).start(words('Newer'));
    const again = here.tasks(connection(here.system, 'c'));
    expect(await again.current()).toMatchObject({ id: task.id, owner: { nonce: 'c' } });
    expect((await here.tasks(connection(here.system, 'd')).current())?.task).toBe('Older');
    expect((await again.end(done)).id).toBe(task.id);
    // A second end does not end what another one left.
    await expect(again.end(done)).rejects.toMatchObject({ code: 'no-task' });
  });

  it('the same text resumes even the older one; another text begins anew', async () => {
    const here = await place('plain');
    const older = await here.tasks(connection(here.system, 'a', { dead: true })).start(words('Older'));
    await here.tasks(connection(here.system, 'b', { dead: true })).start(words('Newer'));
    expect(await here.tasks(connection(here.system, 'c')).start(words('Older'))).toMatchObject({
      status: 'resumed',
      task: { id: older.task.id },
    });
    expect((await here.tasks(connection(here.system, 'd')).start(words('Third'))).status).toBe('created');
  });

  it('a task that was only found makes room for one that is asked for', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(connection(here.system, 'a', { dead: true })).start(words('Older'));
    const again = here.tasks(connection(here.system, 'b'));
    expect((await again.current())?.id).toBe(task.id);
    expect((await again.start(words('New'))).status).toBe('created');
    expect(await again.others()).toMatchObject([{ task: { id: task.id }, isDead: true }]);
  });

  it('two that come back at once do not share a task', async () => {
    const here = await place('plain');
    await here.tasks(connection(here.system, 'a', { dead: true })).start(words('Left'));
    const comers = Array.from({ length: 6 }, (_, at) => here.tasks(connection(here.system, `n${at}`)));
    const found = await Promise.all(comers.map((tasks) => tasks.current()));
    expect(found.filter((task) => task !== undefined)).toHaveLength(1);
  });

  it('foreign and torn lines change nothing', async () => {
    const here = await place('plain');
    const { task } = await here.tasks(shell).start(words('One'));
    const path = join('.snap-mcp', here.workspace.privateDirectory.slice(here.home.at('.snap-mcp').length + 1), 'tasks.jsonl');
    here.home.put(path, `<<<<<<< ours\n{"v":2,"kind":"started"}\n${here.home.text(path)}{"v":1,"kind":"ended","id":"${task.id}"`);
    expect((await here.tasks(shell).current())?.id).toBe(task.id);
    await here.tasks(shell).end(done);
    expect((await here.tasks(shell).recent(9)).map(({ id }) => id)).toEqual([task.id]);
    expect(here.home.text(path)).toContain('<<<<<<< ours\n');
  });
});

let directory: string;
let program: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'snap-program-'));
  program = join(directory, 'task-program.mjs');
  // Node 20 runs no TypeScript.
  const entryPoints = [join(import.meta.dirname, 'task-program.ts')];
  buildSync({
    entryPoints,
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Another process with a connection of its own; each line of its stdout is an answer. */
function run(home: string, nonce: string, task: string, then: 'wait' | 'end') {
  const child = spawn(process.execPath, [program, home, nonce, task, then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe('with real processes', () => {
  it('a task outlives kill -9 between its start and its end', async () => {
    const here = await place('plain', { 'a.txt': 'one\n' });
    for (let round = 0; round < 3; round += 1) {
      const child = run(here.home.path, `killed${round}`, `Round ${round}`, 'wait');
      const [line] = await once(child.stdout, 'data');
      const id = String(line).trim();
      child.kill('SIGKILL');
      expect(await isGone(child.pid ?? 0)).toBe(true);
      here.put('a.txt', `one\nround ${round}\n`);
      const snapshots = openSnapshots(here.system, here.workspace, { exclude: [], yields: false });
      const tasks = here.tasks(connection(here.system, `after${round}`), { snapshots: async () => snapshots });
      expect((await tasks.current())?.id).toBe(id);
      expect((await tasks.end(done)).end?.change).toMatchObject({ files: 1, added: 1, removed: round === 0 ? 0 : 1 });
    }
  });

  it('six that start at once have a task each, and no line is torn', async () => {
    const here = await place('plain');
    const children = Array.from({ length: 6 }, (_, at) => run(here.home.path, `p${at}`, `Task ${at}`, 'end'));
    const ends = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(ends).toEqual([0, 0, 0, 0, 0, 0]);
    const lines = logOf(here).trimEnd().split('\n');
    const kinds = lines.map((line) => String(Object(JSON.parse(line)).kind));
    expect(kinds.toSorted()).toEqual([...Array(6).fill('ended'), ...Array(6).fill('started')]);
    expect((await here.tasks(shell).recent(50)).map(({ task }) => task).sort()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Task ${at}`));
  });

  it('of shells that start different tasks at once, one wins', async () => {
    const here = await place('plain');
    const started = await Promise.allSettled([0, 1, 2, 3].map((at) => here.tasks(shell).start(words(`Task ${at}`))));
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of started) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'task-open' });
  });
});
