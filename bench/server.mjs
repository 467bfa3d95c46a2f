// What starting the MCP server costs up to tools/list, and what the first call costs beyond it; what its tools/list weighs.
//   node bench/run.mjs server [--runs 21] [--only bare]
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { talks } from './support/conversation.mjs';
import { newHome } from './support/homes.mjs';
import { buildId, root } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { hello, introduction } from './support/rpc.mjs';
import { bareResponder, calls, officialServers, ours, smallProject } from './support/servers.mjs';

const { encode } = createRequire(join(root, 'package.json'))('gpt-tokenizer/encoding/o200k_base');
const targets = { cpuRatio: 1.3, mebibytes: 50, firstCall: 40, tokens: { default: 1150, full: 3300 }, tokensOfOne: 240 };
const full = { SVC_MCP_INTELLIGENCE_SURFACE: 'full' };

const handshake = [
  { send: [hello.initialize], until: 1 },
  { send: [hello.initialized, hello.list], until: 2 },
];

export async function server({ runs = 21, only }) {
  const home = newHome('server');
  const workspace = smallProject(home);
  const snap = ours(home, workspace);
  // A first conversation that ends as assistants end theirs: the server keeps the code that it compiled for it.
  const introduced = await introduction(snap, [
    calls.pulse(),
    calls.learn('the first run of a build', 'keeps its code'),
    { name: 'check', arguments: { mode: 'health' } },
  ]);
  const bare = bareResponder(home, workspace, introduced);
  // It is killed before it keeps the code that it compiled, so each of its runs is the first one of a build.
  const firstRun = { ...ours(home, workspace, { SNAP_DATA_DIR: join(home, 'first-run') }), name: 'snap, first run of a build' };
  const others = officialServers(home, workspace).filter(({ name }) => only === undefined || name.includes(only));
  const { talk, end } = talks();
  console.log(`${runs} rounds after 3, each server once a round, ${machineLine()}, build ${buildId()}\n`);
  let isGood = weights([
    ['snap, default surface', introduced.list.tools, targets.tokens.default],
    ['snap, full surface', (await introduction(ours(home, workspace, full))).list.tools, targets.tokens.full],
    ...(await Promise.all(others.map(async (one) => [one.name, (await introduction(one)).list.tools]))),
  ]);

  const started = await paired(talk, [bare, snap, firstRun, ...others], runs, handshake);
  const rows = started.map(({ name, talks: own }) => {
    const at = (step) => median(own.map(({ times }) => 1000 * times[step].since_start));
    return {
      name,
      cpu: 1000 * median(own.map(({ cpu }) => cpu)),
      ratio: median(own.map(({ cpu }, i) => cpu / started[0].talks[i].cpu)),
      initialize: at(0),
      list: at(1),
      mebibytes: median(own.map(({ mebibytes }) => mebibytes)),
    };
  });
  const [, mine] = rows;
  console.log(
    table(
      ['spawn to tools/list', 'CPU ms', 'x bare', 'initialize, ms', 'tools/list, ms', 'peak MiB', 'target', 'reached'],
      rows.map((row) => [
        row.name,
        row.cpu.toFixed(1),
        row.ratio.toFixed(2),
        row.initialize.toFixed(1),
        row.list.toFixed(1),
        row.mebibytes.toFixed(1),
        row === mine ? `${targets.cpuRatio} x, ${targets.mebibytes} MiB` : '',
        row === mine ? yes(row.ratio <= targets.cpuRatio && row.mebibytes <= targets.mebibytes) : '',
      ]),
    ),
  );
  isGood &&= mine.ratio <= targets.cpuRatio && mine.mebibytes <= targets.mebibytes;

  const first = await firstCalls(talk, snap, bare, introduced.tools, runs);
  end();
  keep('server', { build: buildId(), started: rows, first: first.rows });
  return isGood && first.isGood;
}

