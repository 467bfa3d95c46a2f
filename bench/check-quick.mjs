// Mode quick on real repositories with node_modules: how long an answer takes after one edit, and whether it says what the project's own compiler
// and linter say. The built program is asked over MCP, as an assistant would.
//   npm run bench -- check-quick <repository> … [--runs 12]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { node, program, scratch } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';
import { connect } from './support/rpc.mjs';

const target = { p50: 1_000 };
/** Edits with an error of types in them: one changes what the file exports, so that what imports it is checked again. */
const kinds = [
  { kind: 'inside', planted: '\nfunction plantedByBench(): number {\n  return "x";\n}\nvoid plantedByBench;\n' },
  { kind: 'exports', planted: '\nexport const plantedByBench: number = "x";\n' },
];
/** An answer may take several calls, each as long as a call may take. */
const maxCalls = 10;

export async function checkQuick({ paths = [], runs = 12 }) {
  if (paths.length === 0) {
    console.log('No repositories: give their directories, each with node_modules.');
    return true;
  }
  const rows = [];
  const figures = {};
  let isGood = true;
  for (const path of paths) {
    const one = await measured(path, runs);
    figures[basename(path)] = one;
    for (const { equal, kind, late, p50, p95, cpu, back, unequal } of one.edits) {
      isGood &&= unequal.length === 0 && (kind !== 'inside' || (p50 <= target.p50 && late === 0));
      for (const line of unequal) console.log(`${basename(path)}: ${line}`);
      const { cold, same } = one;
      rows.push([
        basename(path),
        seconds(cold.wall),
        seconds(cold.cpu),
        seconds(same),
        kind,
        ...[p50, p95, cpu, back].map(seconds),
        late,
        equal,
      ]);
    }
  }
  console.log(
    table(
      [
        'repository',
        'first, wall s',
        'first, CPU s',
        'no edit, wall s',
        'edit',
        'p50, wall s',
        'p95',
        'p50, CPU s',
        'edit undone, p50',
        'over 45 s',
        'equal to own tools',
      ],
      rows,
    ),
  );
  console.log(
    `\n${machineLine()}. Target: p50 after one edit inside of a file at most ${target.p50 / 1000} s of wall time; every set of findings equal.`,
  );
  keep('check-quick', { figures });
  return isGood;
}

async function measured(path, runs) {
  const copy = join(scratch, 'check-quick', basename(path));
  mkdirSync(join(copy, '..'), { recursive: true });
  execFileSync('cp', ['-a', '--reflink=auto', path, copy]);
  const home = `${copy}.home`;
  mkdirSync(join(home, '.snap/config'), { recursive: true });
  writeFileSync(join(home, '.snap/config/settings.json'), '{ "checks": { "run": "always" } }');
  const argv = [node, program(), 'mcp', '--stdio', '--workspace', copy];
  const env = { PATH: process.env.PATH, HOME: home, SNAP_DATA_DIR: join(home, '.snap'), SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
  const server = connect({ argv, env, cwd: copy });
  await server.handshake();
  const ask = async (files) => {
    const cpuBefore = cpuOf(server.child.pid);
    const began = performance.now();
    const { structuredContent } = await server.call({ name: 'check', arguments: { mode: 'quick', files } });
    return { wall: performance.now() - began, cpu: cpuOf(server.child.pid) - cpuBefore, report: structuredContent };
  };
  const files = chosen(copy, runs);
  const whole = async (files) => {
    const all = { wall: 0, cpu: 0, late: 0 };
    for (let i = 0; i < maxCalls; i += 1) {
      const { wall, cpu, report } = await ask(files);
      all.wall += wall;
      all.cpu += cpu;
      all.first ??= report;
      all.report = report;
      if (!report.layers.some(({ state }) => state === 'timeout')) break;
      all.late += 1;
    }
    return all;
  };
  const cold = await whole([files[0]]);
  for (const file of files.slice(0, 2)) await ask([file]);
  const same = await ask([files[0]]);
  const edits = [];
  for (const { kind, planted } of kinds) {
    const times = [];
    const unequal = [];
    let compared = 0;
    for (const [i, file] of files.entries()) {
      const full = join(copy, file);
      const text = readFileSync(full, 'utf8');
      writeFileSync(full, text + planted);
      const edit = await whole([file]);
      if (process.env.SNAP_BENCH_TALK)
        console.log(
          kind,
          file,
          Math.round(edit.wall),
          edit.cpu,
          edit.report.layers.map(({ name, state, ms }) => `${name} ${state} ${ms}`).join(', '),
        );
      // Also where the time was up in the first call.
      if (!edit.first.findings.some((finding) => finding.file === file && finding.rule === 'TS2322'))
        unequal.push(`${file}: the planted error is missing in the first answer`);
      if (i === 0 || i === files.length - 1) {
        unequal.push(...compare(copy, file, edit.report));
        compared += 1;
      }
      writeFileSync(full, text);
      times.push({ ...edit, back: (await whole([file])).wall });
    }
    const at = (share, key) =>
      quantile(
        times.map((time) => time[key]),
        share,
      );
    edits.push({
      kind,
      p50: at(0.5, 'wall'),
      p95: at(0.95, 'wall'),
      cpu: at(0.5, 'cpu'),
      back: at(0.5, 'back'),
      late: times.filter(({ late }) => late > 0).length,
      equal: `${compared} compared, ${unequal.length} differences`,
      unequal,
    });
  }
  server.kill();
  await server.ended;
  return { cold: { wall: cold.wall, cpu: cold.cpu }, same: same.wall, edits };
}

/** Sources all over the repository, the same at each run. */
function chosen(copy, runs) {
  const all = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(
      (file) =>
        /(^|\/)(src|packages|lib|excalidraw-app)\//.test(file) &&
        !/\.d\.ts$|test|spec|bench|example|fixture|runtime-tests/.test(file) &&
        !readFileSync(join(copy, file), 'utf8').includes('@ts-nocheck'),
    );
  return Array.from({ length: runs }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / runs)]);
}

