// Broken and hostile messages, tens of thousands, on standard streams and over HTTP: the server answers what can be answered, goes on, and its memory
// does not grow. The same frames for the same --seed.
//   node bench/run.mjs fuzz-frames [--rounds 30000] [--seed 1] [--only http]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { httpFixture } from './conformance/suites.mjs';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { environmentOf, node } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';

/** Frames between two questions whether the server still answers. */
const perBatch = 500;
/** Milliseconds an answer may take behind a batch. */
const patience = 20_000;
/** Megabytes the memory may grow by, from the first fifth to the end. */
const growthLimit = 60;
/** What a server that keeps something of each frame would soon fill; one that does not never does. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=64' };

export async function fuzzFrames({ rounds = 30_000, seed = 1, only }) {
  const home = newHome('fuzz');
  const program = await bundledFile('bench/conformance/fixture.ts', 'fixture');
  console.log(`${machineLine()}\n`);
  const rows = [];
  if (only === undefined || only === 'stdio') rows.push(await onStdio(program, home, rounds, seed));
  if (only === undefined || only === 'http') {
    rows.push(await overHttp(program, home, rounds, seed, 'bodies', sendBodies));
    rows.push(await overHttp(program, home, rounds, seed, 'requests, byte by byte', sendBytes));
  }
  const heads = ['where', 'frames', 'answers', 'seconds', 'MB after a fifth', 'MB at the end', 'what failed'];
  console.log(
    table(
      heads,
      rows.map((row) => [row.where, row.frames, row.answers, row.seconds, row.early, row.late, row.failures.join('; ')]),
    ),
  );
  keep('fuzz-frames', { seed, rows });
  return rows.every(({ failures }) => failures.length === 0);
}

async function onStdio(program, home, rounds, seed) {
  const child = spawn(node, [program], { env: { ...environmentOf(home), ...smallHeap }, cwd: home, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4_000)));
  let answers = 0;
  const waiting = new Map();
  const failures = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    answers += 1;
    try {
      const { id } = JSON.parse(line);
      waiting.get(id)?.();
    } catch {
      failures.push(`no JSON on standard output: ${line.slice(0, 80)}`);
    }
  });
  const alive = async (i) => {
    const id = `alive ${i}`;
    const answered = new Promise((resume) => waiting.set(id, () => resume(true)));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    const isAnswered = await Promise.race([answered, new Promise((resume) => setTimeout(resume, patience, false).unref())]);
    waiting.delete(id);
    return isAnswered;
  };
  const row = await inBatches('stdio', rounds, seed, child.pid, failures, alive, async (frames) => {
    for (const frame of frames) child.stdin.write(Buffer.concat([Buffer.isBuffer(frame) ? frame : Buffer.from(frame), Buffer.from('\n')]));
  });
  if (child.exitCode !== null) failures.push(`it ended with ${child.exitCode}: ${said.slice(-300)}`);
  if (/this is a bug in snap/.test(said)) failures.push(`a bug was logged: ${said.slice(-600)}`);
  child.kill('SIGKILL');
  return { ...row, answers };
}

async function overHttp(program, home, rounds, seed, where, send) {
  const http = await httpFixture(program, home, 'http', [], smallHeap);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const counted = { answers: 0 };
  const failures = [];
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${http.token}`,
  };
  const ask = (body, more = {}) => asked({ port: http.front, agent, headers: { ...headers, ...more }, body });
  const { session } = await ask(initialize);
  // A broken request may end the first one.
  const { session: other } = await ask(initialize);
  const alive = async () => (await ask(ping, { 'Mcp-Session-Id': other })).status === 200;
  const row = await inBatches(`HTTP, ${where}`, rounds, seed, http.pid, failures, alive, async (frames, random) => {
    await send({ frames, random, http, ask, session, counted, failures });
  });
  agent.destroy();
  http.end();
  return { ...row, answers: counted.answers };
}

/** Whole requests whose bodies are broken. */
async function sendBodies({ frames, random, ask, session, counted, failures }) {
  await inParallel(frames, 16, async (frame) => {
    const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const more = pick(random, [{ 'Mcp-Session-Id': session }, { 'Mcp-Session-Id': session }, {}, modern]);
    const { status } = await ask(frame, more);
    if (status === 0) failures.push(`no answer to ${String(frame).slice(0, 80)}`);
    else counted.answers += 1;
    if (status >= 500) failures.push(`${status} to ${String(frame).slice(0, 80)}`);
  });
}

