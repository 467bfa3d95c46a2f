// What one whole process costs: CPU seconds (user + system) and peak memory, beside a bare node in the same run.
//   node bench/run.mjs cost [--runs 41]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { configure, eightMore, largeClaudeFile, newHome, programs, twentyTwo } from './support/homes.mjs';
import { meter } from './support/measure.mjs';
import { addMcp, installMcp, ruler } from './support/opponents.mjs';
import { buildId, environmentOf, node, scratch, snap } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';

/**
 * What add-mcp 2.4.0 cost over a bare node where the targets were written down (November 2026): the pace of that machine. Times
 * the bare node would not do: its own cost depends on the environment (NODE_EXTRA_CA_CERTS alone doubles it), ours does not.
 */
const recorded = { start: 0.055, scan: 0.063, edit: 0.395 };
const warmUps = 3;

export async function cost({ runs = 41 }) {
  const { run, end } = meter();
  const rows = [];
  try {
    for (const experiment of [startUp(), scan(), judge(), edit()]) rows.push(...(await alternate(run, experiment, runs)));
  } finally {
    end();
  }
  console.log(
    `CPU seconds (user + system) and peak MiB of whole processes; medians of ${runs} interleaved runs, ${warmUps} before them dropped.`,
  );
  console.log(`${machineLine()}, build ${buildId()}\n`);
  console.log(
    table(
      [
        'command',
        'CPU s',
        'over bare node',
        'middle half',
        "of add-mcp's",
        'at the recorded pace',
        'wall s',
        'MiB',
        'over bare',
        'target',
        'reached',
      ],
      rows.map((row) => [
        row.name,
        row.cpu.toFixed(3),
        signed(row.overCpu, 3),
        row.isBare ? '' : `${signed(row.low, 3)} … ${signed(row.high, 3)}`,
        row.share === undefined ? '' : `${(row.share * 100).toFixed(0)} %`,
        row.share === undefined ? '' : signed(row.share * row.recorded, 3),
        row.wall.toFixed(3),
        row.mebibytes.toFixed(0),
        signed(row.overMebibytes, 1),
        targetText(row.target),
        row.target === undefined ? '' : isReached(row) ? 'yes' : 'NO',
      ]),
    ),
  );
  console.log('\nDifferences are taken pair by pair, each run against the bare node beside it.');
  keep('cost', { runs, build: buildId(), rows });
  return rows.every((row) => row.target === undefined || isReached(row));
}

/** The same without the code that an earlier run has kept: it is compiled, and the code is kept. */
function firstRun({ name, argv }, home, env) {
  const own = join(home, 'first-run');
  return {
    name: `${name}, first run of a build`,
    argv,
    env: { ...env, SNAP_DATA_DIR: own },
    prepare: () => {
      rmSync(own, { recursive: true, force: true });
      mkdirSync(own);
    },
  };
}

