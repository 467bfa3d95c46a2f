// The graph of one directory, in a process of its own: node <this> <directory> <home> <worker> cold|warm <answer>. Writes one JSON document.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesOf, openCode } from '../../src/code/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { jobRunner } from '../../src/system/workers/run-job.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';

const [directory = '', home = '', worker = '', how = 'cold', answer = ''] = process.argv.slice(2);
const system = writableSystem({ ...nodeSystem({ home, cwd: directory, env: { HOME: home } }), runJob: jobRunner(worker) });
const code = openCode(system, await openWorkspace(system, directory), { exclude: [] });
const work = async () => {
  const graph = await code.graph();
  return { graph, circles: await circlesOf(graph) };
};
let { graph, circles } = await work();
const cold = own() + workers();
const warm: { cpu: number; ms: number }[] = [];
if (how === 'warm') {
  const edited = circles[0]?.files[0] ?? [...graph.files.keys()].find((path) => path.endsWith('.ts')) ?? '';
  const before = readFileSync(join(directory, edited));
  for (let i = 0; i < 7; i += 1) {
    appendFileSync(join(directory, edited), '\n// edited\n');
    const [began, busy] = [performance.now(), own() + workers()];
    ({ graph, circles } = await work());
    warm.push({ cpu: own() + workers() - busy, ms: performance.now() - began });
  }
  writeFileSync(join(directory, edited), before);
}
const modules = [...graph.files.values()].filter(({ kind }) => kind === 'module');
writeFileSync(
  answer,
  JSON.stringify({
    cold,
    own: own(),
    warm,
    modules: modules.map(({ path }) => path),
    edges: modules.flatMap(({ edges }) => edges.map(({ from, to }) => `${from} ${to}`)),
    circles: circles.map(({ files, cut, isSmallestCut, runtime }) => ({ files, cut: cut.length, isSmallestCut, runtime: runtime.flat() })),
    kinds: circles.flatMap(({ edges }) => edges.map(({ kind }) => kind)),
    peakMiB: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);

/** CPU milliseconds of this process since it was started. */
function own(): number {
  const { system: inSystem, user } = process.cpuUsage();
  return (inSystem + user) / 1000;
}

/** Of its workers that are still there; one is kept for half a minute. */
function workers(): number {
  let ticks = 0;
  for (const task of readdirSync('/proc/self/task')) {
    for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    }
  }
  return ticks * 10;
}
