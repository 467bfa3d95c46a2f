import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messageOf } from '../../src/shim/envelope.ts';
import { lineSafe } from '../../src/shim/line-safe.ts';
import { backoff, retryPause } from '../../src/shim/pauses.ts';
import { maxMessageBytes } from '../../src/shim/read-stream.ts';
import { runShim, type ShimOptions } from '../../src/shim/run-shim.ts';
import { targetOf } from '../../src/shim/target.ts';
import { jsonLine } from '../../src/system/index.ts';
import { readBody } from '../../src/system/http/index.ts';
import { serveHttp } from '../support/loopback.ts';
import { until } from '../support/processes.ts';

const half = (): number => 0.5;
const initialize = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
};

/** The bridge in this process. */
async function bridged(url: string, more: Partial<ShimOptions> = {}) {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const target = await targetOf({ url, headers: [], env: {}, workspace: undefined, localToken: async () => undefined });
  const ended = runShim(target, { input, output, signal: stop.signal, log: () => undefined, ...more });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const lines = createInterface({ input: output });
  return {
    lines,
    send: (message: object): void => void input.write(`${JSON.stringify(message)}\n`),
    async next(): Promise<Record<string, unknown>> {
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Record<string, unknown>;
    },
  };
}

describe('how often a stream is asked for again', () => {
  it.each([
    ['what the server asks for', 5_000, 0, 5_000],
    ['a second at least', 0, 0, 1_000],
    ['longer while it brings nothing', 0, 1, 2_000],
    ['and longer', 250, 4, 16_000],
    ['half a minute or so at most, unless it asks for more', 0, 20, 30_000],
    ['which it may', 120_000, 20, 120_000],
    ['what is usual', undefined, 0, 1_000],
  ])('%s', (_, asked, barren, expected) => {
    expect(retryPause(asked, barren, half)).toBe(expected);
  });

  it('is never below a second, and never above what was asked or 45 seconds', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: undefined }),
        fc.nat(100),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (asked, barren, random) => {
          const ms = retryPause(asked, barren, () => random);
          return ms >= 1_000 && ms >= (asked ?? 0) && ms <= Math.max(asked ?? 0, 45_000) && backoff(barren, () => random) > 0;
        },
      ),
    );
  });

  it('counts for a server that asks for no pause and closes its stream at once', async () => {
    const gets: number[] = [];
    let second: () => void = () => undefined;
    const asked = new Promise<void>((settle) => (second = settle));
    const url = await serveHttp(async (request, response) => {
      const { id } = JSON.parse((await readBody(request, 1e6)).toString() || '{}') as { id?: unknown };
      if (request.method === 'GET') {
        gets.push(performance.now());
        if (gets.length === 2) second();
        return void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`id: ${gets.length}\nretry: 0\ndata: {"jsonrpc":"2.0","method":"x"}\n\n`);
      }
      if (id === undefined) return void response.writeHead(202).end();
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: 'hello', result }));
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    await bridge.next();
    bridge.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await asked;
    // A timer of Node may come a millisecond early.
    expect((gets[1] ?? 0) - (gets[0] ?? 0)).toBeGreaterThan(990);
  });

  it('is bounded too where a server forgets its session again and again', async () => {
    const opened: number[] = [];
    let third: () => void = () => undefined;
    const asked = new Promise<void>((settle) => (third = settle));
    const url = await serveHttp(async (request, response) => {
      const message = JSON.parse((await readBody(request, 1e6)).toString() || '{}') as { id?: unknown };
      if (request.method === 'GET') return void response.writeHead(404).end();
      if (message.id === undefined) return void response.writeHead(202).end();
      opened.push(performance.now());
      if (opened.length === 3) third();
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `s${opened.length}` });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    await bridge.next();
    bridge.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await asked;
    // The first one that is lost is made again at once; then each waits half a second at least.
    expect((opened[2] ?? 0) - (opened[1] ?? 0)).toBeGreaterThan(490);
  });
});