/** What differs from a fresh run of the project's own tools. */
function compare(copy, file, report) {
  const ours = (source) =>
    report.findings.filter((finding) => finding.source === source).map(({ file: at, line, rule }) => `${at}:${line} ${rule}`);
  const differ = (name, one, other) => {
    const mine = new Set(one);
    const theirs = new Set(other);
    return [
      ...[...mine].filter((each) => !theirs.has(each)).map((each) => `${name}: only snap says ${each}`),
      ...[...theirs].filter((each) => !mine.has(each)).map((each) => `${name}: snap misses ${each}`),
    ];
  };
  return [...differ('tsc', ours('tsc'), ownTypes(copy, file)), ...differ('eslint', ours('eslint'), ownLint(copy, file))];
}

function ownTypes(copy, file) {
  const configs = configsOf(copy, nearestConfig(copy, file));
  return configs.flatMap((config) => {
    const args = [join(copy, 'node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', config];
    const { stdout } = spawnSync(node, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26 });
    return [...stdout.matchAll(/^(\S.*?)\((\d+),\d+\): error (TS\d+)/gm)].map(([, at, line, code]) => `${at}:${line} ${code}`);
  });
}

function nearestConfig(copy, file) {
  for (let at = join(copy, file, '..'); ; at = join(at, '..')) {
    if (existsSync(join(at, 'tsconfig.json'))) return join(at, 'tsconfig.json');
    if (at === copy) throw new Error(`${file} has no tsconfig.json`);
  }
}

/** The config and all that it refers to. */
function configsOf(copy, config) {
  const text = readFileSync(config, 'utf8');
  const references = [...(/"references":\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/"path":\s*"([^"]+)"/g)].map(([, path]) => {
    const at = join(config, '..', path);
    return at.endsWith('.json') ? at : join(at, 'tsconfig.json');
  });
  const own = /"files":\s*\[\s*\]/.test(text) ? [] : [relative(copy, config)];
  return [...own, ...references.flatMap((reference) => configsOf(copy, reference))];
}

function ownLint(copy, file) {
  const eslint = join(copy, 'node_modules/eslint/bin/eslint.js');
  if (!existsSync(eslint)) return [];
  const { stdout } = spawnSync(node, [eslint, '--format', 'json', file], { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26 });
  return JSON.parse(stdout).flatMap(({ filePath, messages }) =>
    messages
      .filter(({ message }) => !message.startsWith('File ignored'))
      .map(({ ruleId, line }) => `${relative(copy, filePath)}:${line} ${ruleId ?? 'syntax'}`),
  );
}

/** CPU milliseconds of a process and of all that it started, as far as they live. */
export function cpuOf(pid) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) /);
        const fields = rest.split(' ');
        return [
          {
            pid: Number(name),
            parent: Number(fields[1]),
            ticks: Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]),
          },
        ];
      } catch {
        // It has ended.
        return [];
      }
    });
  const mine = new Set([pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const one of processes) if (!mine.has(one.pid) && mine.has(one.parent)) grown = Boolean(mine.add(one.pid));
  }
  return processes.filter((one) => mine.has(one.pid)).reduce((sum, { ticks }) => sum + ticks * 10, 0);
}

const seconds = (ms) => (ms / 1000).toFixed(2);
