import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { initProject } from '../../src/learnings/index.ts';
import { isRecord, jsonIn } from '../../src/system/index.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { type StoreHome, storeHome } from '../support/store-home.ts';
import { rounds, stride } from '../support/storm.ts';

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

/** All together: each says that it is ready, and waits for a line. */
async function together(store: StoreHome, writers: number, each: number, kinds: string): Promise<readonly Writer[]> {
  const started = Array.from({ length: writers }, (_, i) => start(store, 'write', String(i), String(each), kinds, 'go'));
  await Promise.all(started.map(({ ready }) => ready));
  for (const { child } of started) child.stdin?.write('go\n');
  return started;
}

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
  const writers = await together(store, many, 400 / many, 'learn,violation,use');
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

it(`${many} processes that are killed at random moments lose nothing they acknowledged`, async () => {
  let known = 0;
  for (let round = 0; round < rounds(5); round += 1) {
    const store = storeHome({ inMemory: round % 2 === 1 });
    const writers = await together(store, many, 400 / many, 'learn,violation,use');
    // After a number of answers and not after a time: a slow machine kills in the middle too.
    await Promise.all(
      writers.map(async ({ answers, child, ended }, i) => {
        if (i % 4 === 3) return ended;
        const at = 1 + Math.floor(Math.random() * 40);
        child.stdout?.on('data', () => answers.length >= at && child.kill('SIGKILL'));
        return ended;
      }),
    );
    const answers = acknowledged(writers);
    expect(writers.some(({ child }) => child.signalCode === 'SIGKILL')).toBe(true);
    // The next writer mends what was left torn; a half line of a dead writer would still be one that does not parse.
    const knowledge = store.open({ patienceMs: 5_000 });
    const { count } = await knowledge.report({ type: 'silent_catch', file: 'x', description: 'd', prevention: 'p', by: { tool: 'test' } });
    const stored = records(store);
    expectEachOnce(answers, stored);
    expect(count).toBe(stored.filter(({ kind }) => kind === 'violation').length);
    expect(await knowledge.faults()).toEqual([]);
    known += answers.length;
  }
  expect(known).toBeGreaterThan(60 * rounds(5));
});

describe(`init and its undoing, while ${many} processes write,`, () => {
  it('lose nothing', async () => {
    const store = storeHome();
    const writers = await together(store, many, 400 / many, 'learn,violation');
    const atAnswers = async (count: number) => {
      const deadline = performance.now() + 50_000;
      while (acknowledged(writers).length < count && performance.now() < deadline) await new Promise(setImmediate);
    };
    await atAnswers(60);
    const { moved } = await initProject(store.run(), store.workspace);
    expect(moved.learnings + moved.violations).toBeGreaterThanOrEqual(60);
    const then = acknowledged(writers).length;
    expect(then).toBeLessThan(400);
    await Promise.all(writers.map(({ ended }) => ended));
    const answers = acknowledged(writers);
    expect(answers).toHaveLength(400);
    expectEachOnce(answers, records(store));
    expect(readdirSync(store.workspace.knowledgeDirectory)).toEqual(['moved.json']);
    const counts = answers.flatMap(({ count, kind }) => (kind === 'violation' ? [Number(count)] : []));
    expect(new Set(counts).size).toBe(200);
    expect(Math.max(...counts)).toBe(200);
    expect(await store.open().list()).toHaveLength(200);
  });

  it('lose nothing when the one that moves is killed and another finishes', async () => {
    for (let round = 0; round < rounds(4); round += 1) {
      const store = storeHome();
      const writers = await together(store, 4, 40, 'learn,violation');
      const mover = start(store, 'init');
      const killing = setInterval(() => {
        if (readdirSync(store.workspace.root).includes('.snap') && Math.random() < 0.3) mover.child.kill('SIGKILL');
      }, 1);
      await mover.ended;
      clearInterval(killing);
      await initProject(store.run(), store.workspace);
      await Promise.all(writers.map(({ ended }) => ended));
      const answers = acknowledged(writers);
      expect(answers).toHaveLength(160);
      expectEachOnce(answers, records(store));
    }
  });
});
