// What svc_get_context takes with three servers of the recorded kinds (test/fixtures/sources), over stdio and HTTP; with one that hangs; and whether
// a server that is broken in each way breaks anything or shows a secret. Through the built program, as an assistant calls it.
//   node bench/run.mjs sources [--runs 5]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpPeer } from '../test/fixtures/sources/peer.mjs';
import { buildId, environmentOf, node, program, scratch } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';

const peerFile = fileURLToPath(new URL('../test/fixtures/sources/peer.mjs', import.meta.url));
const targets = { three: 300, hanging: 2200 };
/** Made up. One has the form of a token; the other is only known to be secret because the entry gives it. */
const canaries = ['ghp_q7Vx2LmZ9Kd4Wt8Rb3Yc6Nf1Hs5Jg0PaUeXo', 'Zq8Kd0Lw3XvT6rYp'];

const hanging = [
  ['stdio', 'hangs'],
  ['stdio', 'hangs at start'],
  ['http', 'hangs'],
  ['http', 'hangs at start'],
];

const faults = [
  ['stdio', 'exits at start'],
  ['stdio', 'hangs at start'],
  ['stdio', 'hangs'],
  ['stdio', 'crashes'],
  ['stdio', 'huge'],
  ['stdio', 'hostile'],
  ['stdio', 'noisy'],
  ['stdio', 'limited'],
  ['stdio', 'refused'],
  ['stdio', 'protocol error'],
  ['stdio', 'wrong shape'],
  ['stdio', 'other tools'],
  ['stdio', 'other parameters'],
  ['stdio', 'destructive'],
  ['stdio', 'endless list'],
  ['http', 'garbage'],
  ['http', 'hostile'],
  ['http', 'HTTP 401'],
  ['http', 'HTTP 429'],
  ['http', 'HTTP 500'],
  ['http', 'redirects'],
  ['http', 'cuts off'],
  ['stdio', 'changed entry'],
  ['stdio', 'absent program'],
];

export async function sources({ runs = 5 }) {
  const peer = await startHttpPeer();
  console.log(`${machineLine()}, build ${buildId()}\n`);
  const times = {};
  for (const transport of ['stdio', 'http']) {
    for (let run = 0; run < runs; run += 1) {
      const { asked } = await ask(peer, { transport, files: ['src/auth/login.ts', 'src/auth/session.ts', 'src/auth/session.ts'] });
      for (const [i, what] of ['first question', 'another file', 'the same again'].entries()) {
        const answered = asked[i].sources.join('+');
        if (answered !== 'code_host+error_tracker+docs_source') throw new Error(`${transport}, ${what}: only ${answered}`);
        note(times, `three over ${transport}: ${what}`, asked[i].ms);
      }
    }
  }
  for (const [transport, fault] of hanging) {
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      const { asked } = await ask(peer, { transport, fault });
      if (asked[0].sources.join('+') !== 'error_tracker+docs_source') throw new Error(`${fault}: ${asked[0].sources.join('+')}`);
      note(times, `one of three ${fault} (${transport})`, asked[0].ms);
    }
  }
  const broken = [];
  for (const [transport, fault] of faults) {
    const { asked, leaks } = await ask(peer, { transport, fault });
    const [{ failed, left, ms, sources: answered }] = asked;
    broken.push({ what: `${fault} (${transport})`, failed: failed || !answered.includes('docs_source'), leaks, ms, said: left });
  }
  peer.close();
  return report(times, broken);
}

function report(times, broken) {
  console.log(
    table(
      ['svc_get_context, shallow, in ms', 'median', 'most'],
      Object.entries(times).map(([what, list]) => [what, median(list).toFixed(0), Math.max(...list).toFixed(0)]),
    ),
  );
  console.log(
    `\n${table(
      ['fault', 'tool', 'leaks', 'ms', 'says'],
      broken.map(({ what, failed, leaks, ms, said }) => [what, failed ? 'FAILED' : 'answers', leaks, ms.toFixed(0), said]),
    )}`,
  );
  const most = (pattern) => Math.max(...Object.entries(times).flatMap(([what, list]) => (pattern.test(what) ? [median(list)] : [])));
  const figures = [
    ['three sources, first question over stdio', most(/stdio: first/), targets.three],
    ['three sources, first question over HTTP', most(/http: first/), targets.three],
    ['three sources, connected', most(/another file/), targets.three],
    ['one that hangs', most(/^one of/), targets.hanging],
    ['failed tools', broken.filter(({ failed }) => failed).length, 0],
    ['leaked canaries', broken.reduce((sum, { leaks }) => sum + leaks, 0), 0],
  ];
  console.log(
    `\n${table(
      ['target', 'at most', 'measured', 'reached'],
      figures.map(([what, measured, target]) => [what, target, measured.toFixed(0), measured <= target ? 'yes' : 'NO']),
    )}`,
  );
  keep('sources', { build: buildId(), times, broken });
  return figures.every(([, measured, target]) => measured <= target);
}

