import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { stdioTransport, type Output } from '../../src/server/transports/stdio.ts';

const answerBytes = 7_000;
const mebibyte = 1024 * 1024;

/** A client that reads nothing until it is told to; what it has read then. */
function lazyOutput() {
  let unread = '';
  let read = '';
  const drained: (() => void)[] = [];
  const written: (() => void)[] = [];
  const output: Output = {
    write(text, callback) {
      unread += text;
      if (callback !== undefined) written.push(callback);
      return false;
    },
    on: () => undefined,
    once: (_, listener) => void drained.push(listener),
    get writableLength() {
      return unread.length;
    },
  };
  const readAll = (): void => {
    // Each drain may bring as much again.
    for (let turn = 0; turn < 1_000 && (unread !== '' || drained.length > 0 || written.length > 0); turn += 1) {
      read += unread;
      unread = '';
      for (const each of written.splice(0)) each();
      for (const each of drained.splice(0)) each();
    }
  };
  return { output, readAll, lines: () => read.split('\n').filter((line) => line !== ''), waiting: () => unread.length };
}

/** A server that answers every request at once with a long answer. */
async function served(waits = { maxWaitMs: 50, maxBlockedMs: 50 }) {
  const input = new PassThrough({ highWaterMark: 64 * 1024 });
  const { output, ...client } = lazyOutput();
  const transport = stdioTransport({ input, output }, waits);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface has no other way to listen.
  transport.onmessage = (message) => {
    if ('id' in message && 'method' in message && message.id !== undefined)
      void transport.send({ jsonrpc: '2.0', id: message.id, result: { text: 'x'.repeat(answerBytes) } });
  };
  await transport.start();
  return { input, transport, ...client };
}

const request = (id: number, more = '') => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { more } })}\n`;

/** Writes as a client does: waits where the pipe is full. */
async function send(input: PassThrough, lines: Iterable<string>): Promise<void> {
  for (const line of lines) if (!input.write(line)) await once(input, 'drain');
}

function* requests(count: number, more = ''): Iterable<string> {
  for (let id = 0; id < count; id += 1) yield request(id, more);
}

describe('answers that nobody reads', () => {
  it('do not keep the server when its input ends: 2,000 lists', async () => {
    const { input, transport, waiting } = await served();
    await send(input, requests(2_000));
    input.end();
    expect(await transport.ended).toBe('abandoned');
    expect(waiting()).toBeLessThan(10 * mebibyte);
  });

  it('do not keep it when the client breaks off in the middle of a message', async () => {
    const { input, transport } = await served();
    await send(input, requests(2_000));
    input.write('{"jsonrpc":"2.0","id":1,"meth');
    input.destroy();
    expect(await transport.ended).toBe('abandoned');
  });

  it('do not keep it when the client sends more than is read ahead, and neither reads nor ends', async () => {
    const { input, transport, waiting } = await served();
    // Never finished: the pipe is full.
    void send(input, requests(40_000, 'y'.repeat(1_000))).catch(() => undefined);
    expect(await transport.ended).toBe('abandoned');
    expect(waiting()).toBeLessThan(10 * mebibyte);
  });

  it('are all there when they are read later, each once and in order', async () => {
    const { input, transport, readAll, lines } = await served({ maxWaitMs: 10_000, maxBlockedMs: 10_000 });
    await send(input, requests(5_000));
    input.end();
    await once(input, 'end');
    readAll();
    expect(await transport.ended).toBe('answered');
    expect(lines().map((line): unknown => JSON.parse(line).id)).toEqual(Array.from({ length: 5_000 }, (_, id) => id));
  });

  it('are all there when the client reads late and goes on sending', async () => {
    const { input, transport, readAll, lines } = await served({ maxWaitMs: 10_000, maxBlockedMs: 10_000 });
    const sent = send(input, requests(30_000, 'z'.repeat(1_000)));
    while (!input.isPaused()) await new Promise((resume) => setImmediate(resume));
    readAll();
    const reading = setInterval(readAll, 1);
    await sent;
    input.end();
    expect(await transport.ended).toBe('answered');
    clearInterval(reading);
    expect(lines()).toHaveLength(30_000);
  });
});
