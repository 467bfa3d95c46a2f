import { isRecord, pause } from '../system/index.ts';
import type { HttpClient } from '../system/http/index.ts';
import { Conversation } from './conversation.ts';
import { envelopeOf, envelopeOfValue, faultIn, type Envelope, type Id, messageOf, type Message } from './envelope.ts';
import { type DeadlineOptions, deadlines } from './deadlines.ts';
import { errorAnswer, type Fault, lostFault, notAnswerFault } from './faults.ts';
import { type Flow, flowTo, type Output } from './flow.ts';
import { mirrorHeaders } from './mirror-headers.ts';
import { clock, type Pending, PendingRequests, requestOf } from './pending.ts';
import { ownMessage } from './remote.ts';
import { type Queued, SendQueue } from './send-queue.ts';
import type { Target } from './target.ts';

/** Takes the lines of the client. */
export interface Bridge {
  /** One line without its break. */
  line(bytes: Buffer): void;
  /** A line that is too long to be passed on, by its ends. */
  tooLong(length: number, envelope: Envelope | undefined): void;
  /** Whether the client should send no more for now. */
  readonly isBehind: boolean;
  /** Requests without an answer, and when each came. */
  readonly open: PendingRequests;
  /** Called when there are fewer messages to send, or fewer open requests. */
  onProgress: () => void;
  /** The client sends no more: what has no answer by now is answered with an error. */
  close(): Promise<void>;
}

export interface BridgeOptions extends DeadlineOptions {
  readonly target: Target;
  readonly client: HttpClient;
  readonly output: Output;
  /** Tells a person who reads the log of the assistant. */
  readonly log: (text: string) => void;
}

/** Requests that the remote server works on at once; more wait. Each takes a connection. */
const maxRunning = 48;
/** Bytes of messages that wait; then the client is not read until there are fewer. */
const maxQueuedBytes = 4 * 1024 * 1024;
/** Bytes of answers that the client has not read; then it is not read either. */
const maxUnreadBytes = 8 * 1024 * 1024;
const arrivalMs = 30;
const usualLookMs = 2_500;

type JsonValue = Readonly<Record<string, unknown>> | undefined;

/** Joins a client on standard input and output with a remote server. Every request gets exactly one answer. */
export function bridge(options: BridgeOptions): Bridge {
  return new LineBridge(options);
}

class LineBridge implements Bridge {
  readonly open = new PendingRequests();
  onProgress: () => void = () => undefined;
  readonly #flow: Flow;
  readonly #conversation: Conversation;
  readonly #log: (text: string) => void;
  readonly #lateFault: ReturnType<typeof deadlines>;
  readonly #lookMs: number;
  readonly #queue = new SendQueue();
  #running = 0;
  readonly #output: Output;
  readonly #target: Target;
  /** Requests whose connection is ended when the server knows that they are cancelled. */
  readonly #cancelled = new Map<unknown, Pending>();
  #isSending = false;
  #sweep: NodeJS.Timeout | undefined;
  #said = '';

  constructor({ target, client, output, log, ...limits }: BridgeOptions) {
    this.#output = output;
    this.#target = target;
    this.#flow = flowTo(output);
    this.#log = log;
    this.#lateFault = deadlines(target, limits);
    this.#lookMs = limits.lookMs ?? usualLookMs;
    this.#conversation = new Conversation(
      { target, client, flow: this.#flow, receive: (message) => this.#receive(message) },
      { add: (pending) => this.open.add(pending), settle: (pending) => this.open.settle(pending) },
    );
  }

  get isBehind(): boolean {
    return this.#queue.bytes > maxQueuedBytes || this.#output.writableLength > maxUnreadBytes;
  }

  line(bytes: Buffer): void {
    const envelope = envelopeOf(messageOf(bytes));
    switch (envelope.kind) {
      case 'request':
        return this.#request(envelope, bytes);
      case 'notification':
        if (envelope.method === 'notifications/cancelled' && this.#cancel(envelope.value)) return;
        return this.#enqueue({ envelope, bytes });
      case 'response':
        return this.#enqueue({ envelope, bytes });
      case 'not-json':
        return this.#refuse(null, -32700, 'The line is not JSON: one JSON-RPC message is expected on each line.');
      case 'not-a-message':
        return this.#refuse(
          envelope.id,
          -32600,
          'This is no JSON-RPC 2.0 message: it has no "method", no "result" and no "error", or an "id" that is no text and no number.',
        );
      case 'batch':
        return this.#refuseBatch(envelope.values);
      default:
        return envelope satisfies never;
    }
  }

  tooLong(length: number, envelope: Envelope | undefined): void {
    const id = envelope?.kind === 'request' ? envelope.id : null;
    this.#refuse(id, -32600, `The message has ${length} bytes, which is more than this bridge passes on.`);
  }

  async close(): Promise<void> {
    this.#queue.clear();
    for (const pending of this.open) {
      this.#answerFor(pending, lostFault(this.#target, 'the client has closed its end'));
      pending.stop.abort();
    }
    await this.#conversation.close();
  }

