// Eight servers write to the stores of one workspace at once and are killed at random moments. What was acknowledged must be there
// exactly once, and every line must parse.   node bench/run.mjs stores [--rounds 200] [--runs 200] [--only mcp|rooms|memory|speed]
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { memory } from './stores/memory.mjs';
import { emptyRow, check, linesOf, listed, newMark, words } from './stores/records.mjs';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { buildId, environmentOf, node, root } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';
import { connect, introduction, textOf } from './support/rpc.mjs';
import { calls, ours, smallProject } from './support/servers.mjs';

const processes = 8;
const target = 20;
/** Milliseconds between two calls of one process, on average, where it does not call without a pause. */
const pacing = 250;
/** How often each process is killed in a round, on average. */
const kills = 2;

export async function stores({ rounds = 200, runs = 200, only }) {
  const wanted = (name) => only === undefined || name === only;
  console.log(`${machineLine()}, build ${buildId()}\n`);
  const rows = [];
  const speeds = [];
  const sides = await sidesOf();
  for (const side of sides) {
    if (wanted(side.name)) rows.push(await series(side, rounds, runs));
    if (wanted('speed')) speeds.push(...(await speedOf(side, runs)));
  }
  if (wanted('memory'))
    for (const own of [0, kills]) rows.push(...(await memory(Math.max(3, Math.round(rounds / 20)), processes, 50, own)));
  if (rows.length > 0) {
    console.log(`${processes} processes at once, each killed ${kills} times a round at a random moment (or as it says)\n`);
    console.log(
      table(
        [
          'through',
          'rounds',
          'acknowledged',
          'kills',
          'lost',
          'twice',
          'lines',
          'lines that do not parse',
          'refused',
          'said to be known',
          'files agree',
        ],
        rows.map((row) => [
          row.name,
          row.rounds,
          row.acknowledged,
          row.kills,
          row.lost,
          row.twice,
          row.lines,
          row.broken,
          row.refused,
          row.merged,
          row.unlike === 0 ? 'yes' : `NO: ${row.unlike}`,
        ]),
      ),
    );
    for (const { name, complaints } of rows) for (const said of complaints.slice(0, 5)) console.log(`\n${name}: ${said}`);
  }
  if (speeds.length > 0) {
    speeds.unshift(floor(runs));
    console.log(
      `\n${table(
        ['one learning acknowledged', 'calls', 'ms: p50', 'p95', 'p99', 'longest', 'target p99', 'reached'],
        speeds.map(({ name, times, isJudged }) => [
          name,
          times.length,
          ...[0.5, 0.95, 0.99, 1].map((q) => quantile(times, q).toFixed(2)),
          isJudged ? `${target} ms` : '',
          isJudged ? (quantile(times, 0.99) <= target ? 'yes' : 'NO') : '',
        ]),
      )}`,
    );
  }
  keep('stores', {
    build: buildId(),
    rows,
    speeds: speeds.map(({ times, ...rest }) => ({ ...rest, p50: quantile(times, 0.5), p99: quantile(times, 0.99) })),
  });
  const own = rows.filter((row) => !row.name.startsWith('server-'));
  const isWhole = own.every((row) => row.lost + row.twice + row.broken + row.refused + row.unlike === 0 && row.acknowledged > 0);
  return sides.length === 2 && isWhole && speeds.every(({ times, isJudged }) => !isJudged || quantile(times, 0.99) <= target);
}

