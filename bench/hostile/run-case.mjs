// One case: its directory is made, its steps are run, and each is judged by what all of them have to keep to.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { node, program } from '../support/program.mjs';
import { boxAt } from './box.mjs';
import { converse } from './conversation.mjs';
import { judgeOutput } from './judges.mjs';

/** Seconds of processor time and of the clock that one process may take; the clock also counts what else runs on the machine. */
const maxCpu = 10;
const maxWall = 60;
const nobody = '65534';
/** In the environment of every process: nobody has a reason to print it. */
const token = `ghp_${'Canary0hostile1bench2'.padEnd(36, '9')}`;

export async function runCase(one, directory) {
  try {
    return await runMade(one, directory);
  } catch (error) {
    return { ...one, problems: [`could not be run: ${error.stack}`], runs: 0, isSkipped: false, directory, seconds: 0 };
  }
}

async function runMade(one, directory) {
  const began = performance.now();
  const result = (problems, runs, isSkipped = false) => {
    if (!process.env['SNAP_BENCH_KEEP'] && problems.length === 0) spawnSync('/bin/rm', ['-rf', directory]);
    return { ...one, problems, runs, isSkipped, directory, seconds: (performance.now() - began) / 1000 };
  };
  const needed = one.needs === 'root' || one.as === 'nobody' ? process.getuid() === 0 : true;
  if (!needed) return result([], 0, true);
  const box = boxAt(directory);
  if (one.hasProject !== false) box.put('work/package.json', '{}');
  one.make?.(box);
  if (one.as === 'nobody') spawnSync('/bin/chown', ['-Rh', `${nobody}:${nobody}`, directory]);
  one.afterOwner?.(box);
  const problems = [];
  for (const [i, step] of one.steps.entries()) {
    const said = await runStep({ maxCpu, maxWall, ...one, ...step }, box);
    problems.push(...said.map((problem) => `${one.steps.length > 1 ? `step ${i + 1}, ` : ''}${wordsOf(step)}: ${problem}`));
  }
  // What snap has stored is its own, but no secret is in it.
  for (const canary of one.canaries ?? [])
    if (spawnSync('/bin/grep', ['-rqaF', '--', canary, box.data]).status === 0)
      problems.push(`stored in the data directory: ${canary.slice(0, 40)}`);
  problems.push(...(one.check?.(box) ?? []));
  chmodSync(directory, 0o755);
  return result(problems, one.steps.length);
}

const wordsOf = ({ argv, lines }) =>
  lines === undefined
    ? `snap ${argv
        .map((word) => JSON.stringify(word).slice(1, -1))
        .join(' ')
        .slice(0, 120)}`
    : 'the server';

async function runStep(step, box) {
  step.before?.(box);
  const before = step.writes ? undefined : listed(box);
  const during = step.during === undefined ? undefined : spawn('/bin/bash', ['-c', step.during], { cwd: box.root, stdio: 'ignore' });
  const ended = await (step.lines === undefined ? command(step, box) : converse(step, started(step, box)));
  during?.kill('SIGKILL');
  const problems = [...ended.problems, ...judgeOutput(step, ended, [token, ...(step.canaries ?? [])])];
  if (before !== undefined) problems.push(...changes(before, listed(box)));
  if (
    spawnSync('/usr/bin/find', [box.at('outside'), box.at('tmp'), '-mindepth', '1', '-newer', box.at('made'), '-print', '-quit']).stdout
      .length > 0
  )
    problems.push('wrote outside of the home and the project');
  return problems;
}

/** The process of a step, bounded. */
function started({ argv = ['mcp', '--stdio'], env = {}, cwd = 'work', as, launcher = [], maxCpu: cpu, nodeArgs = [] }, box) {
  const wanted = {
    HOME: box.home,
    SNAP_DATA_DIR: box.data,
    TMPDIR: box.at('tmp'),
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    GITHUB_TOKEN: token,
  };
  const given = typeof env === 'function' ? env(box) : env;
  const all = Object.fromEntries(Object.entries({ ...wanted, ...given }).filter(([, value]) => value !== undefined));
  const words = typeof argv === 'function' ? argv(box) : argv;
  const user = as === 'nobody' ? ['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];
  const line = ['/usr/bin/prlimit', `--cpu=${cpu}`, '--core=0', '--', ...user, ...launcher, node, ...nodeArgs, program(), ...words];
  return spawn(line[0], line.slice(1), { cwd: box.at(cwd), env: all, stdio: ['pipe', 'pipe', 'pipe'] });
}

function command(step, box) {
  const child = started(step, box);
  const out = [];
  const err = [];
  child.stdout.on('data', (bytes) => out.push(bytes));
  child.stderr.on('data', (bytes) => err.push(bytes));
  child.stdin.on('error', () => undefined);
  child.stdin.end(step.stdin ?? '');
  const problems = [];
  const timer = setTimeout(() => {
    problems.push(`not over after ${step.maxWall} s`);
    child.kill('SIGKILL');
  }, step.maxWall * 1000);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, out: Buffer.concat(out), err: Buffer.concat(err), problems });
    });
    child.on('error', (error) =>
      resolve({ code: null, signal: null, out: Buffer.alloc(0), err: Buffer.alloc(0), problems: [`did not start: ${error.message}`] }),
    );
  });
}

/** Every file below the case but snap's own, with what changes when it is written, replaced or moved. */
function listed(box) {
  const own = ['data', 'home/.local', 'home/.config/snap-mcp', 'home/.cache'].flatMap((path) => ['-path', box.at(path), '-prune', '-o']);
  const { stdout } = spawnSync('/usr/bin/find', [box.root, ...own, '-mindepth', '1', '-printf', '%P %y %s %T@ %l\\0'], {
    maxBuffer: 1 << 28,
    encoding: 'latin1',
  });
  // The directory that gets snap's own one changes with it; what else is in it is listed.
  return new Set(stdout.split('\0').filter((line) => !/^(home|home\/\.config) d/.test(line)));
}

function changes(before, after) {
  const gone = [...before].filter((line) => !after.has(line));
  const added = [...after].filter((line) => !before.has(line));
  return gone.length + added.length === 0 ? [] : [`changed a file: ${JSON.stringify([...gone, ...added].slice(0, 3))}`];
}
