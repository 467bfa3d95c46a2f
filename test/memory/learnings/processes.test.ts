import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { initProject } from '../../../src/memory/index.ts';
import { isRecord, jsonIn } from '../../../src/system/index.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { until } from '../../support/processes.ts';
import { type StoreHome, storeHome } from '../../support/store-home.ts';
import { evenly, rounds, stride } from '../../support/storm.ts';

let program: ReturnType<typeof bundledProgram>;
beforeAll(() => {
  program = bundledProgram('store-program');
});
afterAll(() => program.remove());

/** Processes that write at once, 400 records together. */
const many = stride === 1 ? 8 : 4;

type Answer = Readonly<Record<string, unknown>>;

interface Writer {
  readonly child: ChildProcess;
  /** What it acknowledged so far. */
  readonly answers: readonly Answer[];
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

function start({ home, workspace }: StoreHome, ...args: readonly string[]): Writer {
  const [what = '', ...rest] = args;
  const child = spawn(process.execPath, [program.path, what, workspace.root, ...rest], {
    env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const answers: Answer[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const value = jsonIn(line);
    // The last line of a killed process may be half; then it acknowledged nothing.
    if (isRecord(value)) answers.push(value);
  });
  // "close": everything it wrote was read.
  return { child, answers, ready: once(lines, 'line'), ended: Promise.all([once(child, 'close'), once(lines, 'close')]) };
}

/** All together: each says that it is ready, and waits for a line. `on`: each goes on until its input ends. `kills`: at which call, by writer. */
async function together(
  store: StoreHome,
  writers: number,
  { each, kinds, on = false, kills = [] }: { each: number; kinds: string; on?: boolean; kills?: readonly number[] },
): Promise<readonly Writer[]> {
  const started = Array.from({ length: writers }, (_, i) =>
    start(store, 'write', String(kills[i] ?? 0), String(i), String(each), kinds, on ? 'on' : 'go'),
  );
  await Promise.all(started.map(({ ready }) => ready));
  for (const { child } of started) child.stdin?.write('go\n');
  return started;
}

/** How many calls to the disk it makes alone. Among others it makes more, but for those that the first one spares them. */
async function madeBy({ answers, ended }: Writer): Promise<number> {
  await ended;
  return Number(answers.at(-1)?.['made']);
}

const signalOf = ({ child }: Writer) => child.signalCode;

const acknowledged = (writers: readonly Writer[]) => writers.flatMap(({ answers }) => answers.filter(({ kind }) => kind !== undefined));

/** Every line of every record file in the home, as values; each has to parse. */
function records(store: StoreHome): readonly Answer[] {
  const files = readdirSync(store.home.path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) => {
    const text = readFileSync(join(store.home.path, name), 'utf8');
    expect(text === '' || text.endsWith('\n')).toBe(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const value = jsonIn(line);
        expect(isRecord(value), `${name}: ${line}`).toBe(true);
        return isRecord(value) ? value : {};
      });
  });
}

/** Each acknowledged record is there exactly once. */
function expectEachOnce(answers: readonly Answer[], stored: readonly Answer[]): void {
  const times = new Map<unknown, number>();
  for (const { id, kind, learning } of stored) {
    const key = kind === 'shown' ? learning : id;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  for (const { id, kind, learning } of answers) expect(times.get(kind === 'use' ? learning : id), String(id ?? learning)).toBe(1);
}

it(`${many} processes lose nothing; each report gets another count, and the last one the total`, async () => {
  const store = storeHome();
  const writers = await together(store, many, { each: 400 / many, kinds: 'learn,violation,use' });
  await Promise.all(writers.map(({ ended }) => ended));
  const answers = acknowledged(writers);
  expect(answers).toHaveLength(400);
  expectEachOnce(answers, records(store));
  expect(records(store)).toHaveLength(400);
  const counts = answers.flatMap(({ count, kind }) => (kind === 'violation' ? [Number(count)] : []));
  expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: counts.length }, (_, i) => i + 1));
  expect(answers.filter(({ promote }) => promote === 'NO')).toHaveLength(2);
  expect(answers.filter(({ promote }) => promote === 'PROMOTED')).toHaveLength(2);
  expect(await store.open().violationTypes()).toMatchObject([{ type: 'silent_catch', count: counts.length, promote: 'AUTO' }]);
});

