import { EventSourceRemote } from './event-source.ts';
import { valueOf, type Message } from './envelope.ts';
import type { Fault } from './faults.ts';
import { backoff, pauseUntil } from './pauses.ts';
import { clock, isActing, type Pending, requestOf } from './pending.ts';
import { answered, type RemoteContext, type Outcome, ownMessage, type Remote } from './remote.ts';
import { agreedVersion, StreamableRemote } from './streamable.ts';

/** Where the requests without an answer are kept. */
interface Register {
  add(pending: Pending): void;
  settle(pending: Pending): boolean;
}

/** `initialize` of this many sessions in a row may fail by itself, without a request of the client, before the bridge waits for one. */
const maxRedials = 20;
/** A session that lasts so long was no failure, so that the next one is made at once. */
const steadyMs = 60_000;

/**
 * The session with the remote server, through its restarts: which transport it speaks, what opened the session, and whether a request may be
 * repeated in a new one.
 */
export class Conversation {
  readonly #context: RemoteContext;
  readonly #register: Register;
  readonly #stop = new AbortController();
  #remote: Remote | undefined;
  /** Asked whether it is the right one. */
  #candidate: StreamableRemote | undefined;
  /** What the client sent to open its session. */
  #initialize: Readonly<Record<string, unknown>> | undefined;
  #isInitialized = false;
  #opening: Promise<Outcome> | undefined;
  #openings = 0;
  #isRedialling = false;
  /** Sessions in a row that were lost soon after they were made, and when the last one was lost. */
  #lostInRow = 0;
  #lostAt = -Infinity;

  constructor(context: Omit<RemoteContext, 'onLost'>, register: Register) {
    this.#context = { ...context, onLost: (remote) => this.#redial(remote) };
    this.#register = register;
  }