  #request(envelope: Extract<Envelope, { kind: 'request' }>, bytes: Buffer): void {
    const { id, method } = envelope;
    if (this.open.has(id)) return this.#refuse(id, -32600, 'The id belongs to a request that has no answer yet.');
    const pending = requestOf({ id, method, bytes, headers: mirrorHeaders(method, envelope.value) }, (answer) => {
      this.#conversation.answered(pending, answer);
      this.#flow.write(answer);
    });
    this.open.add(pending);
    this.#sweep ??= setInterval(() => this.#giveUpOld(), this.#lookMs).unref();
    this.#enqueue({ envelope, bytes, pending });
  }

  /** @returns whether the request had not been sent, so that the server need not know. */
  #cancel(value: JsonValue): boolean {
    const id = cancelledId(value);
    const pending = typeof id === 'string' || typeof id === 'number' ? this.open.find(id) : undefined;
    if (pending === undefined || pending.method === 'initialize') return false;
    // A request that is cancelled gets no answer.
    this.#settle(pending);
    if (this.#queue.remove(pending)) return true;
    this.#cancelled.set(id, pending);
    return false;
  }

  #enqueue(queued: Queued): void {
    this.#queue.add(queued);
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      await this.#send(next);
      this.onProgress();
    }
    this.#isSending = false;
  }

  #take(): Queued | undefined {
    return this.#queue.take(this.#running < maxRunning);
  }

  /** Settles when the next message may be sent. */
  async #send({ envelope, bytes, pending }: Queued): Promise<void> {
    if (pending === undefined) {
      const method = envelope.kind === 'response' ? undefined : envelope.method;
      const isCancel = method === 'notifications/cancelled';
      if (isCancel) await this.#letArrive(envelope.value);
      const outcome = await this.#conversation.tell(bytes, method, mirrorHeaders(method, envelope.value));
      if (outcome.kind !== 'answered') this.#say(outcome.fault);
      if (isCancel) this.#hangUp(envelope.value);
      return;
    }
    this.#running++;
    await new Promise<void>((resolve) => {
      // What follows "initialize" belongs to the session that it opens.
      const isBarrier = pending.method === 'initialize';
      const next = (): void => {
        pending.heard = clock();
        if (!isBarrier) resolve();
      };
      void this.#conversation.exchange(pending, next).then((fault) => {
        this.#running--;
        if (fault !== undefined) this.#fail(pending, fault);
        resolve();
        if (this.#queue.hasHeld && !this.#isSending) void this.#sendAll();
        this.onProgress();
      });
    });
  }

  /** The server knows that the request is cancelled: its connection is of no more use. */
  #hangUp(value: JsonValue): void {
    const id = cancelledId(value);
    this.#cancelled.get(id)?.stop.abort();
    this.#cancelled.delete(id);
  }

  /** Its request goes over another connection, and a server drops what cancels a request that it does not know yet. */
  async #letArrive(value: JsonValue): Promise<void> {
    const pending = this.#cancelled.get(cancelledId(value));
    const waitMs = pending === undefined ? 0 : arrivalMs - (clock() - pending.heard);
    if (waitMs > 0) await pause(waitMs);
  }

  #receive(message: Message): void {
    const envelope = envelopeOf(message);
    if (envelope.kind === 'batch') {
      for (const value of envelope.values) if (isRecord(value)) this.#pass(envelopeOfValue(value), ownMessage(value));
    } else this.#pass(envelope, message);
  }

  #pass(envelope: Envelope, message: Message): void {
    if (envelope.kind === 'request' || envelope.kind === 'notification') this.#flow.write(message);
    if (envelope.kind !== 'response' || envelope.id === null) return;
    const pending = this.open.find(envelope.id);
    // One that has its answer, perhaps an error of the bridge, gets no second one.
    if (pending === undefined) return;
    const problem = faultIn(envelope, message);
    if (problem !== undefined) return this.#fail(pending, notAnswerFault(this.#target, problem));
    if (this.#settle(pending)) pending.take(message);
  }

  #fail(pending: Pending, fault: Fault): void {
    if (!this.#answerFor(pending, fault)) return;
    this.#say(fault);
    if (fault.isUnreachable !== true) return;
    for (const next of this.#queue.clear()) this.#answerFor(next, fault);
  }

  /** Answers a request with an error. @returns whether it had no answer yet. */
  #answerFor(pending: Pending, fault: Fault): boolean {
    if (!this.#settle(pending)) return false;
    if (pending.isOwn !== true) this.#flow.write(errorAnswer(pending.id, fault));
    return true;
  }

  #settle(pending: Pending): boolean {
    const isFirst = this.open.settle(pending);
    if (this.open.size === 0) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    }
    return isFirst;
  }

  #refuse(id: Id | null, code: number, message: string): void {
    this.#flow.write(errorAnswer(id, { code, message }));
  }

  #refuseBatch(values: readonly unknown[]): void {
    const ids = values.filter(isRecord).flatMap((value) => {
      const envelope = envelopeOfValue(value);
      return envelope.kind === 'request' ? [envelope.id] : [];
    });
    for (const id of ids.length === 0 ? [null] : ids) this.#refuse(id, -32600, 'Batches are not supported: send one message on each line.');
  }

  #giveUpOld(): void {
    const now = clock();
    for (const pending of this.open) {
      if (this.#flow.isHeld) pending.heard = now;
      const fault = this.#lateFault(pending, now);
      if (fault === undefined) continue;
      this.#fail(pending, fault);
      pending.stop.abort();
    }
  }

  /** The same trouble is told once. */
  #say({ message }: Fault): void {
    if (message === this.#said) return;
    this.#said = message;
    this.#log(message);
  }
}

/** Which request a notification cancels. */
function cancelledId(value: JsonValue): unknown {
  const params = value?.['params'];
  return isRecord(params) ? params['requestId'] : undefined;
}