/** Requests that are broken anywhere, on sockets. An answer, or the end of the connection. */
async function sendBytes({ frames, random, http, session, counted, failures }) {
  await inParallel(frames, 16, async (frame) => {
    const body = Buffer.isBuffer(frame) ? frame : Buffer.from(frame);
    const head = [
      `${pick(random, ['POST', 'POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'])} ${pick(random, ['/mcp', '/events', '/messages?sessionId=x', '/notices', '/'])} HTTP/1.1`,
      `Host: 127.0.0.1:${http.front}`,
      `Authorization: Bearer ${http.token}`,
      'Accept: application/json',
      'Content-Type: application/json',
      `Mcp-Session-Id: ${session}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ].join('\r\n');
    const whole = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
    const outcome = await onSocket(http.front, mutated(random, whole, 4));
    if (outcome.startsWith('HTTP/1.1 5') && !outcome.startsWith('HTTP/1.1 501')) failures.push(outcome.slice(0, 80));
    if (outcome !== '') counted.answers += 1;
  });
}

async function inBatches(where, rounds, seed, pid, failures, alive, send) {
  const random = randomOf(seed);
  const began = performance.now();
  let early = 0;
  let frames = 0;
  while (frames < rounds && failures.length < 5) {
    await send(
      Array.from({ length: perBatch }, () => frame(random)),
      random,
    );
    frames += perBatch;
    if (!(await alive(frames))) {
      failures.push(`no answer after ${frames} frames`);
      break;
    }
    if (early === 0 && frames >= rounds / 5) early = megabytes(pid);
  }
  const late = megabytes(pid);
  if (early > 0 && late - early > growthLimit) failures.push(`memory grew by ${(late - early).toFixed(0)} MB`);
  return {
    where,
    frames,
    seconds: ((performance.now() - began) / 1000).toFixed(0),
    early: early.toFixed(0),
    late: late.toFixed(0),
    failures,
  };
}

function megabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has ended, which is found out otherwise.
    return 0;
  }
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '0' } },
});
const ping = '{"jsonrpc":"2.0","id":"alive","method":"ping"}';

function asked({ port, agent, headers, body }) {
  return new Promise((settle) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method: 'POST',
      agent,
      headers: { ...headers, 'Content-Length': bytes.length },
    });
    const timer = setTimeout(() => outgoing.destroy(), patience);
    const end = (status, session) => {
      clearTimeout(timer);
      settle({ status, session });
    };
    outgoing
      .on('response', (answer) => {
        answer
          .resume()
          .on('end', () => end(answer.statusCode, answer.headers['mcp-session-id']))
          .on('error', () => end(0));
      })
      .on('error', () => end(0))
      .end(bytes);
  });
}

function onSocket(port, bytes) {
  return new Promise((settle) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    // What the server waits for never comes: its own limits end that, and they are tried elsewhere.
    const timer = setTimeout(() => socket.destroy(), 300);
    socket
      .on('connect', () => socket.end(bytes))
      .on('data', (data) => (text = (text + data.toString('latin1')).slice(0, 2_000)))
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        settle(text);
      });
  });
}

async function inParallel(items, count, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
}

const methods = [
  'ping',
  'tools/list',
  'tools/call',
  'initialize',
  'server/discover',
  'subscriptions/listen',
  'notifications/cancelled',
  'resources/read',
  'prompts/get',
  'logging/setLevel',
  '__proto__',
  'constructor',
  '',
  '\u202e',
  'a'.repeat(3_000),
];
const words = [
  '',
  'a',
  '\0',
  '\ud800',
  '\u202e\u2066',
  '__proto__',
  '../../etc/passwd',
  'snap|S|id:forged',
  '${SVC_API_KEY}',
  '\r\n\r\n',
  'é'.repeat(500),
  '🦊'.repeat(50),
  '=?base64?!!?=',
];
const meta = 'io.modelcontextprotocol/';

/** A message that is right, wrong in its fields, or broken in its bytes. */
function frame(random) {
  const text = JSON.stringify(message(random));
  const roll = random();
  if (roll < 0.35) return text;
  if (roll < 0.75) return mutated(random, Buffer.from(text), 6);
  if (roll < 0.8) return text.slice(0, Math.floor(random() * text.length));
  if (roll < 0.84) return '['.repeat(Math.floor(random() * 5_000));
  if (roll < 0.88) return `[${Array.from({ length: Math.floor(random() * 200) }, () => text).join(',')}]`;
  if (roll < 0.9) return `${text}${text}`;
  if (roll < 0.92) return text.replace('"jsonrpc"', '"__proto__":{"polluted":1},"jsonrpc"');
  if (roll < 0.94)
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'a'.repeat(Math.floor(random() * 100_000)) } });
  return Buffer.from(Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256)).filter((byte) => byte !== 10));
}

function message(random) {
  const params = pick(random, [
    undefined,
    {},
    { name: pick(random, ['test_simple_text', 'no_such', ...words]), arguments: value(random, 3) },
    { requestId: value(random, 0) },
    { _meta: { [`${meta}protocolVersion`]: pick(random, ['2026-07-28', 'v9', 7]), [`${meta}clientCapabilities`]: value(random, 1) } },
    { _meta: { progressToken: value(random, 1) }, uri: pick(random, words) },
    value(random, 4),
  ]);
  return {
    jsonrpc: pick(random, ['2.0', '2.0', '2.0', '1.0', 2]),
    id: pick(random, [1, 2, 'a', null, -1, 1e300, {}, undefined]),
    method: pick(random, [...methods, value(random, 1)]),
    params,
  };
}

function value(random, depth) {
  const roll = random();
  if (depth > 0 && roll < 0.3) return Array.from({ length: Math.floor(random() * 5) }, () => value(random, depth - 1));
  if (depth > 0 && roll < 0.6)
    return Object.fromEntries(Array.from({ length: Math.floor(random() * 5) }, () => [pick(random, words), value(random, depth - 1)]));
  return pick(random, [...words, 0, -0, 1e308, Number.MAX_SAFE_INTEGER, true, null]);
}

/** Some bytes changed, taken out, or doubled; none is a line break. */
function mutated(random, bytes, most) {
  let made = Buffer.from(bytes);
  for (let i = Math.ceil(random() * most); i > 0 && made.length > 0; i -= 1) {
    const at = Math.floor(random() * made.length);
    const roll = random();
    if (roll < 0.5) made[at] = Math.floor(random() * 256);
    else if (roll < 0.75) made = Buffer.concat([made.subarray(0, at), made.subarray(at + Math.ceil(random() * 8))]);
    else made = Buffer.concat([made.subarray(0, at), made.subarray(Math.max(0, at - 16), at), made.subarray(at)]);
  }
  return made;
}

function pick(random, all) {
  return all[Math.floor(random() * all.length)];
}

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
