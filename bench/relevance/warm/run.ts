// Bundled for bench/warm.mjs.
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkbench } from '../../../src/workbench/index.ts';
import type { Forecast } from '../../../src/insight/index.ts';

export interface Cost {
  readonly says: string;
  /** Of this process, and of the git that it started, a call. */
  readonly ownMs: number;
  readonly gitMs: number;
  readonly wallMs: number;
}

export interface Asked {
  readonly text: string;
  readonly file: string;
  readonly identifier: string;
}

type Calls = readonly (readonly [says: string, call: (forecast: Forecast) => Promise<unknown>])[];

/** What start and advise ask a forecast for, in a workspace whose history is known: median of `runs` calls each. */
export async function costs(home: string, root: string, { text, file, identifier }: Asked, runs: number): Promise<readonly Cost[]> {
  const env = { HOME: home, SNAP_DATA_DIR: `${home}/.snap-mcp`, PATH: process.env['PATH'] ?? '' };
  const system = writableSystem(nodeSystem({ home, cwd: root, env }));
  const bench = await openWorkbench(system, root, { owner: { kind: 'shell' }, watch: true });
  try {
    await bench.prepare(new AbortController().signal);
    const forecast = await bench.forecast();
    await whole(forecast, text);
    const max = 5;
    const calls: Calls = [
      ['start: files by the text', (one) => one.files({ text, files: [], max })],
      ['start: the same, with two identifiers', (one) => one.files({ text: `${text} ${identifier}`, files: [], max })],
      ['start: risk of a file', (one) => one.risk([file])],
      ['advise: files by the text and a file', (one) => one.files({ text, files: [file], max })],
      ['advise: the same, with two identifiers', (one) => one.files({ text: `${text} ${identifier}`, files: [file], max })],
      ['guide: tests and their command', (one) => one.tests({ text, files: [file] })],
    ];
    const found: Cost[] = [];
    for (const [says, call] of calls) found.push({ says, ...(await median(() => call(forecast), runs)) });
    return found;
  } finally {
    bench.close();
  }
}

/** Until the history is read: the first answers are from a part of it. */
async function whole(forecast: Forecast, text: string): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    const { limits } = await forecast.files({ text, files: [], max: 5 });
    if (!limits.some((one) => /read/.test(one))) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error('the history was not read');
}

async function median(call: () => Promise<unknown>, runs: number): Promise<Omit<Cost, 'says'>> {
  const all: Omit<Cost, 'says'>[] = [];
  for (let i = 0; i < runs; i += 1) {
    const [own, began, children] = [process.cpuUsage(), performance.now(), childMs()];
    await call();
    const { user, system } = process.cpuUsage(own);
    all.push({ ownMs: (user + system) / 1000, gitMs: childMs() - children, wallMs: performance.now() - began });
  }
  const middle = (key: keyof Omit<Cost, 'says'>): number => all.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  return { ownMs: middle('ownMs'), gitMs: middle('gitMs'), wallMs: middle('wallMs') };
}

/** Processor time of ended children, in steps of 10 ms. */
function childMs(): number {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return 10 * (Number(fields[13]) + Number(fields[14]));
}
