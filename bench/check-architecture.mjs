// Mode architecture beside dependency-cruiser, with the same rules on the same files: which (rule, from, to) only one of them reports.
//   PATH=<directory of depcruise>:$PATH npm run bench -- check-architecture <repository> …
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasProgram, keep, machineLine, table } from './support/report.mjs';
import { copied, serverFor } from './support/repositories.mjs';

const target = { agreement: 1, warmMs: 100 };

/** What a rule set asks of one repository: `root` holds the sources, `a` and `b` are two directories in it. */
const ruleSets = {
  'forbidden by folder': ({ root }) => ({
    forbidden: [
      error('peers', { path: `^${root}/([^/]+)/` }, { path: `^${root}/([^/]+)/`, pathNot: `^${root}/$1/` }),
      error('no-tests', { pathNot: String.raw`\.(test|spec)\.` }, { path: String.raw`\.(test|spec)\.` }),
    ],
  }),
  allowed: ({ root, a }) => ({
    allowed: [
      { from: { path: `^${root}/([^/]+)/` }, to: { path: `^${root}/$1/` } },
      { from: {}, to: { path: `^${root}/${a}(/|$)` } },
    ],
    allowedSeverity: 'error',
  }),
  required: ({ root, a, b }) => ({
    required: [
      { name: 'must', severity: 'error', module: { path: `^${root}/${a}/` }, to: { path: `^${root}/${b}/` } },
      { name: 'must-reach', severity: 'error', module: { path: `^${root}/${a}/` }, to: { path: `^${root}/${b}/`, reachable: true } },
    ],
  }),
  reachable: ({ root, a, b }) => ({
    forbidden: [
      error('reaches', { path: `^${root}/${a}/` }, { path: `^${root}/${b}/`, reachable: true }),
      error('unreached', { path: `^${root}/${a}/` }, { path: `^${root}/${b}/`, reachable: false }),
    ],
  }),
  'circular and orphan': ({ root, a }) => ({
    forbidden: [
      error('circle', {}, { circular: true }),
      error('circle-via', {}, { circular: true, via: { path: `^${root}/${a}/` } }),
      error('circle-via-only', {}, { circular: true, viaOnly: { path: `^${root}/${a}/` } }),
      error('alone', { orphan: true }, {}),
    ],
  }),
  'kinds of imports': ({ root }) => ({
    forbidden: [
      error('lost', {}, { couldNotResolve: true }),
      error('type-only', { path: `^${root}` }, { dependencyTypes: ['type-only'] }),
      error('core', { path: `^${root}` }, { dependencyTypes: ['core'] }),
      error('dev', { path: `^${root}`, pathNot: 'test' }, { dependencyTypes: ['npm-dev'] }),
    ],
  }),
};

function error(name, from, to) {
  return { name, severity: 'error', from, to };
}

export async function checkArchitecture({ paths = [], only }) {
  if (paths.length === 0 || !hasProgram('depcruise')) {
    console.log(paths.length === 0 ? 'No repositories: give their directories.' : 'depcruise is not on PATH.');
    return true;
  }
  const rows = [];
  const figures = {};
  for (const path of paths) {
    const copy = copied(path, 'check-architecture');
    const place = placeIn(copy);
    for (const withTypes of [true, false])
      for (const [name, rulesOf] of Object.entries(ruleSets).filter(([set]) => only === undefined || set.includes(only))) {
        const one = await compared(copy, place, { ...rulesOf(place), options: optionsFor(copy, withTypes) });
        const { ours, theirs, both, ourTime, theirCpu } = one;
        figures[`${basename(path)}, ${name}, types ${withTypes}`] = { ours: ours.size, theirs: theirs.size, both };
        rows.push([basename(path), name, withTypes ? 'yes' : 'no', ours.size, theirs.size, both, ourTime, theirCpu]);
        const talk = (who, some, others) => {
          for (const each of [...some].filter((key) => !others.has(key)).slice(0, 5))
            console.log(`${basename(path)}, ${name}, ${withTypes}: only ${who}: ${each}`);
        };
        talk('snap', ours, theirs);
        talk('dependency-cruiser', theirs, ours);
      }
  }
  console.log(
    table(['repository', 'rules', 'types', 'snap', 'theirs', 'same', 'snap first / second, CPU s, second wall ms', 'theirs, CPU s'], rows),
  );
  const sums = rows.reduce(([all, same], [, , , mine, other, both]) => [all + mine + other - both, same + both], [0, 0]);
  console.log(`\n${sums[1]} of ${sums[0]} verdicts are the same. ${machineLine()}`);
  keep('check-architecture', { figures });
  return sums[1] >= target.agreement * sums[0];
}

/** The directory of sources, and two directories in it with many files. */
function placeIn(copy) {
  const root = ['src', 'packages/excalidraw', 'lib'].find((name) => existsSync(join(copy, name))) ?? '.';
  const directories = readdirSync(join(copy, root)).filter(
    (name) => statSync(join(copy, root, name)).isDirectory() && name !== 'node_modules',
  );
  const size = (name) => readdirSync(join(copy, root, name), { recursive: true }).filter((file) => /\.[jt]sx?$/.test(file)).length;
  const [a = 'a', b = 'b'] = directories.sort((one, other) => size(other) - size(one) || (one < other ? -1 : 1));
  return { root, a, b };
}

function optionsFor(copy, withTypes) {
  const tsConfig = ['tsconfig.base.json', 'tsconfig.json'].find((name) => existsSync(join(copy, name)));
  return {
    tsPreCompilationDeps: withTypes,
    doNotFollow: { path: 'node_modules' },
    ...(tsConfig === undefined ? {} : { tsConfig: { fileName: tsConfig } }),
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  };
}

async function compared(copy, { root }, config) {
  writeFileSync(join(copy, '.dependency-cruiser.json'), JSON.stringify(config));
  const began = cpuOfChildren();
  const run = spawnSync('depcruise', ['--config', '.dependency-cruiser.json', '--output-type', 'json', root], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const theirCpu = (cpuOfChildren() - began).toFixed(1);
  const inside = (file) => file.startsWith(`${root}/`);
  const theirs = new Set(
    JSON.parse(run.stdout).summary.violations.flatMap(({ rule, from, to }) => (inside(from) ? [keyOf(rule.name, from, to)] : [])),
  );
  const server = await serverFor(copy);
  const first = await server.ask('architecture');
  const { wall, cpu, report } = await server.ask('architecture');
  await server.end();
  const ours = new Set(
    report.findings.flatMap(({ rule, file, message, reason }) =>
      reason === undefined && inside(file)
        ? [
            keyOf(
              rule,
              file,
              /^It (?:imports|reaches) (?!nothing)(?:the package )?(.*?)(?:\.$|, which| through)/.exec(message)?.[1] ?? file,
            ),
          ]
        : [],
    ),
  );
  const both = [...ours].filter((key) => theirs.has(key)).length;
  return { ours, theirs, both, theirCpu, ourTime: `${(first.cpu / 1000).toFixed(2)} / ${(cpu / 1000).toFixed(2)}, ${wall.toFixed(0)}` };
}

/** Of a package only its name counts: the two name different files of it. */
function keyOf(rule, from, to) {
  const name = /^(?:.*\/)?node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1] ?? to.replace(/^node:/, '');
  return `${rule}: ${from} -> ${name}`;
}

/** CPU seconds of processes that this one started and that have ended. */
function cpuOfChildren() {
  const fields = String(spawnSync('cat', [`/proc/${process.pid}/stat`]).stdout)
    .split(') ')[1]
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