describe('a line for the client', () => {
  const text = 'a\u2028b\u2029c\u0085d';
  const escaped = '"a\\u2028b\\u2029c\\u0085d"';
  it.each([
    ['a byte order mark', Buffer.from('\uFEFF{"a":1}'), '{"a":1}'],
    ['characters that end a line for some', Buffer.from(JSON.stringify(text)), escaped],
    ['a byte that JSON allows nowhere', Buffer.from(`"a\0${'b'.repeat(70_000)}"`), `"a\\u0000${'b'.repeat(70_000)}"`],
    ['what is no UTF-8', Buffer.concat([Buffer.from('"a'), Buffer.from([0xff]), Buffer.from('b"')]), '"a\uFFFDb"'],
    ['an ordinary one', Buffer.from('{"a":"ä€😀"}'), '{"a":"ä€😀"}'],
    ['an empty one', Buffer.from(''), ''],
  ])('is passed on without harm: %s', (_, bytes, expected) => {
    const safe = lineSafe(messageOf(bytes));
    expect(Buffer.concat(safe.pieces).toString()).toBe(expected);
    expect(safe.length).toBe(Buffer.concat(safe.pieces).length);
  });

  it('means the same however it was cut into pieces, and is one line for every reader', () => {
    const part = fc.oneof(fc.constantFrom('\u2028', '\u2029', '\u0085', '\uFEFF', '\u00e2\u0080', 'x'), fc.string({ unit: 'grapheme' }));
    const value = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, fc.array(fc.nat(40), { maxLength: 6 }), fc.boolean(), fc.boolean(), (said, cuts, isMarked, isLong) => {
        const bytes = Buffer.from(`${isMarked ? '\uFEFF' : ''}${JSON.stringify([said, isLong ? 'y'.repeat(70_000) : ''])}`);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((to, i) => bytes.subarray(places[i], to));
        const line = Buffer.concat(lineSafe({ pieces, length: bytes.length }).pieces).toString();
        expect(line).not.toMatch(/^\uFEFF|[\n\r\u0085\u2028\u2029]/);
        expect((JSON.parse(line) as unknown[])[0]).toBe(said);
        expect(JSON.parse(jsonLine(said))).toBe(said);
        expect(jsonLine(said)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
      }),
    );
  });

  it('is the answer of a server that begins with a byte order mark', async () => {
    const url = await serveHttp((request, response) => {
      request.resume();
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`\uFEFF${JSON.stringify({ jsonrpc: '2.0', id: 'hello', result: { text } })}`);
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 'hello', result: { text } });
  });
});