/** Ours as an assistant meets it, and the room below without a protocol, which makes more rounds in the same time. */
async function sidesOf() {
  const sides = [];
  const home = newHome('stores-tools');
  const { tools } = await introduction(ours(home, smallProject(home)));
  const missing = ['snap', 'snap_learn', 'snap_end', 'snap_violation'].filter((name) => !tools.includes(name));
  const full = { SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
  // snap_violation is of the full surface.
  if (missing.some((name) => name !== 'snap_violation'))
    console.log(`! This build has no ${missing.join(', ')}: nothing is written through MCP.\n`);
  else sides.push({ name: 'mcp', kinds: ofTen('lvllvlevll'), server: (at, workspace) => ours(at, workspace, full) });
  if (!readFileSync(join(root, 'src/memory/index.ts'), 'utf8').includes('openKnowledge')) {
    console.log('! src/memory has no openKnowledge: the room is not tried by itself.\n');
    return sides;
  }
  const program = await bundledFile('bench/stores/run.ts', 'stores-room');
  const server = (at, workspace) => ({ argv: [node, program, workspace], env: environmentOf(at), cwd: workspace });
  return [...sides, { name: 'rooms', kinds: ofTen('lvllvllvll'), server }];
}

/** Of ten calls six or seven learn, three report a violation, and one starts and ends a task, which takes longer than all others. */
const ofTen = (letters) => [...letters].map((letter) => ({ l: 'learn', v: 'violation', e: 'end' })[letter]);

/** Rounds of one side; each has a workspace of its own. */
async function series({ name, kinds, server }, rounds, each) {
  const row = { name, ...emptyRow(rounds) };
  for (let round = 0; round < rounds; round += 1) {
    const home = newHome(`stores-${name}-${round}`);
    const workspace = smallProject(home);
    const started = server(home, workspace);
    const { acknowledged } = await written(started, kinds, each, kills, row);
    row.acknowledged += acknowledged.length;
    check(row, round, acknowledged, listed(home, workspace, acknowledged), linesOf(home, row, round));
    rmSync(home, { recursive: true, force: true });
    if (process.stdout.isTTY) process.stdout.write(`\r${name}: round ${round + 1} of ${rounds}, ${row.lost} lost, ${row.twice} twice `);
  }
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  return row;
}

/** Every process makes its calls one after the other, is killed, starts again and goes on until `each` were acknowledged. */
async function written(server, kinds, each, ownKills, row) {
  const acknowledged = [];
  const times = [];
  const worker = async (number) => {
    let done = 0;
    // Bounded: a server that never acknowledges must not keep a bench for ever.
    for (let start = 0; done < each && start < 20 + 4 * ownKills; start += 1) {
      const connection = connect(server);
      const isKilled = start < ownKills;
      // Which call it is killed in or after: the calls that are left are shared out among the kills that are left. One in ten dies
      // while it starts.
      const last = isKilled ? done + Math.ceil(Math.random() * ((each - done) / (ownKills - start))) - 1 : each;
      const kill = (longest) => void after(Math.random() * longest).then(() => connection.kill());
      if (isKilled && Math.random() < 0.1) kill(100);
      try {
        await connection.handshake();
        while (done < each) {
          if (done === last) kill(10);
          const kind = kinds[(done + number) % kinds.length];
          const record = await one[kind](connection, times, row);
          if (record !== undefined) acknowledged.push(record);
          done += 1;
        }
        if (isKilled) connection.kill();
        else await connection.close();
      } catch (error) {
        if ((await Promise.race([connection.ended, after(5_000)])) !== 'SIGKILL') row.complaints.push(error.message);
      }
      connection.kill();
      if (isKilled) row.kills += 1;
    }
    if (done < each) row.complaints.push(`a process came to ${done} of ${each} calls`);
  };
  await Promise.all(Array.from({ length: processes }, (_, i) => worker(i)));
  return { acknowledged, times };
}

/** One call of each kind; answers what must be there from now on. A call that is not answered throws. */
const one = {
  async learn(connection, times, row) {
    const mark = newMark();
    const began = performance.now();
    const result = await connection.call(calls.learn(`${mark} ${words(7)}`, words(9)));
    times.push(performance.now() - began);
    if (isRefused(result, row)) return undefined;
    // "known": counted to another record, so no record of its own is promised.
    if (!/\b(saved|created|new)\b/.test(textOf(result).split('\n', 1)[0])) {
      row.merged += 1;
      return undefined;
    }
    return { kind: 'learn', mark };
  },
  async violation(connection, _times, row) {
    const mark = newMark();
    const result = await connection.call(calls.violation(`kind-${Math.floor(Math.random() * 20)}`, `${mark} ${words(8)}`));
    return isRefused(result, row) ? undefined : { kind: 'violation', mark };
  },
  async end(connection, _times, row) {
    const mark = newMark();
    const note = newMark();
    // The task of a process that was killed is resumed instead, with its own text: what counts is the end.
    await connection.call(calls.start(words(6)));
    const result = await connection.call(calls.end(`${note} ${words(6)}`, [`${mark} ${words(14)}`]));
    return isRefused(result, row) ? undefined : { kind: 'learn', mark, note };
  },
};

function isRefused(result, row) {
  if (result.isError !== true) return false;
  row.refused += 1;
  row.complaints.push(textOf(result).slice(0, 300));
  return true;
}

/** Without kills: one process by itself; all of them with a pause after each call, as people work; all of them without one. */
async function speedOf({ name, kinds, server }, each) {
  const row = { refused: 0, merged: 0, kills: 0, complaints: [] };
  const measured = async (label, worker) => {
    const home = newHome(`stores-speed-${name}-${label}`);
    return worker(server(home, smallProject(home)));
  };
  const calling = async (started, count, pause) => {
    const connection = connect(started);
    const times = [];
    await connection.handshake();
    for (let i = 0; i < count; i += 1) {
      if (pause > 0) await after(pause * (0.5 + Math.random()));
      await one.learn(connection, times, row);
    }
    await connection.close();
    return times;
  };
  const alone = await measured('alone', (started) => calling(started, 2 * each, 0));
  // The first call of a process loads the tools, and comes once in the life of a server.
  const paced = await measured('paced', (started) =>
    Promise.all(Array.from({ length: processes }, () => calling(started, Math.ceil(each / 4), pacing))),
  );
  const together = await measured('together', async (started) => (await written(started, kinds, each, 0, row)).times);
  for (const said of row.complaints.slice(0, 5)) console.log(`! ${name}: ${said}`);
  const isJudged = name === 'mcp';
  return [
    { name: `${name}, one process`, times: alone, isJudged },
    { name: `${name}, ${processes} processes, a call each ${pacing} ms`, times: paced.flat(), isJudged },
    { name: '– of these, the first of each process', times: paced.flatMap((times) => times.slice(0, 1)), isJudged: false },
    { name: '– of these, all others', times: paced.flatMap((times) => times.slice(1)), isJudged: false },
    { name: `${name}, ${processes} processes without a pause, among ${[...new Set(kinds)].join(', ')}`, times: together, isJudged },
  ];
}

/** What the disk alone takes for a line that is to last. */
function floor(runs) {
  const path = join(newHome('stores-floor'), 'lines.jsonl');
  const file = openSync(path, 'a');
  const line = `${JSON.stringify({ id: newMark(), trigger: words(8), action: words(9) })}\n`;
  const times = Array.from({ length: 2 * runs }, () => {
    const began = performance.now();
    writeSync(file, line);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return { name: 'one line appended and synced, nothing else', times, isJudged: false };
}
