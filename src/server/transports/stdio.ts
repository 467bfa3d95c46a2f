import type { Readable } from 'node:stream';
import { jsonLine } from '../../system/index.ts';
import { cancelledRequest, type ClientConnection, type Message, type RequestId } from '../message.ts';
import { lineReader, type Line } from './lines.ts';
import { maxMessageBytes, readMessage, type Refusal } from './messages.ts';

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

/** `answered`: every request got its answer, and it was written. `abandoned`: some requests were not answered. */
export type Ending = 'answered' | 'abandoned';

export interface StdioTransport extends ClientConnection {
  start(): Promise<void>;
  /** Settles once: when the input ended and the open requests are answered, when the reader went away, or after `close`. */
  readonly ended: Promise<Ending>;
  renew(): void;
}

/**
 * When the input ends, a request younger than this was sent by a pipe (`printf … | snap mcp --stdio`), whose reader still wants the
 * answer. An older one counts as abandoned: its client left without waiting, and its work is cancelled.
 */
const youngMs = 250;
/**
 * The age of requests is counted in steps of a timer, not read from a clock: while this process is held up, by the machine or by work of its own, it
 * cannot see the end of the input, so that time must not count against the client.
 */
const stepMs = 50;
/** How long the answers to such requests are waited for. */
const maxWaitMs = 5_000;
/** Bytes of unread answers above which no further request is answered. */
const maxUnreadBytes = 8 * 1024 * 1024;
/**
 * Bytes of requests that are read ahead meanwhile, without a look at them: the end of the input is behind what was sent before, and is only
 * seen by reading. More than a pipe or a socket holds, so that it is seen at once when the client closes its end.
 */
const maxHeldBytes = 16 * 1024 * 1024;
/** A client that has sent more than that, and reads nothing of the answers for so long, has left. */
const maxBlockedMs = 60_000;

/**
 * JSON-RPC over two streams, one message a line. Written here because the SDK's own transport takes quadratic time, dies without a
 * word on a message over 10 MiB, leaves a broken line unanswered, and does not notice the end of its input.
 */
export function stdioTransport(streams: Stdio, waits: Partial<Waits> = {}): StdioTransport {
  return new LineTransport(streams, { youngMs, maxWaitMs, maxBlockedMs, ...waits });
}

/** How long a client is waited for; other than the default in tests. */
export interface Waits {
  readonly youngMs: number;
  readonly maxWaitMs: number;
  readonly maxBlockedMs: number;
}

class LineTransport implements StdioTransport {
  readonly ended: Promise<Ending>;
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Output;
  readonly #reader = lineReader(maxMessageBytes, (line) => this.#take(line));
  /** Requests without an answer yet, and the step at which each came. */
  readonly #open = new Map<RequestId, number>();
  /** Counted while requests are open. */
  #steps = 0;
  #stepTimer: NodeJS.Timeout | undefined;
  #state: 'reading' | 'draining' | 'closed' = 'reading';
  /** Input that waits until answers are read; `undefined` as long as they are. */
  #held: Buffer[] | undefined;
  #heldBytes = 0;
  /** The step at which the input ended. */
  #over: number | undefined;
  /** The input has ended, and nothing of it is held. */
  #isAllRead = false;
  #hasAbandoned = false;
  #waitTimer: NodeJS.Timeout | undefined;
  #settle: (ending: Ending) => void = () => undefined;

  readonly #waits: Waits;

  constructor({ input, output }: Stdio, waits: Waits) {
    this.#waits = waits;
    this.#input = input;
    this.#output = output;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  async start(): Promise<void> {
    // The reader has closed its end (EPIPE, or ECONNRESET where the client uses sockets), so no answer can reach it.
    this.#output.on('error', () => this.#finish('abandoned'));
    // A terminal that hangs up reports an error instead of an end.
    this.#input.on('data', this.#onData).on('end', this.#onInputOver).on('close', this.#onInputOver).on('error', this.#onInputOver);
  }

