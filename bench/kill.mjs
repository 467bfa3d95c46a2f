// An edit is killed at every system call with which it writes, and each of them fails once: the old or the new file, never else.
//   node bench/run.mjs kill [--only "two files"]        needs strace
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { newHome } from './support/homes.mjs';
import { buildId, environmentOf, snap } from './support/program.mjs';
import { hasProgram, keep, machineLine, table } from './support/report.mjs';

const calls =
  'open openat creat write pwrite64 writev pwritev fsync fdatasync ftruncate truncate fallocate rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir chmod fchmod fchmodat chown fchown lchown fchownat utimensat copy_file_range sendfile'.split(
    ' ',
  );
const faults = ['KILL', 'ENOSPC', 'EIO', 'EACCES'];

const config = `${JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`server-${i}`, { command: 'npx', args: ['-y', `package-${i}`], env: { TOKEN: 'x'.repeat(40) } }])) }, undefined, 2)}\n`;
const put = (home, name, text = config) => {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
};
const add = (name, ...flags) => snap('mcp', 'add', name, ...flags, '--yes', '--', 'npx', '-y', 'new-mcp');
const first = (home) => run(add('first', '--claude'), home);
const cursor = '.cursor/mcp.json';
const windsurf = '.codeium/windsurf/mcp_config.json';

const scenarios = [
  { name: 'one file, first run ever', files: [cursor], flags: ['--cursor'], prepare: (home) => put(home, cursor) },
  {
    name: 'one file',
    files: [cursor],
    flags: ['--cursor'],
    async prepare(home) {
      put(home, cursor);
      await first(home);
    },
  },
  { name: 'a new file', files: [cursor], flags: ['--cursor'], prepare: first },
  {
    name: 'one file behind two links',
    files: ['dotfiles/real.json'],
    flags: ['--cursor'],
    async prepare(home) {
      put(home, 'dotfiles/real.json');
      symlinkSync('real.json', join(home, 'dotfiles/middle.json'));
      mkdirSync(join(home, '.cursor'));
      symlinkSync('../dotfiles/middle.json', join(home, cursor));
      await first(home);
    },
  },
  {
    name: 'two files, one behind a link',
    files: ['dotfiles/real.json', windsurf],
    flags: ['--cursor', '--windsurf'],
    async prepare(home) {
      put(home, 'dotfiles/real.json');
      mkdirSync(join(home, '.cursor'));
      symlinkSync(join(home, 'dotfiles/real.json'), join(home, cursor));
      put(home, windsurf);
      await first(home);
    },
  },
  {
    // No rename can replace it: a kill may tear it, and the next run that writes makes it whole.
    name: 'a file with two hard links',
    isInPlace: true,
    files: [cursor],
    flags: ['--cursor'],
    async prepare(home) {
      put(home, cursor);
      linkSync(join(home, cursor), join(home, 'twin.json'));
      await first(home);
    },
  },
];

