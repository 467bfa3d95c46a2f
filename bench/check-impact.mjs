// Mode impact against what really runs and really fails: the tests of a repository run once with a mark at the start of every function, which says in which
// test files each one runs; then some functions are broken, one at a time, and the tests that ran them are run again.
//   node bench/check-impact.mjs <repository> … [--mutations 12] [--seed 1] [--only <projects of vitest>] [--runner <another Node>]    (or BENCH_TEST_NODE)
// The repositories need their packages installed and tests by vitest or "node --test". Each is copied first; nothing in it is changed.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledFile } from './support/bundled.mjs';
import { root, scratch } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';

const marks = `const { appendFileSync } = process.getBuiltinModule?.('node:fs') ?? require('node:fs');
const seen = new Set();
globalThis.__mark = (id) => {
  const test = globalThis.__vitest_worker__?.filepath ?? process.argv[1] ?? '';
  const line = id + ' ' + test + '\\n';
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(process.env.MARKS, line);
};`;

export async function checkImpact({
  paths = [],
  mutations = 12,
  seed = 1,
  runner = process.env.BENCH_TEST_NODE ?? process.execPath,
  only,
} = {}) {
  if (paths.length === 0) {
    console.log('Name repositories with their packages installed; none was named, so nothing was measured.');
    return true;
  }
  console.log(`${machineLine()}\n`);
  // Below the repository, where the parser is found.
  const outfile = join(root, 'bench/results/check-impact.mjs');
  await bundledFile('bench/check-impact/run.ts', 'check-impact', {
    external: ['oxc-parser', 'picomatch', 'oxc-resolver', '@ast-grep/napi'],
    outfile,
  });
  const { open } = await import(pathToFileURL(outfile).href);
  const rows = [];
  for (const path of paths) rows.push(await measure(path, { open, mutations, seed, runner, only }));
  const heads = [
    'repository',
    'test files',
    'functions run',
    'pairs (function, test that runs it)',
    'found',
    'set / file-level set',
    'least possible',
    'broken',
    'tests that failed',
    'found',
    'set / file-level set',
    'ms p50',
  ];
  console.log(
    table(
      heads,
      rows.map(({ row }) => row),
    ),
  );
  keep('check-impact', { rows });
  const isComplete = rows.every(({ missed }) => missed === 0);
  const [ours, whole] = rows.reduce(([a, b], { set, fileSet }) => [a + set, b + fileSet], [0, 0]);
  console.log(
    `\nEvery test that failed was named: ${isComplete ? 'yes' : 'NO'}. Tests named, against the file-level set: ${((100 * ours) / whole).toFixed(1)} % (target: at most 50 %).`,
  );
  return isComplete && ours <= whole / 2;
}

