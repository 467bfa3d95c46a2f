// The HTTP front with the limits it really has: clients that send nothing, or a byte at a time, floods of connections, and what a call costs.
//   node bench/run.mjs http-front
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { httpFixture } from './conformance/suites.mjs';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { keep, machineLine, table } from './support/report.mjs';

export async function httpFront() {
  const home = newHome('http-front');
  const program = await bundledFile('bench/conformance/fixture.ts', 'fixture');
  console.log(`${machineLine()}\n`);
  const http = await httpFixture(program, home);
  const rows = [];
  const add = (what, goal, found, isGood) => rows.push([what, goal, found, isGood ? 'yes' : 'NO']);
  try {
    const before = cpuMs(http.pid);
    const [header, body, silent] = await Promise.all([slow(http, slowHeader(http)), slow(http, slowBody(http)), slow(http, '', false)]);
    add('a header byte by byte is closed after, s', '<= 7', header.toFixed(1), header <= 7);
    add('a body byte by byte is closed after, s', '<= 17', body.toFixed(1), body <= 17);
    add('a connection that says nothing is closed after, s', '<= 7', silent.toFixed(1), silent <= 7);
    add('CPU ms meanwhile', '<= 200', (cpuMs(http.pid) - before).toFixed(0), cpuMs(http.pid) - before <= 200);
    const flood = await flooded(http);
    add('answer to the owner during 300 hanging connections, ms', '<= 200', flood.ms.toFixed(0), flood.ms <= 200);
    add('connections left of 300', '<= 64', flood.left, flood.left <= 64);
    const calls = await cheap(http);
    add('ms a call, one after the other, JSON', '<= 2', calls.wall.toFixed(2), calls.wall <= 2);
    add('CPU ms a call in the server', '<= 1', calls.cpu.toFixed(2), calls.cpu <= 1);
    const idle = await idleStreams(http, 30);
    add('MB for 30 idle SSE clients', '<= 12', idle.megabytes.toFixed(1), idle.megabytes <= 12);
    add('CPU ms of those in 16 s, with one comment each', '<= 60', idle.cpu.toFixed(0), idle.cpu <= 60);
    add('comments to each in 16 s', '>= 1', idle.comments, idle.comments >= 1);
  } finally {
    http.end();
  }
  console.log(table(['what', 'goal', 'found', 'reached'], rows));
  keep('http-front', { rows });
  return rows.every(([, , , reached]) => reached === 'yes');
}

const head = ({ front, token }, first) => `${first}\r\nHost: 127.0.0.1:${front}\r\nAuthorization: Bearer ${token}\r\n`;
const slowHeader = (http) => `${head(http, 'POST /mcp HTTP/1.1')}X-A: `;
const slowBody = (http) =>
  `${head(http, 'POST /mcp HTTP/1.1')}Accept: */*\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;

/** Seconds until the server closes it, 30 at most. */
async function slow({ front }, bytes, drips = true) {
  const began = performance.now();
  const socket = connect(front, '127.0.0.1').on('error', () => undefined);
  if (bytes !== '') socket.write(bytes);
  const drip = drips ? setInterval(() => socket.write('a'), 500) : undefined;
  await Promise.race([new Promise((resume) => socket.once('close', resume).resume()), after(30_000)]);
  clearInterval(drip);
  socket.destroy();
  return (performance.now() - began) / 1000;
}

async function flooded(http) {
  const sockets = Array.from({ length: 300 }, () => connect(http.front, '127.0.0.1').on('error', () => undefined));
  for (const socket of sockets) socket.write('POST /mcp HTTP/1.1\r\n');
  await after(300);
  const began = performance.now();
  const { status } = await post(http, new Agent(), discover(1));
  const ms = status === 200 ? performance.now() - began : Infinity;
  const left = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  return { ms, left };
}

async function cheap(http) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 200; i += 1) await post(http, agent, discover(i));
  const [wall, cpu] = [performance.now(), cpuMs(http.pid)];
  for (let i = 0; i < 1_000; i += 1) await post(http, agent, discover(i));
  agent.destroy();
  return { wall: (performance.now() - wall) / 1_000, cpu: (cpuMs(http.pid) - cpu) / 1_000 };
}

async function idleStreams(http, count) {
  const before = megabytes(http.pid);
  const sockets = Array.from({ length: count }, () => connect(http.front, '127.0.0.1').on('error', () => undefined));
  const texts = sockets.map(() => '');
  for (const [i, socket] of sockets.entries()) {
    socket.on('data', (data) => (texts[i] += data));
    socket.write(`${head(http, 'GET /events HTTP/1.1')}Accept: text/event-stream\r\n\r\n`);
  }
  await after(500);
  const cpu = cpuMs(http.pid);
  await after(16_000);
  const found = {
    megabytes: megabytes(http.pid) - before,
    cpu: cpuMs(http.pid) - cpu,
    comments: Math.min(...texts.map((text) => text.split(': still here').length - 1)),
  };
  for (const socket of sockets) socket.destroy();
  return found;
}

const discover = (id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'server/discover',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } },
  });

function post({ front, token }, agent, body) {
  return new Promise((settle) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'server/discover',
    };
    request({ host: '127.0.0.1', port: front, path: '/mcp', method: 'POST', agent, headers })
      .on('response', (answer) => answer.resume().on('end', () => settle({ status: answer.statusCode })))
      .on('error', () => settle({ status: 0 }))
      .end(body);
  });
}

function megabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Of its own and in the kernel, in steps of 10 ms. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
