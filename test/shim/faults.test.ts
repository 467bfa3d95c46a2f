import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runShim } from '../../src/shim/run-shim.ts';
import { targetOf } from '../../src/shim/target.ts';
import { RawServer, initialize, toolCall, cancel } from '../server/started.ts';
import { isGone, timePassed, until } from '../support/processes.ts';
import { refusingAddress, serveHttp, serveHttps, serveTcp } from '../support/loopback.ts';
import { eventServer, type RemoteServer, streamableServer } from '../support/servers/remote-server.ts';

const list = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

function shim(url: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): RawServer {
  return new RawServer({ args: ['mcp', 'shim', '--url', url, ...more], env });
}

/** Through the handshake, with the tools listed. */
async function opened(url: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<RawServer> {
  const bridge = shim(url, more, env);
  bridge.write(initialize);
  await bridge.answerTo('hello');
  bridge.write(initialized, list);
  await bridge.answerTo('list');
  return bridge;
}

describe('a remote server that is not there', () => {
  const status = (code: number) => async () => (await serveHttp((_, response) => response.writeHead(code).end('no'))).href;
  it.each([
    ['404', status(404), /answered 404: .*"--stdio" in place of "shim".*"snap mcp repair" does/],
    ['401', status(401), /answered 401: .*token/],
    ['403', status(403), /answered 403: .*refuses/],
    ['500', status(500), /answered 500: the server failed/],
    ['a redirect', status(308), /answered 308: .*another address/],
    [
      'refused',
      async () => (await refusingAddress()).href,
      /refused \(ECONNREFUSED\)\. Start the remote server, or correct the address after --url\. The next request tries again\.$/,
    ],
    ['an unknown name', async () => 'http://nothing.invalid/mcp', /name of the host is not known/],
    [
      'a certificate that nobody trusts',
      async () => (await serveHttps((_, response) => response.end())).href,
      /TLS failed.*NODE_EXTRA_CA_CERTS/,
    ],
    ['no HTTP', async () => (await serveTcp((socket) => socket.end('SSH-2.0-x\r\n'))).href, /does not speak HTTP/],
  ])('%s: every request is answered with its id, the cause and the cure, and the bridge stays', async (_, address, words) => {
    const bridge = shim(await address());
    bridge.write(initialize, 'garbage', list);
    for (const id of ['hello', 'list']) expect((await bridge.answerTo(id)).error?.message).toMatch(words);
    bridge.write(toolCall(7, {}));
    expect((await bridge.answerTo(7)).error?.message).toMatch(words);
    bridge.process.stdin.end();
    expect(await bridge.exit).toEqual([0, null]);
    expect(bridge.answers()).toHaveLength(4);
    expect(new Set(bridge.answers().map(({ id }) => id))).toEqual(new Set([7, 'hello', 'list', null]));
    expect(bridge.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe.each([
  ['Streamable HTTP', streamableServer],
  ['HTTP+SSE', eventServer],
] as const)('over %s', (name, serve) => {
  /** Calls of "write" and "read" are never answered. */
  const silent = async (names: readonly string[]): Promise<RemoteServer> =>
    serve((message, response) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return names.includes(message.params?.name ?? '');
    });

  it('passes messages on, in order', async () => {
    const remote = await serve();
    const bridge = await opened(remote.url);
    const ids = Array.from({ length: 60 }, (_, i) => i);
    bridge.write(...ids.map((id) => toolCall(id, { n: id }, 'write')));
    for (const id of ids) await bridge.answerTo(id);
    const methods = remote.received.map(({ message }) => message.method);
    expect(methods.slice(0, 3)).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
    const arrived = remote.received.slice(3).map(({ message }) => message.id);
    // Over Streamable HTTP each goes over a connection of its own, and two at once may overtake each other.
    expect(name === 'HTTP+SSE' ? arrived : arrived.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
    expect(bridge.answers()).toHaveLength(62);
  });

  it('answers a call whose connection is lost, once, and does not repeat it; the next call opens a new session', async () => {
    const remote = await silent(['write']);
    const bridge = await opened(remote.url);
    bridge.write(toolCall(1, {}, 'write'));
    await called(remote, 'write');
    remote.restart();
    expect((await bridge.answerTo(1)).error?.message).toMatch(/lost|closed|may have been carried out/);
    bridge.write(toolCall(2, {}, 'read'));
    expect((await bridge.answerTo(2)).result).toMatchObject({ content: [{ text: 'read' }] });
    expect(remote.received.filter(({ message }) => message.params?.name === 'write')).toHaveLength(1);
    expect(remote.received.filter(({ message }) => message.method === 'initialize')).toHaveLength(2);
    expect(bridge.answers().filter(({ id }) => id === 1)).toHaveLength(1);
    // What the bridge asks for itself is nobody else's.
    expect(bridge.answers().map(({ id }) => id)).toEqual(['hello', 'list', 1, 2]);
  });

  it('passes a cancellation on, and the call gets no answer', async () => {
    const remote = await silent(['write']);
    const bridge = await opened(remote.url);
    bridge.write(toolCall(1, {}, 'write'));
    await called(remote, 'write');
    bridge.write(cancel(1), toolCall(2, {}, 'read'));
    await bridge.answerTo(2);
    expect(remote.received.map(({ message }) => message.method)).toContain('notifications/cancelled');
    expect(bridge.answers().map(({ id }) => id)).not.toContain(1);
  });

  it('passes an answer of 10 MB, and one in several lines', async () => {
    const text = 'é"\\'.repeat(2_500_000);
    const remote = await serve((message, _, send) => {
      if (message.params?.name === 'read') send({ result: { content: [{ type: 'text', text }] } });
      return message.params?.name === 'read';
    });
    const bridge = await opened(remote.url);
    const lines = bareLines(bridge);
    bridge.write(toolCall(1, {}, 'read'));
    const [line = ''] = await lines(1);
    const { result } = JSON.parse(line) as { readonly result: { readonly content: readonly { readonly text: string }[] } };
    expect(result.content[0]?.text === text).toBe(true);
  });

  it('ends with its input, also while a call waits', async () => {
    const remote = await silent(['write']);
    const bridge = await opened(remote.url);
    bridge.write(toolCall(1, {}, 'write'));
    await called(remote, 'write');
    // Older than a call that came through a pipe.
    await timePassed(260);
    bridge.process.stdin.end();
    expect(await bridge.exit).toEqual([0, null]);
    expect(bridge.answers().at(-1)).toMatchObject({ id: 1, error: { message: expect.stringContaining('the client has closed its end') } });
  });

  it('does not wait for the answer to a call that is older than one from a pipe', async () => {
    const remote = await silent(['write']);
    const target = await targetOf({ url: remote.url, headers: [], env: {}, workspace: undefined, localToken: async () => undefined });
    // No timer fires but by the word of the test, so nothing ends because its time is over.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = vi.spyOn(process, 'uptime').mockReturnValue(100);
    onTestFinished(() => {
      vi.useRealTimers();
      clock.mockRestore();
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = runShim(target, { input, output, signal: new AbortController().signal, log: () => undefined });
    let said = '';
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
    input.write(`${JSON.stringify(initialize)}\n`);
    expect(await until(() => said.includes('"id":"hello"'))).toBe(true);
    input.write(`${JSON.stringify(initialized)}\n${JSON.stringify(toolCall(1, {}, 'write'))}\n`);
    await called(remote, 'write');
    clock.mockReturnValue(100.26);
    input.end();
    await ended;
  });

  it('takes no more than the client reads', async () => {
    const text = 'x'.repeat(1 << 20);
    let sent = 0;
    const remote = await serve((message, _, send) => {
      if (message.params?.name !== 'write') return false;
      sent++;
      send({ result: { content: [{ type: 'text', text }] } });
      return true;
    });
    const bridge = await opened(remote.url);
    const lines = bareLines(bridge);
    bridge.process.stdout.pause();
    bridge.write(...Array.from({ length: 60 }, (_, id) => toolCall(id, {}, 'write')));
    await called(remote, 'write');
    await resting(bridge.process.pid, () => sent);
    expect(sent).toBeGreaterThan(0);
    expect(memoryOf(bridge.process.pid)).toBeLessThan(110);
    bridge.process.stdout.resume();
    const ids = (await lines(60)).map((line) => (JSON.parse(line) as { readonly id: number }).id);
    expect(new Set(ids).size).toBe(60);
  });
});

/** Takes the output over from here on: for long answers, which are searched again and again otherwise. */
function bareLines({ process: { stdout } }: RawServer): (count: number) => Promise<readonly string[]> {
  const pieces: Buffer[] = [];
  const seen = { lines: 0 };
  stdout.removeAllListeners('data').on('data', (piece: Buffer) => {
    pieces.push(piece);
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) seen.lines++;
  });
  return async (count) => {
    while (seen.lines < count) await once(stdout, 'data');
    return Buffer.concat(pieces).toString().split('\n').slice(0, count);
  };
}

it('ends with the process that started it', async () => {
  const remote = await streamableServer();
  const parent = new RawServer({
    program: '-e',
    args: [starter, remote.url, JSON.stringify(initialize)],
    env: { SHIM: new RawServer({ args: ['--version'] }).process.spawnargs[1] ?? '' },
  });
  const [chunk] = (await once(parent.process.stdout, 'data')) as [Buffer];
  expect(await until(() => remote.received.length > 0)).toBe(true);
  parent.process.kill('SIGKILL');
  expect(await isGone(Number(chunk.toString()))).toBe(true);
});

/** Starts the bridge with an input that another process holds open too. */
const starter = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, [process.env.SHIM, 'mcp', 'shim', '--url', process.argv[1]], { stdio: ['pipe', 'ignore', 'ignore'] });
child.stdin.write(process.argv[2] + '\\n');
console.log(child.pid);
`;

describe('tokens', () => {
  it('come from the environment, and are in no message', async () => {
    const remote = await serveHttp((request, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `bad ${request.headers.authorization} ${String(request.headers['x-key'])}` } })),
    );
    const bridge = shim(`${remote.href}?key=secret-in-query`, ['--header', 'X-Key: ${KEY}'], {
      KEY: 'secret-key-1',
      SNAP_SHIM_TOKEN: 'secret-token-2',
    });
    bridge.write(initialize);
    const { error } = await bridge.answerTo('hello');
    expect(error?.message).toContain('[secret]');
    bridge.process.stdin.end();
    await bridge.exit;
    expect(JSON.stringify(error) + bridge.stderr).not.toMatch(/secret-key-1|secret-token-2|secret-in-query/);
  });

  it('are sent with every request', async () => {
    const remote = await streamableServer();
    await opened(remote.url, ['--header', 'X-Key: ${KEY}'], { KEY: 'k', SNAP_SHIM_TOKEN: 't' });
    for (const { headers } of remote.received) expect([headers['x-key'], headers.authorization]).toEqual(['k', 'Bearer t']);
  });

  it.each([
    [['--header', 'X: ${NOBODY_SET_THIS}'], 'NOBODY_SET_THIS'],
    [['--header', 'no name'], 'Name: value'],
    [['--url', 'ftp://x/'], 'https://'],
    [['--url', 'no url'], 'no URL'],
  ])('a wrong option %j is refused with 2', async (words, says) => {
    const { stderr, code } = await shim('http://127.0.0.1:9/', words).converse();
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});

async function called(remote: RemoteServer, name: string): Promise<void> {
  expect(await until(() => remote.received.some(({ message }) => message.params?.name === name)), `"${name}" is called`).toBe(true);
}

/** Waits until a process takes no more processor time and waits for something, while the count stays as it is: then it has done what it will do. */
async function resting(pid: number | undefined, count: () => number): Promise<void> {
  if (process.platform !== 'linux') return;
  const look = (): string => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return [stat[0], stat[11], stat[12], count()].join(' ');
  };
  let [last, same] = ['', 0];
  const isResting = (): boolean => {
    const now = look();
    same = now === last && now.startsWith('S') ? same + 1 : 0;
    last = now;
    return same >= 50;
  };
  expect(await until(isResting)).toBe(true);
}

/** MiB. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
