// Circles of imports in real repositories: what is found beside TypeScript's own resolver and beside other tools, and what it costs.
//   node bench/run.mjs circular <paths…> [--runs 3]
// Other tools (madge, dpdm, rev-dep) are measured when they are on the PATH. Works on a copy of the files that git knows.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInstalled, trueEdges } from './circular/truth.mjs';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { buildId, root, scratch } from './support/program.mjs';
import { machineLine, median, table } from './support/report.mjs';

const coldTarget = 600;
const warmTarget = 50;
/** Each run has a home of its own: nothing is kept from the one before. */
let homes = 0;
const others = {
  'rev-dep': ['circular', '--algorithm', 'SCC'],
  madge: ['--circular', '--extensions', 'js,jsx,mjs,cjs,ts,tsx,mts,cts', '.'],
  dpdm: ['--no-warning', '--no-tree', '**/*.{ts,tsx,js,jsx,mts,mjs}'],
};

export async function circular({ paths, runs = 3 }) {
  if (paths.length === 0) {
    console.log('SKIPPED: no repository was named: npm run bench -- circular <paths…>');
    return true;
  }
  if (!isInstalled) {
    console.log('SKIPPED: TypeScript 5.9, the judge of this bench, is not installed: run "npm ci --prefix bench --ignore-scripts".');
    return true;
  }
  console.log(`${machineLine()}, build ${buildId()}; CPU is user and system of all processes, in ms, the median of ${runs} runs\n`);
  const program = await bundledFile('bench/circular/run.ts', 'circular-run');
  const rows = [];
  let isGood = true;
  for (const path of paths) {
    const directory = copyOf(resolve(path));
    const one = await measured(program, directory, runs);
    rows.push([basename(path), ...one.cells]);
    isGood &&= one.isGood;
    for (const [name, args] of Object.entries(others)) rows.push([basename(path), ...otherTool(name, args, directory)]);
  }
  const heads = [
    'repository',
    'tool',
    'files',
    'edges',
    'edges P / R',
    'circles',
    'cyclic files P / R',
    'cold CPU',
    'warm CPU',
    'warm ms',
    'MiB',
  ];
  console.log(table(heads, rows));
  console.log(
    `\nTargets: edges and cyclic files 1.000, cold ${coldTarget} ms, warm after one edit ${warmTarget} ms: ${isGood ? 'reached' : 'NOT reached'}.`,
  );
  return isGood;
}

async function measured(program, directory, runs) {
  const worker = join(root, 'dist/worker.mjs');
  const once = (how) => {
    const home = newHome(`circular-${(homes += 1)}`);
    const answer = join(home, 'answer.json');
    execFileSync(process.execPath, [program, directory, home, worker, how, answer]);
    return JSON.parse(readFileSync(answer, 'utf8'));
  };
  const cold = Array.from({ length: runs }, () => once('cold'));
  const last = once('warm');
  // The first edit starts what is kept from then on.
  const warm = last.warm.slice(1);
  const files = last.modules.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  const truth = trueEdges(directory, files);
  const known = new Set(files);
  const own = new Set(last.edges.filter((edge) => edge.split(' ').every((file) => known.has(file))));
  const [trueCyclic, ownCyclic] = [cyclicFiles(truth), new Set(last.circles.flatMap((one) => one.files))];
  const [edges, cyclic] = [compared(own, truth), compared(ownCyclic, trueCyclic)];
  const isMissing = [...truth].filter((edge) => !own.has(edge));
  const isMore = [...own].filter((edge) => !truth.has(edge));
  for (const edge of isMissing.slice(0, 5)) console.log(`${basename(directory)}: not found: ${edge}`);
  for (const edge of isMore.slice(0, 5)) console.log(`${basename(directory)}: only here: ${edge}`);
  const proved = last.circles.filter(({ isSmallestCut }) => isSmallestCut).length;
  const kinds = Object.entries(Object.groupBy?.(last.kinds, (kind) => kind) ?? counted(last.kinds)).map(
    ([kind, all]) => `${all.length ?? all} ${kind}`,
  );
  console.log(`${basename(directory)}: ${kinds.join(', ')}; cut of ${proved} of ${last.circles.length} circles proved to be the smallest`);
  const coldCpu = median(cold.map((one) => one.cold));
  const warmCpu = median(warm.map(({ cpu }) => cpu));
  const cells = [
    'snap',
    files.length,
    own.size,
    edges,
    `${last.circles.length} / ${ownCyclic.size} files, ${last.circles.flatMap(({ runtime }) => runtime).length} at run time`,
    cyclic,
    coldCpu.toFixed(0),
    warmCpu.toFixed(0),
    median(warm.map(({ ms }) => ms)).toFixed(0),
    Math.max(...cold.map(({ peakMiB }) => peakMiB)).toFixed(0),
  ];
  const isRight = cyclic === '1.000 / 1.000';
  return { cells, isGood: isRight && coldCpu <= coldTarget && warmCpu <= warmTarget };
}

function counted(kinds) {
  const counts = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function compared(found, truth) {
  const both = [...found].filter((one) => truth.has(one)).length;
  const part = (all) => (all === 0 ? 1 : Math.floor((both / all) * 1000) / 1000).toFixed(3);
  return `${part(found.size)} / ${part(truth.size)}`;
}

/** By taking away, again and again, what nothing leads to or from: what stays and reaches itself is cyclic. */
function cyclicFiles(edges) {
  const next = new Map();
  for (const edge of edges) {
    const [from, to] = edge.split(' ');
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const reaches = (file) => {
    const seen = new Set(next.get(file));
    for (const one of seen) {
      if (one === file) return true;
      for (const other of next.get(one) ?? []) seen.add(other);
    }
    return seen.has(file);
  };
  return new Set([...next.keys()].filter(reaches));
}

function otherTool(name, args, directory) {
  if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined) return [name, ...Array(8).fill(''), 'not found'];
  const script = '"$@" > /dev/null 2>&1; times';
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', name, ...args], { cwd: directory, encoding: 'utf8', timeout: 300_000 });
  const times = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  const cpu = times.reduce((sum, one) => sum + one, 0) * 1000;
  return [name, '', '', '', '', '', cpu.toFixed(0), '', '', ''];
}

/** The files of the last commit, so that nothing is changed where they are. */
function copyOf(path) {
  const target = join(scratch, 'circular', basename(path));
  rmSync(target, { recursive: true, force: true });
  const names = execFileSync('git', ['-C', path, 'ls-files', '-z'], { maxBuffer: 2 ** 30, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const name of names) {
    const from = join(path, name);
    if (
      !existsSync(from) ||
      !lstatSync(from).isFile() ||
      !/\.(?:[cm]?[jt]sx?|json|ya?ml|vue|svelte|astro|css|scss)$|\.gitignore$/.test(name)
    )
      continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(from, join(target, name));
  }
  return target;
}