const signed = (value, digits) => `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
const targetText = (target) =>
  target === undefined ? '' : `+${target.cpu}${target.mebibytes === undefined ? '' : `, +${target.mebibytes} MiB`}`;
const isReached = ({ overCpu, overMebibytes, target }) => overCpu <= target.cpu && !(overMebibytes > (target.mebibytes ?? Infinity));

/** One round runs every command once, and every other round runs them backwards: drift meets all of them alike. */
async function alternate(run, { prepare = () => {}, commands, cwd, env, recorded: pace }, runs) {
  const samples = commands.map(() => []);
  for (let round = -warmUps; round < runs; round += 1) {
    const order = commands.map((_, i) => i);
    for (const i of round % 2 === 0 ? order : order.toReversed()) {
      prepare();
      const command = commands[i];
      command.prepare?.();
      const out = join(scratch, 'out.txt');
      const sample = await run({ argv: command.argv(round + warmUps), cwd, env: command.env ?? env, out });
      const wrong = sample.code !== (command.code ?? 0) ? `exit ${sample.code}` : command.check?.(readFileSync(out, 'utf8'));
      if (wrong) throw new Error(`${command.name}: ${wrong}\n${readFileSync(out, 'utf8').slice(0, 2000)}`);
      if (round >= 0) samples[i].push(sample);
    }
  }
  const overBare = (i, key) => samples[i].map((sample, n) => sample[key] - samples[0][n][key]);
  const anchor = commands.findIndex(({ isAnchor }) => isAnchor);
  return commands.map(({ name, target }, i) => {
    const over = (key) => overBare(i, key);
    return {
      name,
      isBare: i === 0,
      target,
      cpu: median(samples[i].map(({ cpu }) => cpu)),
      overCpu: median(over('cpu')),
      low: quantile(over('cpu'), 0.25),
      high: quantile(over('cpu'), 0.75),
      ...(i === 0 || anchor === -1 ? {} : { share: median(over('cpu')) / median(overBare(anchor, 'cpu')), recorded: pace }),
      mebibytes: median(samples[i].map(({ mebibytes }) => mebibytes)),
      overMebibytes: median(over('mebibytes')),
      wall: median(samples[i].map(({ wall }) => wall)),
    };
  });
}

const bare = { name: 'node -e 0', argv: () => [node, '-e', '0'] };

function startUp() {
  const home = newHome('start');
  const others = [addMcp(), installMcp(), ruler()].filter(Boolean);
  return {
    cwd: home,
    env: environmentOf(home),
    recorded: recorded.start,
    commands: [
      bare,
      { name: 'snap --version', argv: () => snap('--version'), target: { cpu: 0.02 } },
      ...others.map((tool) => ({
        name: `${tool.name} ${tool.version} --version`,
        isAnchor: tool.name === 'add-mcp',
        argv: () => tool.argv('--version'),
      })),
    ],
  };
}

function scan() {
  const home = newHome('scan');
  const env = environmentOf(home);
  const count = configure(home, [...twentyTwo.both, ...twentyTwo.snap]);
  const tool = addMcp();
  if (tool) {
    const own = twentyTwo.addMcp.flatMap((id) => ['-a', id]);
    const [command, ...args] = tool.argv('files-mcp', '-g', '-y', '-n', 'files', ...own);
    spawnSync(command, args, { env, cwd: home, stdio: 'ignore' });
  }
  const configured = (text) => JSON.parse(text).clients.filter((client) => client.configured).length;
  const cwd = join(home, 'project');
  mkdirSync(cwd, { recursive: true });
  return {
    cwd,
    env,
    recorded: recorded.scan,
    commands: [
      bare,
      {
        name: `snap mcp scan --json, ${count} configured`,
        argv: () => snap('mcp', 'scan', '--json'),
        target: { cpu: 0.025, mebibytes: 9 },
        check: (text) => (configured(text) >= count ? undefined : `${configured(text)} clients are configured`),
      },
      { name: `snap mcp scan, ${count} configured`, argv: () => snap('mcp', 'scan') },
      firstRun({ name: `snap mcp scan, ${count} configured`, argv: () => snap('mcp', 'scan') }, home, env),
      ...(tool
        ? [{ name: `${tool.name} ${tool.version} list -g, 22 configured`, isAnchor: true, argv: () => tool.argv('list', '-g') }]
        : []),
    ],
  };
}

/** Thirty assistants, each with its fixture's servers, on a machine that has the programs they name; nothing is started. */
function judge() {
  const home = newHome('judge');
  const count = configure(home, [...twentyTwo.both, ...twentyTwo.snap, ...eightMore]);
  const cwd = join(home, 'project');
  const bin = programs(home, ['npx', 'node', 'uvx', 'uv', 'docker', 'php', 'python', 'python3', 'semgrep', 'deno', 'bunx', 'snap-mcp']);
  mkdirSync(cwd, { recursive: true });
  const env = environmentOf(home);
  const judged = (text) => JSON.parse(text).summary.files;
  return {
    cwd,
    env: { ...env, PATH: `${bin}:${env.PATH}` },
    commands: [
      bare,
      {
        name: `snap mcp validate --no-probe --json, ${count} configured`,
        argv: () => snap('mcp', 'validate', '--no-probe', '--json'),
        target: { cpu: 0.065 },
        // The fixtures' own paths are of another machine, and that is what is found.
        code: 1,
        check: (text) => (judged(text) >= count ? undefined : `${judged(text)} files were judged`),
      },
      { name: `snap mcp validate --no-probe, ${count} configured`, argv: () => snap('mcp', 'validate', '--no-probe'), code: 1 },
    ],
  };
}

function edit() {
  const home = newHome('edit');
  const text = largeClaudeFile(home, 2_000_000);
  const path = join(home, '.claude.json');
  const small = join(home, '.cursor/mcp.json');
  mkdirSync(join(home, '.cursor'), { recursive: true });
  const tool = addMcp();
  const has = (file, name) => () => (readFileSync(file, 'utf8').includes(`"${name}"`) ? undefined : 'the entry is not there');
  const size = `${(Buffer.byteLength(text) / 1e6).toFixed(1)} MB`;
  return {
    cwd: home,
    env: environmentOf(home),
    recorded: recorded.edit,
    prepare() {
      writeFileSync(path, text);
      writeFileSync(small, '{\n  "mcpServers": {\n    "a": { "command": "npx", "args": ["-y", "a"] }\n  }\n}\n');
    },
    commands: [
      bare,
      {
        name: `snap mcp add, ${size} ~/.claude.json`,
        argv: () => snap('mcp', 'add', 'bench', '--claude-code', '--yes', '--', 'npx', '-y', 'bench-mcp'),
        target: { cpu: 0.065 },
        check: has(path, 'bench'),
      },
      {
        name: 'snap mcp add, small file',
        argv: () => snap('mcp', 'add', 'bench', '--cursor', '--yes', '--', 'npx', '-y', 'bench-mcp'),
        check: has(small, 'bench'),
      },
      ...(tool
        ? [
            {
              name: `${tool.name} ${tool.version}, ${size} ~/.claude.json`,
              isAnchor: true,
              argv: () => tool.argv('bench-mcp', '-g', '-y', '-n', 'bench', '-a', 'claude-code'),
              check: has(path, 'bench'),
            },
            {
              name: `${tool.name} ${tool.version}, small file`,
              argv: () => tool.argv('bench-mcp', '-g', '-y', '-n', 'bench', '-a', 'cursor'),
              check: has(small, 'bench'),
            },
          ]
        : []),
    ],
  };
}