export async function kill({ only }) {
  if (process.platform !== 'linux' || !hasProgram('strace')) {
    console.log('! SKIPPED, NOTHING WAS TESTED: strace is missing (Linux only; "apt-get install strace").');
    return true;
  }
  const rows = [];
  const broken = [];
  for (const scenario of scenarios.filter(({ name }) => only === undefined || name.includes(only))) {
    const lanes = await Promise.all([0, 1].map((lane) => laneOf(scenario, `kill-${scenarios.indexOf(scenario)}-${lane}`)));
    const jobs = lanes[0].writes.flatMap((write) => faults.map((fault) => ({ ...write, fault })));
    const results = [];
    await Promise.all(
      lanes.map(async (lane) => {
        for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) results.push(await faultyRun(scenario, lane, job));
      }),
    );
    for (const fault of faults) {
      const own = results.filter((result) => result.fault === fault);
      const count = (test) => own.filter(test).length;
      rows.push([
        scenario.name,
        fault,
        own.length,
        count((one) => one.became === 'new' && one.code === 0),
        count((one) => one.became === 'new' && one.code !== 0),
        count((one) => one.became === 'old'),
        count((one) => one.became === 'mixed'),
        count((one) => one.problems.length > 0),
        count((one) => one.isShifted),
      ]);
      broken.push(...own.filter((one) => one.problems.length > 0).map((one) => ({ scenario: scenario.name, ...one })));
    }
    console.error(
      `${scenario.name}: ${lanes[0].writes.length} calls, ${results.length} faults, ${results.filter((one) => one.problems.length > 0).length} wrong`,
    );
  }
  console.log(`${machineLine()}, build ${buildId()}\n`);
  console.log(
    table(
      [
        'edit',
        'fault',
        'calls it was injected at',
        'new file, exit 0',
        'new file, exit not 0',
        'old file',
        'of two files one new (until the next run)',
        'WRONG',
        'not hit',
      ],
      rows,
    ),
  );
  console.log(
    '\nWRONG: a file that is neither old nor new, exit 0 with an old one, or after the next run that writes: files that do not belong together, a temporary file, a lock, a copy or an unfinished change.',
  );
  for (const { scenario, fault, call, ordinal, line, code, output, problems } of broken.slice(0, 15)) {
    console.log(
      `\n## ${scenario}: ${fault} at ${call} ${ordinal}, exit ${code}\n${line}\n${problems.map((problem) => `- ${problem}`).join('\n')}\n${output.trim()}`,
    );
  }
  keep('kill', { build: buildId(), rows, broken });
  return broken.length === 0;
}

/** A home that is made anew for every run, always at the same path: the journal holds absolute ones. */
async function laneOf(scenario, name) {
  const home = newHome(name);
  await scenario.prepare(home);
  const store = `${home}.store`;
  copy(home, store);
  const before = contents(home, scenario.files);
  const clean = await traced(add('new', ...scenario.flags), home, []);
  if (clean.code !== 0) throw new Error(`${scenario.name}: exit ${clean.code}\n${clean.output}`);
  const after = contents(home, scenario.files);
  const lane = { home, store, before, after, writes: writesOf(clean.trace, home) };
  // What every ending looks like after the next run: the same edit without a fault, or never begun.
  lane.endings = {};
  for (const later of ['same', 'other']) {
    for (const kind of ['old', 'new']) {
      copy(store, home);
      if (kind === 'new') await run(add('new', ...scenario.flags), home);
      await run(laterCommand(scenario, later), home);
      lane.endings[`${kind} ${later}`] = { files: contents(home, scenario.files), tree: tree(home) };
    }
  }
  return lane;
}

const laterCommand = ({ flags }, later) => add('later', ...(later === 'same' ? flags : ['--codex']));

