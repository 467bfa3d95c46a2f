// Hostile input of five kinds: no crash, hang, leak, wrong exit code or changed file.
//   node bench/run.mjs hostile [--only <a part of a case's name>]      SNAP_BENCH_KEEP=1 keeps each case's directory
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { configFiles } from './hostile/config-files.mjs';
import { directories } from './hostile/directories.mjs';
import { environment } from './hostile/environment.mjs';
import { ignoreFiles } from './hostile/ignore-files.mjs';
import { repository } from './hostile/repository.mjs';
import { runCase } from './hostile/run-case.mjs';
import { trials } from './hostile/trials.mjs';
import { wire } from './hostile/wire.mjs';
import { wireTools } from './hostile/wire-tools.mjs';
import { program, scratch } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';

/** Fewer would say too little, whoever takes cases out. */
const minCases = 300;
const workers = 2;
const groups = {
  wire: [wire, wireTools],
  repository: [repository],
  'ignore files': [ignoreFiles],
  directories: [directories],
  environment: [environment, configFiles],
  trials: [trials],
};

export async function hostile({ only }) {
  if (spawnSync('/usr/bin/prlimit', ['--version']).status !== 0)
    throw new Error('prlimit is missing (util-linux): it bounds what a case may take.');
  // Some cases run as another user, who has to reach the program.
  chmodSync(scratch, 0o755);
  program();
  const all = Object.entries(groups).flatMap(([group, makers]) =>
    makers.flatMap((make) => make()).map((one) => ({ ...one, group, name: `${group.replace(' ', '-')}/${one.id}` })),
  );
  const twice = all.filter(({ name }, i) => all.findIndex((other) => other.name === name) !== i);
  if (twice.length > 0) throw new Error(`Two cases are called ${twice[0].name}.`);
  const chosen = only === undefined ? all : all.filter(({ name }) => name.includes(only));
  console.log(`${machineLine()}\n`);
  const results = await inParallel(chosen, runCase);
  const rows = Object.keys(groups).map((group) => {
    const mine = results.filter((result) => result.group === group);
    const skipped = mine.filter(({ isSkipped }) => isSkipped).length;
    const slowest = mine.toSorted((a, b) => b.seconds - a.seconds)[0];
    const runs = mine.reduce((sum, { runs: count }) => sum + count, 0);
    const failed = mine.filter(({ problems }) => problems.length > 0).length;
    return [
      group,
      mine.length - skipped,
      skipped,
      runs,
      failed,
      slowest === undefined ? '' : `${slowest.seconds.toFixed(1)} s, ${slowest.id}`,
    ];
  });
  console.log(`\n${table(['group', 'cases', 'skipped', 'processes', 'failed', 'slowest'], rows)}`);
  const ran = results.filter(({ isSkipped }) => !isSkipped).length;
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  console.log(`\n${ran} cases (at least ${minCases}), ${failed} failed (target: 0)`);
  keep('hostile', {
    rows,
    failed: results.filter(({ problems }) => problems.length > 0).map(({ name, problems }) => ({ name, problems })),
  });
  return failed === 0 && (only !== undefined || ran >= minCases);
}

/** The results in the order of the cases. */
async function inParallel(cases, run) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < cases.length) {
      const i = next++;
      results[i] = await run(cases[i], join(scratch, 'hostile', String(i)));
      told(results[i]);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

function told({ name, problems, directory }) {
  if (problems.length === 0) return;
  console.log(`✗ ${name}      npm run bench -- hostile --only ${JSON.stringify(name)}`);
  for (const problem of problems.slice(0, 8)) console.log(`    ${problem}`);
  if (process.env['SNAP_BENCH_KEEP']) console.log(`    ${directory}`);
}