function note(times, what, ms) {
  (times[what] ??= []).push(ms);
}

let homes = 0;

/**
 * Connects a code host, an error tracker and a documentation source in a home of their own; then the code host breaks, and an assistant's server is
 * asked about each file in turn.
 */
async function ask(peer, { transport = 'stdio', fault = 'none', files = ['src/auth/login.ts'] }) {
  const home = join(scratch, `sources-${homes++}`);
  const put = (name, text) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  };
  put('fault', 'none');
  symlinkSync(node, join(home, 'own-node'));
  const entry = (recording, named) =>
    transport === 'stdio'
      ? {
          command: join(home, 'own-node'),
          args: [peerFile, recording, named],
          env: { GITHUB_TOKEN: canaries[0], PLAIN_CANARY: canaries[1] },
        }
      : {
          url: `${peer.origin}/${recording}/${encodeURIComponent(named)}`,
          headers: { Authorization: `Bearer ${canaries[0]}`, 'X-Api-Key': canaries[1] },
        };
  const servers = { hub: entry('github', `@${home}/fault`), errors: entry('sentry', 'none'), docs: entry('context7', 'none') };
  // What ends its program must not end that of the others.
  if (transport === 'stdio') servers.errors.command = servers.docs.command = node;
  put('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }));
  put('shop/.git/config', '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n');
  put('shop/.git/HEAD', 'ref: refs/heads/main\n');
  put('shop/package.json', JSON.stringify({ name: 'shop', dependencies: { express: '^4.21.0' } }));
  for (const file of new Set(files)) put(`shop/${file}`, "import { Router } from 'express';\n");
  const env = { ...environmentOf(home), SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
  const cwd = join(home, 'shop');
  // Not waited for in one go: the HTTP servers are in this process.
  let said = await run([program(), 'intelligence', 'connect', ...Object.keys(servers), '--yes'], env, cwd);
  breakIt(home, servers, fault, put);
  const server = connect({ argv: [node, program(), 'mcp', '--stdio', '--workspace', cwd], env, cwd });
  server.child.stderr.on('data', (text) => (said += text));
  const asked = [];
  try {
    await server.handshake();
    // The workspace is open, as it is when an assistant has worked for a moment.
    await server.call({ name: 'pulse', arguments: {} });
    for (const file of files) {
      const since = performance.now();
      const question = { files: [file], depth: 'shallow', sources: ['code_host', 'error_tracker', 'docs_source'] };
      const answer = await server.call({ name: 'svc_get_context', arguments: question });
      const ms = performance.now() - since;
      said += JSON.stringify(answer);
      asked.push({ ms, failed: answer.isError === true, sources: answer.structuredContent?.sources ?? [], left: leftIn(textOf(answer)) });
    }
  } finally {
    await server.close();
  }
  said += await run([program(), 'intelligence', 'list', '--no-probe', '--json'], env, cwd);
  // Everything that the home has after that, but for the config file itself.
  const kept = filesBelow(home).filter((path) => path !== join(home, '.cursor/mcp.json') && !path.endsWith('own-node'));
  const all = [said, ...kept.map((path) => readFileSync(path, 'latin1'))].join('\n');
  return { asked, leaks: canaries.filter((canary) => all.includes(canary.slice(0, 12))).length };
}

function breakIt(home, servers, fault, put) {
  if (fault === 'absent program') return rmSync(join(home, 'own-node'));
  if (fault !== 'changed entry') return put('fault', fault);
  const hub = { ...servers.hub, env: { ...servers.hub.env, GITHUB_HOST: 'https://elsewhere.example' } };
  return put('.cursor/mcp.json', JSON.stringify({ mcpServers: { ...servers, hub } }));
}

async function run(args, env, cwd) {
  const child = spawn(node, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  await once(child, 'close');
  return said;
}

function leftIn(text) {
  return /\bhub ([^\n]*)/.exec(text)?.[0].slice(0, 100) ?? /entry of hub[^\n]*/.exec(text)?.[0].slice(0, 100) ?? '';
}

function filesBelow(directory) {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => lstatSync(path).isFile());
}
