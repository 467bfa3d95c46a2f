import type { Readable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { lineReader, type Line } from './lines.ts';
import { longestMessage, readMessage, type Refusal } from './messages.ts';

export interface Stdio {
  readonly input: Readable;
  readonly output: Output;
}

/** What the transport needs of a stream it writes to. */
export interface Output {
  write(text: string, written?: () => void): boolean;
  on(event: 'error', listener: (error: Error) => void): void;
  once(event: 'drain', listener: () => void): void;
  readonly writableLength: number;
}

/** `answered`: every request got its answer, and it was written. `abandoned`: something was left behind. */
export type Ending = 'answered' | 'abandoned';

export interface StdioTransport extends Transport {
  /** Settles once: when the input ended and the open requests are answered, when the reader went away, or after `close`. */
  readonly ended: Promise<Ending>;
  /** The age of the open requests counts from now: what kept them waiting was ours. */
  renew(): void;
}

/**
 * When the input ends, a request younger than this was sent by a pipe (`printf … | snap mcp --stdio`), whose reader still wants the
 * answer. Whoever had waited longer has given up by leaving, and what works for it is ended at once.
 */
const youngMs = 250;
/** How long the answers to such requests are waited for. */
const patience = 5_000;
/** Unread answers beyond this stop the reading of further requests. */
const unreadAnswers = 8 * 1024 * 1024;

/**
 * JSON-RPC over two streams, one message a line. Written here because the SDK's own transport takes quadratic time, dies without a
 * word on a message over 10 MiB, leaves a broken line unanswered, and does not notice the end of its input.
 */
export function stdioTransport({ input, output }: Stdio): StdioTransport {
  /** When each came. */
  const open = new Map<RequestId, number>();
  let hasGivenUp = false;
  let state: 'reading' | 'draining' | 'closed' = 'reading';
  let patienceTimer: NodeJS.Timeout | undefined;
  const { promise: ended, resolve: settle } = deferred<Ending>();

  const write = (message: JSONRPCMessage | Refusal): void => {
    if (state === 'closed') return;
    output.write(`${JSON.stringify(message)}\n`);
    if (output.writableLength > unreadAnswers && !input.isPaused()) {
      input.pause();
      output.once('drain', () => input.resume());
    }
  };

  const take = (line: Line): void => {
    const received = readMessage(line);
    switch (received.kind) {
      case 'ignored':
        return;
      case 'refused':
        for (const refusal of received.refusals) write(refusal);
        return;
      case 'message': {
        const { message } = received;
        if ('method' in message && 'id' in message) open.set(message.id, now());
        const cancelled = cancelledRequest(message);
        if (cancelled !== undefined) open.delete(cancelled);
        transport.onmessage?.(message);
        return;
      }
      default:
        received satisfies never;
    }
  };

  const reader = lineReader(longestMessage, take);
  const onInputOver = (): void => {
    if (state !== 'reading') return;
    reader.end();
    state = 'draining';
    const over = now();
    for (const [id, since] of open) {
      if (over - since <= youngMs) continue;
      open.delete(id);
      hasGivenUp = true;
    }
    patienceTimer = setTimeout(() => finish('abandoned'), patience);
    finishWhenAnswered();
  };
  // The reader has gone (EPIPE, or ECONNRESET where the client uses sockets): there is nobody to answer.
  const onOutputBroken = (): void => finish('abandoned');

  const finishWhenAnswered = (): void => {
    if (state !== 'draining' || open.size > 0) return;
    // Its callback comes after everything that was written before.
    output.write('', () => finish(hasGivenUp ? 'abandoned' : 'answered'));
  };

  const finish = (ending: Ending): void => {
    if (state === 'closed') return;
    state = 'closed';
    clearTimeout(patienceTimer);
    input.off('data', reader.push).off('end', onInputOver).off('close', onInputOver).off('error', onInputOver);
    input.destroy();
    transport.onclose?.();
    settle(ending);
  };

  const transport: StdioTransport = {
    ended,
    async start() {
      output.on('error', onOutputBroken);
      // A terminal that hangs up reports an error instead of an end.
      input.on('data', reader.push).on('end', onInputOver).on('close', onInputOver).on('error', onInputOver);
    },
    async send(message) {
      // Nobody will answer what we ask.
      if ('method' in message && 'id' in message && state !== 'reading') throw new Error('The client has gone.');
      write(message);
      if ('method' in message || message.id === undefined) return;
      open.delete(message.id);
      finishWhenAnswered();
    },
    async close() {
      finish('abandoned');
    },
    renew() {
      for (const id of open.keys()) open.set(id, now());
    },
  };
  return transport;
}

/** Milliseconds of a clock that nobody sets. `performance` would load eight modules of Node's before the first answer. */
function now(): number {
  return 1_000 * process.uptime();
}

/** A cancelled request gets no answer. */
function cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