/** Sizes of what an assistant reads before anything was asked. Ours are held against the targets. */
function weights(lists) {
  const rows = lists.map(([name, tools, most]) => {
    const tokens = tools.map((tool) => encode(JSON.stringify(tool)).length);
    const text = JSON.stringify(tools);
    // Output schemas are an extra of the full surface; the target is about what is left without them.
    const total = encode(JSON.stringify(tools.map((tool) => ({ ...tool, outputSchema: undefined })))).length;
    const isOurs = most !== undefined;
    const largest = Math.max(0, ...tokens);
    const good = !isOurs || (tools.length > 0 && total <= most && (name.includes('full') || largest <= targets.tokensOfOne));
    return {
      cells: [name, tools.length, Buffer.byteLength(text), encode(text).length, total, largest, most ?? '', isOurs ? yes(good) : ''],
      good,
    };
  });
  const heads = ['tools/list', 'tools', 'bytes', 'o200k tokens', 'without output schemas', 'largest tool', 'target', 'reached'];
  console.log(
    `${table(
      heads,
      rows.map(({ cells }) => cells),
    )}\n`,
  );
  return rows.every(({ good }) => good);
}

/** The wait for the first call after tools/list was answered: at once, and after a moment in which the server may have loaded the rest. */
async function firstCalls(talk, snap, bare, tools, runs) {
  const wanted = [calls.pulse(), calls.learn('the build fails on a clean clone', 'run npm ci before the first build')];
  const offered = wanted.filter(({ name }) => tools.includes(name));
  for (const { name } of wanted) if (!tools.includes(name)) console.log(`\n! This build has no ${name}: its first call is not measured.`);
  const used = offered.length > 0 ? offered : [{ name: 'check', arguments: { mode: 'health' } }];
  const rows = [];
  for (const params of used) {
    for (const [when, rest] of [
      ['at once', 0],
      ['0.3 s later', 0.3],
    ]) {
      const call = [{ rest, send: [{ jsonrpc: '2.0', id: 3, method: 'tools/call', params }], until: 3 }];
      const again = [{ send: [{ jsonrpc: '2.0', id: 4, method: 'tools/call', params }], until: 4 }];
      const [floor, own] = await paired(talk, [bare, snap], runs, [...handshake, ...call, ...again]);
      const failed = own.talks.filter(({ times }) => times[2].error).length;
      const ms = (step) => own.talks.map(({ times }) => 1000 * times[step].since_sent);
      rows.push({
        name: params.name,
        when,
        first: median(ms(2)),
        p95: quantile(ms(2), 0.95),
        second: median(ms(3)),
        cpu: 1000 * median(own.talks.map(({ cpu }, i) => cpu - floor.talks[i].cpu)),
        mebibytes: median(own.talks.map(({ mebibytes }) => mebibytes)),
        failed,
      });
    }
  }
  const good = (row) => row.first <= targets.firstCall && row.failed === 0;
  console.log(
    `\n${table(
      [
        'first tools/call',
        'after tools/list',
        'ms',
        'p95',
        'second call, ms',
        'CPU ms over bare, both',
        'peak MiB',
        'errors',
        'target',
        'reached',
      ],
      rows.map((row) => [
        row.name,
        row.when,
        row.first.toFixed(1),
        row.p95.toFixed(1),
        row.second.toFixed(1),
        row.cpu.toFixed(1),
        row.mebibytes.toFixed(1),
        row.failed,
        `${targets.firstCall} ms`,
        yes(good(row)),
      ]),
    )}`,
  );
  return { rows, isGood: offered.length === wanted.length && rows.every(good) };
}

/** Every server once a round, the next round backwards; three rounds are dropped. Answers the rounds of each. */
async function paired(talk, servers, runs, steps) {
  const results = servers.map(({ name }) => ({ name, talks: [] }));
  for (let round = -3; round < runs; round += 1) {
    const order = servers.map((_, i) => i);
    if (round % 2 !== 0) order.reverse();
    for (const i of order) {
      const { argv, env, cwd, name } = servers[i];
      const talked = await talk({ argv, env, cwd, steps });
      if (talked.failed !== null) throw new Error(`${name}: ${talked.failed}`);
      if (round >= 0) results[i].talks.push(talked);
    }
  }
  return results;
}

const yes = (isReached) => (isReached ? 'yes' : 'NO');