async function measure(path, { open, mutations, seed, runner, only }) {
  const name = basename(resolve(path));
  const copy = join(scratch, 'check-impact', name);
  rmSync(copy, { recursive: true, force: true });
  copyWithoutPackages(resolve(path), copy);
  const home = join(scratch, 'check-impact', `${name}.home`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const { functions, predict, tests } = await open(copy, home);
  const originals = new Map();
  const original = (file) => originals.get(file) ?? originals.set(file, readFileSync(join(copy, file), 'utf8')).get(file);
  // One run with a mark in every function.
  const log = join(home, 'marks.txt');
  const hook = join(home, 'mark.cjs');
  writeFileSync(hook, marks);
  writeFileSync(log, '');
  const byFile = Map.groupBy?.(functions, ({ file }) => file) ?? groupBy(functions);
  for (const [file, list] of byFile) {
    let text = original(file);
    for (const one of [...list].sort((a, b) => b.at - a.at))
      text = `${text.slice(0, one.at)}globalThis.__mark?.(${functions.indexOf(one)});${text.slice(one.at)}`;
    writeFileSync(join(copy, file), text);
  }
  const marked = runTests(copy, runner, [], { NODE_OPTIONS: `--require=${hook}`, MARKS: log }, only);
  for (const file of byFile.keys()) writeFileSync(join(copy, file), original(file));
  const known = new Set(tests);
  const ran = new Map();
  for (const line of new Set(readFileSync(log, 'utf8').split('\n'))) {
    const [, id, test] = /^(\d+) (.*)$/.exec(line) ?? [];
    const file = test === undefined ? undefined : relative(copy, test);
    if (file === undefined || file.startsWith('..') || file.includes('node_modules')) continue;
    if (!known.has(file)) console.log(`${name}: ${file} runs as a test and is not known as one`);
    ran.set(Number(id), [...(ran.get(Number(id)) ?? []), file]);
  }
  const started = new Set([...ran.values()].flat());
  let [pairs, found, set, fileSet] = [0, 0, 0, 0];
  const times = [];
  const predicted = new Map();
  for (const [id, files] of ran) {
    const answer = await predict(functions[id]);
    predicted.set(id, answer);
    times.push(answer.ms);
    const missed = files.filter((file) => !answer.tests.includes(file));
    pairs += files.length;
    found += files.length - missed.length;
    set += answer.tests.filter((one) => started.has(one)).length;
    fileSet += answer.loading.filter((one) => started.has(one)).length;
    for (const file of missed) console.log(`${name}: ${functions[id].name} of ${functions[id].file} runs in ${file}, which was not named`);
  }
  const figures = { pairs, found, set, fileSet };
  // Some of them broken, one at a time. A test that does not run a function cannot fail of it.
  const candidates = [...ran.keys()].filter((id) => functions[id].isExported && (predicted.get(id)?.loading.length ?? 0) > 1);
  const chosen = shuffled(candidates, seed).slice(0, mutations);
  let [failedTests, named, brokenSet, brokenFileSet] = [0, 0, 0, 0];
  for (const id of chosen) {
    const one = functions[id];
    const text = original(one.file);
    writeFileSync(join(copy, one.file), `${text.slice(0, one.at)}throw new Error("broken on purpose");${text.slice(one.at)}`);
    const answer = predicted.get(id);
    const { failed } = runTests(copy, runner, ran.get(id), {}, only);
    writeFileSync(join(copy, one.file), text);
    const now = failed.filter((file) => !marked.failed.includes(file));
    failedTests += now.length;
    named += now.filter((file) => answer.tests.includes(file)).length;
    brokenSet += answer.tests.filter((test) => started.has(test)).length;
    brokenFileSet += answer.loading.filter((test) => started.has(test)).length;
    console.log(
      `${name}: ${one.name} of ${one.file}: ${now.length} of ${ran.get(id).length} failed; named ${answer.tests.length}, by whole files ${answer.loading.length}`,
    );
  }
  const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
  return {
    missed: figures.pairs - figures.found + failedTests - named,
    set: brokenSet,
    fileSet: brokenFileSet,
    row: [
      name,
      started.size,
      ran.size,
      pairs,
      percent(found, pairs),
      percent(set, fileSet),
      percent(pairs, fileSet),
      chosen.length,
      failedTests,
      percent(named, failedTests),
      percent(brokenSet, brokenFileSet),
      median(times).toFixed(1),
    ],
  };
}

/** The tests of a repository, or some of them. @returns the files that failed. */
function runTests(directory, runner, files, env, only) {
  const options = { cwd: directory, env: { ...process.env, CI: 'true', ...env }, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 900_000 };
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs');
  if (existsSync(vitest)) {
    const report = join(directory, 'node_modules.report.json');
    const project = only === undefined ? [] : only.split(',').flatMap((each) => ['--project', each]);
    spawnSync(
      runner,
      [
        vitest,
        'run',
        ...files,
        ...(name(directory) === 'hono' || only !== undefined ? project : []),
        '--coverage.enabled=false',
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      options,
    );
    const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
    rmSync(report, { force: true });
    return { failed: testResults.filter(({ status }) => status !== 'passed').map(({ name: file }) => relative(directory, file)) };
  }
  const all =
    files.length > 0
      ? files
      : execFileSync('git', ['ls-files', '*.test.ts', '*.test.js', '*.test.mjs'], { cwd: directory, encoding: 'utf8' }).trim().split('\n');
  const failed = all.filter((file) => spawnSync(runner, ['--experimental-strip-types', '--test', file], options).status !== 0);
  return { failed };
}

function name(directory) {
  return basename(directory);
}

/** The packages of a repository stay where they are. */
function copyWithoutPackages(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => relative(from, path) !== 'node_modules' && !/(?:^|\/)\.git(?:\/|$)/.test(relative(from, path)),
  });
  mkdirSync(join(to, 'node_modules'));
  for (const entry of readdirSync(join(from, 'node_modules')))
    symlinkSync(join(from, 'node_modules', entry), join(to, 'node_modules', entry));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: to, stdio: 'ignore' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
}

function groupBy(functions) {
  const groups = new Map();
  for (const one of functions) groups.set(one.file, [...(groups.get(one.file) ?? []), one]);
  return groups;
}

function shuffled(list, seed) {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const result = [...list].sort((a, b) => a - b);
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

if (process.argv[1]?.endsWith('check-impact.mjs')) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      mutations: { type: 'string', default: '12' },
      seed: { type: 'string', default: '1' },
      runner: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { mutations, only, runner, seed } = values;
  process.exit((await checkImpact({ paths: positionals, mutations: Number(mutations), seed: Number(seed), runner, only })) ? 0 : 1);
}
