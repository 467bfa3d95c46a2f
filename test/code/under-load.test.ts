import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Code, circlesOf } from '../../src/code/index.ts';
import { jobRunner } from '../../src/system/workers/run-job.ts';
import { workerFile } from '../../src/system/workers/worker-process.ts';
import { builtProgram } from '../support/built-program.ts';
import { codeAt, edgesIn } from '../support/code-at.ts';
import { cpuTimeUntil } from '../support/cpu-time.ts';
import { rounds } from '../support/storm.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

builtProgram();

function workspace(files: Readonly<Record<string, string>>): TemporaryHome {
  const home = temporaryHome();
  for (const [path, text] of Object.entries(files)) home.put(`w/${path}`, text);
  return home;
}

/** Each needs the parser: the scanner does not know whether a call in a function runs at once. */
function manyFiles(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `d${i % 50}/f${i}.ts`,
      `import { f${(i + 1) % count} } from '../d${((i + 1) % count) % 50}/f${(i + 1) % count}';\nexport function f${i}() { const a = f(require('./x')); return [f${(i + 1) % count}, a]; }\n`,
    ]),
  );
}

const codeOf = (home: TemporaryHome): Code => codeAt(home, { ...home.run(), runJob: jobRunner(workerFile()) });

describe('while many files are parsed', () => {
  it('this process answers at once', async () => {
    const count = rounds(10_000, 'SNAP_PROPERTY_RUNS', 20);
    const home = workspace(manyFiles(count));
    let longest = 0;
    const reading = { isOver: false };
    const looking = (async () => {
      while (!reading.isOver) longest = Math.max(longest, await cpuTimeUntil(() => setTimeout(5)));
    })();
    const graph = await codeOf(home).graph();
    reading.isOver = true;
    await looking;
    expect([...graph.files.values()].filter(({ edges }) => edges.length > 0)).toHaveLength(count);
    // Processor time between two turns. The aim is 50 ms, which the bench measures; a parser in this process would hold it up for seconds.
    expect(longest).toBeLessThan(2_000);
  });

  it('a caller that withdraws has its answer, and the worker is gone', async () => {
    const home = workspace(manyFiles(rounds(10_000, 'SNAP_PROPERTY_RUNS', 20)));
    // One is kept from before.
    const kept = new Set(workers());
    const started = (): readonly string[] => workers().filter((pid) => !kept.has(pid));
    const cancel = new AbortController();
    const reading = codeOf(home).graph(cancel.signal);
    const ended = reading.then(
      () => 'read',
      () => 'withdrawn',
    );
    // Bounded by the reading: it ends by itself.
    const watching = setInterval(() => {
      if (process.platform !== 'linux' || started().length > 0) cancel.abort();
    }, 1);
    const how = await ended;
    clearInterval(watching);
    expect(how).toBe('withdrawn');
    expect(started()).toEqual([]);
  });
});

describe('a file of which the parser dies', () => {
  it('is named as not read, and everything else is', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const home = workspace({
      'a.ts': "import './b';",
      'b.ts': "import './a'; f(() => require('./c'));",
      'c.ts': '',
      'deep.ts': `import './a'; f(() => require('./c'));\nexport default ${deep};`,
    });
    const graph = await codeOf(home).graph();
    expect(graph.files.get('deep.ts')?.problem).toContain('nested too deeply');
    expect([...graph.files.values()].filter(({ problem }) => problem !== undefined)).toHaveLength(1);
    expect(edgesIn(graph)).toEqual(['a.ts -runtime-> b.ts:1', 'b.ts -lazy-> c.ts:1', 'b.ts -runtime-> a.ts:1']);
    expect((await circlesOf(graph)).map(({ files }) => files)).toEqual([['a.ts', 'b.ts']]);
  });
});

describe('a file that is nested deeper than the stack', () => {
  it.each([
    ['a chain', `a${'.b()'.repeat(6_000)}`],
    ['a sum', `x=${'"a"+'.repeat(8_000)}1`],
    ['else if', `if(a){}${'else if(a){}'.repeat(6_000)}`],
    ['arrows', `export const f=${'()=>'.repeat(5_000)}1`],
  ])('%s: is named as not read, and the names of all others are known', async (_, deep) => {
    const home = workspace({ 'a.ts': "import { b } from './b';\nb();", 'b.ts': 'export const b = () => 1;', 'deep.ts': deep });
    const graph = await codeOf(home).graph();
    const symbols = await graph.symbols([...graph.files.keys()]);
    expect(JSON.stringify(symbols.get([...graph.files.keys()].find((path) => path === 'b.ts') ?? expect.fail()))).toContain('"b"');
  });
});

/** Workers of this process; empty where the machine does not tell. */
function workers(): readonly string[] {
  if (!existsSync('/proc/self/task')) return [];
  return readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter(
      (pid) => pid !== '' && existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.mjs'),
    );
}