describe('what comes in place of an answer', () => {
  const json = { 'content-type': 'application/json' };
  const answer = (id: string): string => JSON.stringify({ jsonrpc: '2.0', id, result: {} });
  it.each<[string, Record<string, string>, string | Buffer, RegExp]>([
    ['a page', { 'content-type': 'text/html' }, '<p>', /answered 200 with "text\/html": an answer is "application\/json"/],
    ['no type', {}, answer('hello'), /content of no type/],
    ['an encoding', { ...json, 'content-encoding': 'gzip' }, gzipSync(answer('hello')), /in the encoding "gzip"/],
    ['half of an answer', json, answer('hello').slice(0, 20), /calls JSON and that is none/],
    ['an answer to another request', json, answer('other'), /JSON that is no answer to this request/],
    ['an answer without its version', json, '{"id":"hello","result":{}}', /is no JSON-RPC 2\.0/],
    ['a long one without it', json, JSON.stringify({ id: 'hello', result: { long: 'x'.repeat(70_000) } }), /is no JSON-RPC 2\.0/],
    ['an error that is a text', json, '{"jsonrpc":"2.0","id":"hello","error":"boom"}', /its "error" is no object with a "code"/],
    ['an error alone that is null', json, '{"jsonrpc":"2.0","id":"hello","error":null}', /its "error" is no object with a "code"/],
    [
      'a result and an error',
      json,
      '{"jsonrpc":"2.0","id":"hello","result":{},"error":{"code":1,"message":"x"}}',
      /it has a "result" and an "error"/,
    ],
    ['nothing', json, '', /accepted the request \(200\) without answering it/],
    ['more than is passed on', json, Buffer.alloc(maxMessageBytes + 1, 32), /answer has more than 67108864 bytes.*ask for less/],
  ])('is named: %s', async (_, headers, body, words) => {
    const url = await serveHttp((request, response) => {
      request.resume();
      response.on('error', () => undefined);
      response.writeHead(200, headers).end(body);
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    const answer = await bridge.next();
    expect(answer).toMatchObject({ id: 'hello', error: { message: expect.stringMatching(words) } });
    expect(JSON.stringify(answer)).not.toContain('call again');
  });

  it.each([
    ['as JSON-RPC 1.0 has it', { result: {}, error: null }],
    ['with a null for a result', { result: null, error: { code: 1, message: 'x' } }],
    ['that is long', { error: { code: 1, message: 'x'.repeat(70_000) } }],
    ['that is long and does not show itself at its ends', { data: 'x'.repeat(2_000), error: { code: 1, message: 'x'.repeat(70_000) } }],
  ])('is not an answer %s: that one is passed on', async (_, body) => {
    const whole = { jsonrpc: '2.0', ...body, id: 'hello' };
    const url = await serveHttp((request, response) => {
      request.resume();
      response.writeHead(200, json).end(JSON.stringify(whole));
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    expect(await bridge.next()).toEqual(whole);
  });

  /** A server that opens a session, and answers a call in its own way. */
  const called = async (status: number, headers: Record<string, string>, body: string): Promise<string> => {
    const url = await serveHttp(async (request, response) => {
      const { id, method } = JSON.parse((await readBody(request, 1e6)).toString() || '{}') as { id?: unknown; method?: string };
      if (method === 'initialize') {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
        response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      } else if (id === undefined) response.writeHead(405).end();
      else response.writeHead(status, headers).end(body);
    });
    const bridge = await bridged(url.href);
    bridge.send(initialize);
    await bridge.next();
    bridge.send({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params: { name: 'write' } });
    const answer = await bridge.next();
    expect(answer).toMatchObject({ id: 'call', error: { message: expect.any(String) } });
    return (answer['error'] as { readonly message: string }).message;
  };

  it.each<[string, number, Record<string, string>, string]>([
    ['a page', 200, { 'content-type': 'text/html' }, '<p>'],
    ['garbage', 200, json, '{'],
    ['an answer to another request', 200, json, answer('other')],
    ['nothing', 200, json, ''],
    ['no content', 204, {}, ''],
    ['a failure', 500, {}, ''],
  ])('of a call, it says that the call may have been carried out: %s', async (_, status, headers, body) => {
    expect(await called(status, headers, body)).toContain('The request may have been carried out. Look at what it did, then call again');
  });

  it.each([400, 403, 404, 405, 413, 415, 429])('says nothing of that where the server took no call: %i', async (status) => {
    expect(await called(status, {}, '')).not.toContain('carried out');
  });

  it.each([404, 405])('does not say that no server of MCP is there where one has answered: %i', async (status) => {
    const said = await called(status, {}, '');
    expect(said).toContain(`answered ${status}: the server, which has answered at this address before, does not take this request.`);
    expect(said).not.toContain('--stdio');
  });
});

describe('a server that accepts the connection and stays silent', () => {
  it('lets "initialize" end with an error that says so, and what waits behind it', async () => {
    const url = await serveHttp(() => undefined);
    let asked = 0;
    const bridge = await bridged(url.href, { maxOpeningMs: async () => ((asked += 1), 1), lookMs: 20 });
    bridge.send(initialize);
    bridge.send({ jsonrpc: '2.0', id: 'behind', method: 'tools/list' });
    const answers: Record<string, unknown>[] = [];
    bridge.lines.on('line', (line) => answers.push(JSON.parse(line) as Record<string, unknown>));
    expect(await until(() => answers.length === 2)).toBe(true);
    const [answer, behind] = answers;
    expect(behind).toMatchObject({ id: 'behind', error: { code: -32001 } });
    expect(answer).toMatchObject({
      id: 'hello',
      error: { code: -32001, message: expect.stringMatching(/has accepted the connection and sent nothing/) },
    });
    expect(JSON.stringify(answer)).toContain('mcp.shim.initializeSeconds');
    expect(asked).toBe(1);
  });
});
