// Many processes add different servers to one file at once: none may be lost, and none of those that were there before.
//   node bench/run.mjs parallel [--runs 64] [--rounds 100] [--only toml]
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { newHome } from './support/homes.mjs';
import { addMcp, installMcp } from './support/opponents.mjs';
import { buildId, environmentOf, root, snap } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';

const { parse: parseToml } = createRequire(join(root, 'package.json'))('smol-toml');

const cursor = {
  name: 'Cursor, JSON',
  path: '.cursor/mcp.json',
  text: `${JSON.stringify({ mcpServers: { before1: { command: 'npx', args: ['-y', 'a'] }, before2: { url: 'https://mcp.example.com' } } }, undefined, 2)}\n`,
  read: (text) => Object.keys(JSON.parse(text).mcpServers),
};
const codex = {
  name: 'Codex, TOML',
  path: '.codex/config.toml',
  text: '# mine\nmodel = "o3"\n\n[mcp_servers.before1]\ncommand = "npx" # why\n\n[mcp_servers.before2]\nurl = "https://mcp.example.com"\n\n[tui]\nnotifications = true\n',
  read: (text) => Object.keys(parseToml(text).mcp_servers),
};

export async function parallel({ runs = 64, rounds = 100, only }) {
  const others = [addMcp(), installMcp()].filter(Boolean);
  const argvOf = {
    'add-mcp': (tool, name, client) => tool.argv('npx', '-g', '-y', '-n', name, '-a', client === cursor ? 'cursor' : 'codex'),
    'install-mcp': (tool, name) => tool.argv('npx', '--client', 'cursor', '--name', name, '-y', '--oauth', 'no'),
  };
  const series = [
    { tool: 'snap', client: cursor, rounds, argv: (name) => snap('mcp', 'add', name, '--cursor', '--yes', '--', 'cmd') },
    {
      tool: 'snap',
      client: codex,
      rounds: Math.ceil(rounds / 4),
      argv: (name) => snap('mcp', 'add', name, '--codex', '--yes', '--', 'cmd'),
    },
    ...others.flatMap((tool) =>
      (tool.name === 'add-mcp' ? [cursor, codex] : [cursor]).map((client) => ({
        tool: `${tool.name} ${tool.version}`,
        client,
        rounds: Math.ceil(rounds / 20),
        argv: (name) => argvOf[tool.name](tool, name, client),
      })),
    ),
  ].filter(({ tool, client }) => only === undefined || `${tool} ${client.name}`.toLowerCase().includes(only.toLowerCase()));
  const rows = [];
  for (const [i, one] of series.entries()) rows.push(await measure(one, runs, newHome(`parallel-${i}`)));
  console.log(`${runs} processes at once on one file. ${machineLine()}, build ${buildId()}\n`);
  console.log(
    table(
      [
        'tool',
        'file',
        'rounds',
        'added',
        'lost',
        'old ones lost',
        'exit not 0',
        'unreadable after',
        'left behind',
        'last one done, s: p50',
        'p95',
        'each, s: p50',
        'p95',
      ],
      rows.map((row) => [
        row.tool,
        row.file,
        row.rounds,
        row.asked,
        row.lost,
        row.oldLost,
        row.failed,
        row.broken,
        row.strays,
        ...[row.round50, row.round95, row.each50, row.each95].map((seconds) => seconds.toFixed(2)),
      ]),
    ),
  );
  for (const { tool, complaints } of rows) for (const complaint of complaints.slice(0, 5)) console.log(`\n${tool}: ${complaint}`);
  keep('parallel', { runs, build: buildId(), rows });
  return rows.filter(({ tool }) => tool === 'snap').every((row) => row.lost + row.oldLost + row.failed + row.broken + row.strays === 0);
}

async function measure({ tool, client, rounds, argv }, runs, home) {
  const path = join(home, client.path);
  const env = environmentOf(home);
  const row = {
    tool,
    file: client.name,
    rounds,
    asked: 0,
    lost: 0,
    oldLost: 0,
    failed: 0,
    broken: 0,
    strays: 0,
    complaints: /** @type {string[]} */ ([]),
  };
  const walls = [];
  const each = [];
  for (let round = 0; round < rounds; round += 1) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, client.text);
    const began = performance.now();
    const names = Array.from({ length: runs }, (_, i) => `s${round}-${i}`);
    const answers = await Promise.all(names.map((name) => runOne(argv(name), env, home)));
    walls.push((performance.now() - began) / 1000);
    each.push(...answers.map(({ seconds }) => seconds));
    row.asked += runs;
    for (const { code, output } of answers) {
      if (code === 0) continue;
      row.failed += 1;
      row.complaints.push(`exit ${code}: ${output.trim()}`);
    }
    try {
      const found = new Set(client.read(readFileSync(path, 'utf8')));
      row.lost += names.filter((name, i) => !found.has(name) && answers[i].code === 0).length;
      row.oldLost += ['before1', 'before2'].filter((name) => !found.has(name)).length;
    } catch (error) {
      row.broken += 1;
      row.lost += runs;
      row.complaints.push(`round ${round}: ${error.message}`);
    }
    const strays = [
      ...readdirSync(dirname(path)).filter((name) => name !== client.path.split('/').at(-1)),
      ...namesIn(join(home, '.snap-mcp/runtime')),
      ...namesIn(join(home, '.snap-mcp/data/journal/ahead')),
    ];
    row.strays += strays.length;
    if (strays.length > 0) row.complaints.push(`left behind: ${strays.join(', ')}`);
    if (process.stdout.isTTY) process.stdout.write(`\r${tool} ${client.name}: round ${round + 1} of ${rounds}, ${row.lost} lost `);
  }
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  return {
    ...row,
    round50: quantile(walls, 0.5),
    round95: quantile(walls, 0.95),
    each50: quantile(each, 0.5),
    each95: quantile(each, 0.95),
  };
}

function runOne([command, ...args], env, cwd) {
  return new Promise((done) => {
    const began = performance.now();
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', () => {});
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code, signal) => done({ code: code ?? signal, output, seconds: (performance.now() - began) / 1000 }));
  });
}

function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