  /** Sends a request until it is answered or must not be sent again. @returns why it has no answer. Never rejects. */
  async exchange(pending: Pending, next: () => void): Promise<Fault | undefined> {
    if (pending.method === 'initialize') await this.#startAnew(pending);
    const tried = new Set<string>();
    for (;;) {
      const remote = this.#remote;
      const outcome = remote === undefined ? await this.#open(pending, next) : await remote.ask(pending, next);
      if (pending.isSettled || outcome.kind === 'answered') return undefined;
      // Each cure once: a server that goes on refusing is answered with what it says.
      if (!tried.has(outcome.kind) && (await this.#cure(outcome, remote, pending))) tried.add(outcome.kind);
      else {
        if (outcome.kind !== 'not-here' || outcome.answer === undefined) return outcome.fault;
        this.#context.receive(outcome.answer);
        return undefined;
      }
    }
  }

  /** Sends a message that wants no answer. A lost session is made again for it; nothing is sent twice that may have arrived. */
  async tell(bytes: Buffer, method: string | undefined, headers: Readonly<Record<string, string>>): Promise<Outcome> {
    let outcome = await this.#tellOnce(bytes, headers);
    // An answer is not sent to a new session, which has not asked its question.
    if (method !== undefined && (await this.#cure(outcome, this.#remote, undefined))) outcome = await this.#tellOnce(bytes, headers);
    if (method === 'notifications/initialized' && outcome.kind === 'answered') {
      this.#isInitialized = true;
      this.#remote?.listen();
    }
    return outcome;
  }

  async #tellOnce(bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<Outcome> {
    if (this.#remote === undefined && this.#initialize !== undefined) {
      const outcome = await this.#renew();
      if (outcome.kind !== 'answered') return outcome;
    }
    return this.#remote === undefined ? answered : this.#remote.tell(bytes, headers);
  }

  /** An answer has come to the client. */
  answered(pending: Pending, answer: Message): void {
    if (pending.method === 'initialize') this.#agree(answer);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#remote?.close(true);
  }

  /** Does what lets the request be sent again. @returns whether there is such a thing. */
  async #cure(outcome: Outcome, remote: Remote | undefined, pending: Pending | undefined): Promise<boolean> {
    switch (outcome.kind) {
      case 'answered':
        return false;
      case 'not-here':
        if (remote?.hasSession !== true || pending?.method === 'initialize') return false;
        this.#forget(remote);
        return true;
      case 'unauthorized':
        return this.#context.target.renewToken();
      case 'failed':
        if (!outcome.isLost || remote === undefined) return false;
        if (outcome.mayHaveRun && (pending === undefined || isActing(pending))) return false;
        // A stream that has ended is opened again. A POST that could not be made would only fail again.
        if (remote instanceof EventSourceRemote) this.#forget(remote);
        else if (!outcome.mayHaveRun) return false;
        return true;
      default:
        return outcome satisfies never;
    }
  }

  async #startAnew({ bytes }: Pending): Promise<void> {
    const before = this.#remote;
    this.#remote = undefined;
    this.#isInitialized = false;
    this.#initialize = valueOf({ pieces: [bytes], length: bytes.length });
    await before?.close(true);
  }

  #forget(remote: Remote): void {
    if (this.#remote !== remote) return;
    this.#remote = undefined;
    void remote.close(false);
  }

  /** Opens the conversation with this request: by `initialize`, or by any other of a client that opens no session. */
  async #open(pending: Pending, next: () => void): Promise<Outcome> {
    if (pending.method === 'initialize' || this.#initialize === undefined) return this.#decide(pending);
    const outcome = await this.#renew();
    return outcome.kind === 'answered' && this.#remote !== undefined ? this.#remote.ask(pending, next) : outcome;
  }

  /** Streamable HTTP first. Only what a server of the older transport answers leads to that one: any other failure would be hidden. */
  async #decide(pending: Pending): Promise<Outcome> {
    // No other message is sent before this one is answered.
    const next = (): void => undefined;
    const streamable = new StreamableRemote(this.#context);
    this.#candidate = streamable;
    const outcome = await streamable.ask(pending, next);
    if (outcome.kind === 'answered') this.#remote = streamable;
    if (outcome.kind !== 'not-here') return outcome;
    const events = new EventSourceRemote(this.#context);
    if ((await events.connect()) !== undefined) {
      void events.close();
      return outcome;
    }
    this.#remote = events;
    return events.ask(pending, next);
  }

  /** Opens a session as the client did. Requests that come meanwhile wait for the same one. */
  async #renew(): Promise<Outcome> {
    return (this.#opening ??= this.#replay().finally(() => (this.#opening = undefined)));
  }

  async #replay(): Promise<Outcome> {
    const id = `snap-shim-${++this.#openings}`;
    const { pieces } = ownMessage({ ...this.#initialize, id });
    const about = { id, method: 'initialize', bytes: Buffer.concat(pieces), headers: {}, isOwn: true };
    const pending = requestOf(about, (answer) => this.#agree(answer));
    this.#register.add(pending);
    let outcome = await this.#decide(pending);
    if (outcome.kind === 'unauthorized' && (await this.#context.target.renewToken())) outcome = await this.#decide(pending);
    this.#register.settle(pending);
    if (outcome.kind !== 'answered' || this.#remote === undefined) return outcome;
    const told = await this.#remote.tell(Buffer.concat(ownMessage({ jsonrpc: '2.0', method: 'notifications/initialized' }).pieces), {});
    if (told.kind === 'answered') this.#remote.listen();
    return told;
  }

  #agree(answer: Message): void {
    this.#candidate?.agreed(agreedVersion(answer));
  }

  /** Messages that answer no request still have to come, so a session that is lost is made again without one. */
  #redial(lost: Remote): void {
    this.#forget(lost);
    if (this.#isRedialling || !this.#isInitialized) return;
    this.#isRedialling = true;
    this.#lostInRow = clock() - this.#lostAt < steadyMs ? this.#lostInRow + 1 : 0;
    this.#lostAt = clock();
    void this.#redialUntilThere(this.#lostInRow);
  }

  /** @param before how often that was done shortly before. */
  async #redialUntilThere(before: number): Promise<void> {
    for (let failures = before; failures < before + maxRedials && this.#remote === undefined; failures++) {
      await pauseUntil(failures === 0 ? 0 : backoff(failures - 1), this.#stop.signal);
      if (this.#stop.signal.aborted) break;
      if (this.#remote === undefined) await this.#renew();
    }
    this.#isRedialling = false;
  }
}