it(`${many} processes that are killed at any call lose nothing they acknowledged`, async () => {
  const each = 400 / many;
  const kinds = 'learn,violation,use';
  const made = await madeBy(start(storeHome(), 'write', '0', '0', String(each), kinds));
  const points = evenly(rounds(5) * many, Math.floor(made * 0.8));
  for (let round = 0; round < rounds(5); round += 1) {
    const store = storeHome({ inMemory: round % 2 === 1 });
    // Each fourth one lives.
    const kills = Array.from({ length: many }, (_, i) => (i % 4 === 3 ? 0 : (points[i * rounds(5) + round] ?? 0)));
    const writers = await together(store, many, { each, kinds, kills });
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.map(signalOf)).toEqual(kills.map((at) => (at === 0 ? null : 'SIGKILL')));
    const answers = acknowledged(writers);
    expect(answers.length).toBeGreaterThan(each);
    // The next writer mends what was left torn; a half line of a dead writer would still be one that does not parse.
    const knowledge = store.open({ patienceMs: 5_000 });
    const { count } = await knowledge.report({ type: 'silent_catch', file: 'x', description: 'd', prevention: 'p', by: { tool: 'test' } });
    const stored = records(store);
    expectEachOnce(answers, stored);
    expect(count).toBe(stored.filter(({ kind }) => kind === 'violation').length);
    expect(await knowledge.faults()).toEqual([]);
  }
});

describe(`init and its undoing, while ${many} processes write,`, () => {
  const writing = { each: 0, kinds: 'learn,violation', on: true };
  const atAnswers = async (writers: readonly Writer[], count: number) => {
    expect(await until(() => acknowledged(writers).length >= count)).toBe(true);
  };
  /** What they had acknowledged when all have ended. */
  const ended = async (writers: readonly Writer[]) => {
    // Some of it after the move.
    await atAnswers(writers, acknowledged(writers).length + 8);
    for (const { child } of writers) child.stdin?.end();
    await Promise.all(writers.map((writer) => writer.ended));
    return acknowledged(writers);
  };

  it('lose nothing', async () => {
    const store = storeHome();
    const writers = await together(store, many, writing);
    await atAnswers(writers, 60);
    const { moved } = await initProject(store.run(), store.workspace);
    expect(moved.learnings + moved.violations).toBeGreaterThanOrEqual(60);
    const answers = await ended(writers);
    expectEachOnce(answers, records(store));
    expect(readdirSync(store.workspace.knowledgeDirectory)).toEqual(['moved.json']);
    const counts = answers.flatMap(({ count, kind }) => (kind === 'violation' ? [Number(count)] : []));
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: counts.length }, (_, i) => i + 1));
    expect(await store.open().list()).toHaveLength(answers.length - counts.length);
  });

  it('lose nothing when the one that moves is killed and another finishes', async () => {
    const alone = storeHome();
    await madeBy(start(alone, 'write', '0', '0', '8', 'learn,violation'));
    const made = await madeBy(start(alone, 'init', '0'));
    for (const at of evenly(rounds(10), made)) {
      const store = storeHome();
      const writers = await together(store, 4, writing);
      await atAnswers(writers, 8);
      const mover = start(store, 'init', String(at));
      await mover.ended;
      expect(signalOf(mover), `call ${at}`).toBe('SIGKILL');
      await initProject(store.run(), store.workspace);
      expectEachOnce(await ended(writers), records(store));
    }
  });
});