async function faultyRun(scenario, lane, { call, ordinal, fault, what }) {
  const { home, store, before, after, endings } = lane;
  const inject = `inject=${call}:${fault === 'KILL' ? 'signal=KILL' : `error=${fault}`}:when=${ordinal}`;
  let result;
  let isShifted = true;
  for (let attempt = 0; isShifted && attempt < 12; attempt += 1) {
    copy(store, home);
    result = await traced(add('new', ...scenario.flags), home, ['-e', inject]);
    // How often the runtime wakes itself with a write of its own differs from run to run.
    isShifted = !(
      fault === 'KILL' ? result.trace.findLast((line) => /^\w+\(/.test(line)) : result.trace.find((line) => line.includes('(INJECTED)'))
    )?.includes(home);
  }
  const { code, output, trace } = result;
  const line = trace.find((one) => one.includes('(INJECTED)')) ?? trace.findLast((one) => /^\w+\(/.test(one)) ?? '';
  const problems = [];
  const now = contents(home, scenario.files);
  const states = now.map((text, i) => (text === after[i] ? 'new' : text === before[i] ? 'old' : 'else'));
  if (states.includes('else') && !(scenario.isInPlace && fault === 'KILL'))
    problems.push(`the file is neither old nor new: ${states.join(', ')}`);
  const became = new Set(states).size === 1 ? states[0] : 'mixed';
  if (code === 0 && became !== 'new') problems.push(`exit 0, and the files are ${states.join(', ')}`);
  if (fault !== 'KILL' && became === 'mixed' && code === 0) problems.push('exit 0 with one of two files written');

  const later = (ordinal + faults.indexOf(fault)) % 2 === 0 ? 'same' : 'other';
  const next = await run(laterCommand(scenario, later), home);
  if (next.code !== 0) problems.push(`the next run: exit ${next.code}: ${next.output.trim()}`);
  const end = { files: contents(home, scenario.files), tree: tree(home) };
  const kind = ['old', 'new'].find((one) => same(end.files, endings[`${one} ${later}`].files));
  if (kind === undefined) problems.push('after the next run the files are neither all old nor all new');
  else {
    const wanted = endings[`${kind} ${later}`].tree;
    for (const name of end.tree.filter((one) => !wanted.includes(one))) problems.push(`left behind after the next run: ${name}`);
    for (const name of wanted.filter((one) => !end.tree.includes(one))) problems.push(`missing after the next run: ${name}`);
  }
  if (next.code === 0) problems.push(...journalProblems(home));
  return { call, ordinal, what, fault, line: line.slice(0, 400), code, output, states, became, later, kind, problems, isShifted };
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The calls below home that write, by name and by their number among the calls of that name. */
function writesOf(trace, home) {
  const seen = new Map();
  return trace.flatMap((line) => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) return [];
    const ordinal = (seen.get(call) ?? 0) + 1;
    seen.set(call, ordinal);
    const isWriting = !call.startsWith('open') || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(line);
    return isWriting && line.includes(home) ? [{ call, ordinal, what: line.replaceAll(home, '~').slice(0, 160) }] : [];
  });
}

/** Only the first thread is followed: the writing side works on it, and a call on another one would be missing from the count. */
async function traced(argv, home, inject) {
  const file = `${home}.trace`;
  const result = await run(
    ['strace', '-y', '-s', '16', '-o', file, '-e', `trace=${calls.map((call) => `?${call}`).join(',')}`, ...inject, ...argv],
    home,
    10_000,
  );
  const trace = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return { ...result, trace };
}

/** In a process group of its own: a fault that hit the runtime's own wake-up instead of a file leaves it asleep for ever. */
function run([command, ...args], home, patienceMs = 30_000) {
  return new Promise((done) => {
    const child = spawn(command, args, { env: environmentOf(home), cwd: home, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), patienceMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({ code: code ?? signal, output });
    });
  });
}

function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  // cp keeps hard links, modes and links as they are.
  execFileSync('cp', ['-a', from, to]);
}

function contents(home, files) {
  return files.map((name) => (existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : undefined));
}

/** Every name below home, links with where they lead; records of the journal by their number only. */
function tree(home) {
  const names = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const name = path.slice(home.length + 1);
    // The room for copies before a write in place is ours and stays, empty.
    if (name.startsWith('.snap-mcp/data/journal/records/') || name === '.snap-mcp/data/journal/ahead') return undefined;
    return entry.isSymbolicLink()
      ? `${name} -> ${readlinkSync(path)}`
      : entry.isDirectory()
        ? `${name}/`
        : `${name} (links: ${lstatSync(path).nlink})`;
  });
  return names.filter((name) => name !== undefined).sort();
}

/** No change may be left as begun, and no record may lie there that no change names. */
function journalProblems(home) {
  const journal = join(home, '.snap-mcp/data/journal');
  if (!existsSync(join(journal, 'index.jsonl'))) return ['the journal has no index'];
  const states = new Map();
  const records = new Set();
  for (const line of readFileSync(join(journal, 'index.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    let change;
    try {
      change = JSON.parse(line);
    } catch {
      continue;
    }
    states.set(change.number, change.state);
    if (change.record) records.add(change.record);
  }
  return [
    ...[...states].filter(([, state]) => state === 'begun').map(([number]) => `change ${number} is still begun`),
    ...readdirSync(join(journal, 'records'))
      .filter((name) => !records.has(name))
      .map((name) => `a record without a reference: ${name}`),
  ];
}
