import type { HttpAnswer, StreamEvent } from '../system/http/index.ts';
import { connectionFault, type Fault, lostFault, otherFault } from './faults.ts';
import { clock, type Pending } from './pending.ts';
import { readEvents } from './read-stream.ts';
import { answered, asFailure, type RemoteContext, type Outcome, outcomeOfStatus, receiveEvent, type Remote } from './remote.ts';

const maxEndpointMs = 10_000;

/** HTTP+SSE: one stream of events, and an address for messages. https://modelcontextprotocol.io/specification/2024-11-05/basic/transports (2026-11-22) */
export class EventSourceRemote implements Remote {
  /** The stream is the session. */
  readonly hasSession = true;
  readonly #context: RemoteContext;
  readonly #stop = new AbortController();
  /** Requests that wait for an answer on the stream. */
  readonly #waiting = new Map<Pending, (outcome: Outcome) => void>();
  #endpoint: URL | undefined;
  #lost: Fault | undefined;

  constructor(context: RemoteContext) {
    this.#context = context;
  }

  /** Opens the stream and waits for the address. @returns why that is not possible. */
  async connect(): Promise<Outcome | undefined> {
    const { client, target } = this.#context;
    let answer: HttpAnswer;
    try {
      const headers = { ...target.headers, accept: 'text/event-stream' };
      answer = await client.send({ url: target.url, headers, signal: this.#stop.signal, headersMs: maxEndpointMs });
    } catch (error) {
      return { kind: 'failed', fault: connectionFault(target, asFailure(error)), mayHaveRun: false, isLost: true };
    }
    if (answer.status !== 200 || !(answer.headers['content-type'] ?? '').includes('text/event-stream'))
      return outcomeOfStatus(this.#context, answer, undefined, false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#stop.abort();
        resolve({
          kind: 'failed',
          fault: otherFault(target, 'it opened a stream, but sent no address for messages.'),
          mayHaveRun: false,
          isLost: true,
        });
      }, maxEndpointMs);
      void this.#read(answer, (failure) => {
        clearTimeout(timer);
        resolve(failure);
      });
    });
  }

  async ask(request: Pending, next: () => void): Promise<Outcome> {
    if (this.#lost !== undefined) return { kind: 'failed', fault: this.#lost, mayHaveRun: false, isLost: true };
    return new Promise((resolve) => {
      const settle = (outcome: Outcome): void => {
        this.#waiting.delete(request);
        resolve(outcome);
      };
      this.#waiting.set(request, settle);
      request.onSettled = () => settle(answered);
      void this.#post(request.bytes, request).then((outcome) => {
        next();
        if (outcome.kind !== 'answered') settle(outcome);
      });
    });
  }

  async tell(bytes: Buffer): Promise<Outcome> {
    return this.#post(bytes, undefined);
  }

  listen(): void {
    // The stream is open from the start.
  }

  async close(): Promise<void> {
    this.#stop.abort();
  }

  /** Settles when the server has taken the message, which keeps the order. */
  async #post(bytes: Buffer, request: Pending | undefined): Promise<Outcome> {
    const { client, target } = this.#context;
    const url = this.#endpoint ?? target.url;
    try {
      const headers = { ...target.headers, 'content-type': 'application/json' };
      const signal = request?.stop ?? this.#stop.signal;
      const answer = await client.send({ url, method: 'POST', headers, body: bytes, signal });
      if (answer.status < 200 || answer.status > 299) return await outcomeOfStatus(this.#context, answer, request, true);
      answer.body.resume();
      return answered;
    } catch (error) {
      const failure = asFailure(error);
      return { kind: 'failed', fault: connectionFault(target, failure), mayHaveRun: failure.wasSent, isLost: true };
    }
  }

  async #read(answer: HttpAnswer, onConnected: (failure: Outcome | undefined) => void): Promise<void> {
    await readEvents(answer, {
      flow: this.#context.flow,
      onEvent: (event) => {
        if (event.name !== 'endpoint') return receiveEvent(this.#context, event);
        this.#endpoint ??= this.#endpointOf(event);
        const fault = otherFault(
          this.#context.target,
          'it names an address for messages on another server, which snap does not send them to.',
        );
        onConnected(this.#endpoint === undefined ? { kind: 'failed', fault, mayHaveRun: false, isLost: false } : undefined);
      },
      onBytes: () => {
        for (const request of this.#waiting.keys()) request.heard = clock();
      },
    });
    this.#lost = lostFault(this.#context.target, 'the connection was lost');
    const outcome: Outcome = { kind: 'failed', fault: this.#lost, mayHaveRun: true, isLost: true };
    onConnected({ ...outcome, mayHaveRun: false });
    if (!this.#stop.signal.aborted) this.#context.onLost(this);
    for (const settle of this.#waiting.values()) settle(outcome);
  }

  /** Tokens go to the server that was named, and to no other. */
  #endpointOf({ data }: StreamEvent): URL | undefined {
    const { url } = this.#context.target;
    const text = Buffer.concat(data.pieces, data.length).toString('utf8');
    const endpoint = URL.canParse(text, url.href) ? new URL(text, url) : undefined;
    return endpoint?.origin === url.origin ? endpoint : undefined;
  }
}