  async send(message: Message): Promise<void> {
    // A request from snap would never be answered.
    if ('method' in message && 'id' in message && this.#state !== 'reading') throw new Error('The client has disconnected.');
    this.#write(message);
    if ('method' in message || message.id === undefined) return;
    this.#settled(message.id);
    this.#finishWhenAnswered();
  }

  async close(): Promise<void> {
    this.#finish('abandoned');
  }

  renew(): void {
    for (const id of this.#open.keys()) this.#open.set(id, this.#steps);
  }

  #take(line: Line): void {
    const received = readMessage(line);
    switch (received.kind) {
      case 'ignored':
        return;
      case 'refused':
        for (const refusal of received.refusals) this.#write(refusal);
        return;
      case 'message': {
        const { message } = received;
        if ('method' in message && 'id' in message) this.#opened(message.id);
        const cancelled = cancelledRequest(message);
        if (cancelled !== undefined) this.#settled(cancelled);
        this.onmessage?.(message);
        return;
      }
      default:
        received satisfies never;
    }
  }

  #opened(id: RequestId): void {
    this.#open.set(id, this.#steps);
    this.#stepTimer ??= setInterval(() => void (this.#steps += 1), stepMs).unref();
  }

  #settled(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#stopSteps();
  }

  #stopSteps(): void {
    clearInterval(this.#stepTimer);
    this.#stepTimer = undefined;
  }

  #write(message: Message | Refusal): void {
    if (this.#state === 'closed') return;
    this.#output.write(`${jsonLine(message)}\n`);
    if (this.#output.writableLength <= maxUnreadBytes || this.#held !== undefined) return;
    this.#held = [];
    this.#output.once('drain', () => this.#goOn());
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#held === undefined) return this.#reader.push(chunk);
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes <= maxHeldBytes || this.#input.isPaused()) return;
    this.#input.pause();
    this.#waitTimer ??= setTimeout(() => this.#finish('abandoned'), this.#waits.maxBlockedMs);
  };

  /** The answers were read: what was held is taken, until too many are unread again. */
  #goOn(): void {
    if (this.#state === 'closed') return;
    const held = this.#held ?? [];
    this.#held = undefined;
    // Each chunk that is taken may fill the output, and then the rest is held as before.
    while (held.length > 0 && this.#held === undefined) {
      const chunk = held.shift() ?? Buffer.alloc(0);
      this.#heldBytes -= chunk.length;
      this.#reader.push(chunk);
    }
    if (held.length > 0) this.#held = held;
    if (this.#over === undefined) {
      clearTimeout(this.#waitTimer);
      this.#waitTimer = undefined;
      if (this.#held === undefined) this.#input.resume();
      return;
    }
    // The client still reads, so it is waited for.
    this.#waitTimer?.refresh();
    if (this.#held === undefined) this.#allRead(this.#over);
  }

  readonly #onInputOver = (): void => {
    if (this.#state !== 'reading') return;
    this.#state = 'draining';
    this.#over = this.#steps;
    clearTimeout(this.#waitTimer);
    this.#waitTimer = setTimeout(() => this.#finish('abandoned'), this.#waits.maxWaitMs);
    if (this.#held === undefined) this.#allRead(this.#over);
  };

  #allRead(over: number): void {
    this.#isAllRead = true;
    this.#reader.end();
    for (const [id, since] of this.#open) {
      if ((over - since) * stepMs <= this.#waits.youngMs) continue;
      this.#open.delete(id);
      this.#hasAbandoned = true;
    }
    this.#finishWhenAnswered();
  }

  #finishWhenAnswered(): void {
    if (!this.#isAllRead || this.#open.size > 0) return;
    // Its callback comes after everything that was written before.
    this.#output.write('', () => this.#finish(this.#hasAbandoned ? 'abandoned' : 'answered'));
  }

  #finish(ending: Ending): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#waitTimer);
    this.#stopSteps();
    this.#input.off('data', this.#onData).off('end', this.#onInputOver).off('close', this.#onInputOver).off('error', this.#onInputOver);
    this.#input.destroy();
    this.onclose?.();
    this.#settle(ending);
  }
}
