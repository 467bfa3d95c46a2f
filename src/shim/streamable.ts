import type { HttpAnswer, StopSignal, StreamEvent } from '../system/http/index.ts';
import { envelopeOf, type Message, valueOf } from './envelope.ts';
import { connectionFault, errorAnswer, errorTextIn, lostFault, mayHaveRun, otherFault, tooLongFault } from './faults.ts';
import { pauseUntil, retryPause } from './pauses.ts';
import { clock, isActing, type Pending } from './pending.ts';
import { maxMessageBytes, readEvents, readMessage, type StreamEnd } from './read-stream.ts';
import { answered, asFailure, type RemoteContext, type Outcome, outcomeOfStatus, receiveEvent, type Remote } from './remote.ts';

const maxResumes = 5;
/** A server that asks for more is waited for no longer while a request is open. */
const maxRetryMs = 30_000;
/** How long a server may keep a stream open after its answer. */
const maxAfterAnswerMs = 2_000;
/** The client has left, and the process ends at once. */
const maxGoodbyeMs = 25;
const eventStream = 'text/event-stream';

/** Streamable HTTP: a POST for each message. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports (2026-11-22) */
export class StreamableRemote implements Remote {
  readonly #context: RemoteContext;
  readonly #stop = new AbortController();
  #session: string | undefined;
  #version: string | undefined;
  #isListening = false;
  /** A server of MCP is there: it has answered a request. */
  #hasAnswered = false;

  constructor(context: RemoteContext) {
    this.#context = context;
  }

  get hasSession(): boolean {
    return this.#session !== undefined;
  }

  /** The version of the protocol that the answer to `initialize` names. */
  agreed(version: string | undefined): void {
    this.#version = version;
  }

  async ask(request: Pending, next: () => void): Promise<Outcome> {
    const outcome = await this.#ask(request, next);
    this.#hasAnswered ||= outcome.kind === 'answered';
    return outcome;
  }

  async #ask(request: Pending, next: () => void): Promise<Outcome> {
    const { target } = this.#context;
    let answer: HttpAnswer;
    try {
      answer = await this.#post(request.bytes, request.headers, request.stop, next);
    } catch (error) {
      const failure = asFailure(error);
      return { kind: 'failed', fault: connectionFault(target, failure), mayHaveRun: failure.wasSent, isLost: true };
    }
    if (answer.status < 200 || answer.status > 299) return outcomeOfStatus(this.#context, answer, request, this.#hasAnswered);
    if (request.method === 'initialize') this.#session = headerOf(answer, 'mcp-session-id');
    const type = answer.headers['content-type'] ?? '';
    if (type.includes(eventStream)) return this.#readAnswer(request, answer);
    const body = await readMessage(answer, this.#context.flow);
    if (body === 'lost') return lost(this.#context, 'the connection was closed');
    if (body === 'too-long') return { kind: 'failed', fault: tooLongFault(target, maxMessageBytes), mayHaveRun: true, isLost: false };
    if (/json/.test(type) && body.length > 0) this.#receiveBody(request, body);
    if (request.isSettled) return answered;
    const came = whatCame(answer, body, (text) => target.shownText(text));
    const fault = otherFault(target, isActing(request) ? `${came} ${mayHaveRun}` : came);
    return { kind: 'failed', fault, mayHaveRun: true, isLost: false };
  }

  async tell(bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<Outcome> {
    try {
      const answer = await this.#post(bytes, headers, this.#stop.signal);
      if (answer.status < 200 || answer.status > 299) return await outcomeOfStatus(this.#context, answer, undefined, this.#hasAnswered);
      // Whatever it says is not asked for.
      answer.body.resume();
      return answered;
    } catch (error) {
      const failure = asFailure(error);
      return { kind: 'failed', fault: connectionFault(this.#context.target, failure), mayHaveRun: failure.wasSent, isLost: true };
    }
  }

  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    void this.#readNotices();
  }

  async close(isOver: boolean): Promise<void> {
    this.#stop.abort();
    if (!isOver || this.#session === undefined) return;
    const { client, target } = this.#context;
    const goodbye = client.send({ url: target.url, method: 'DELETE', headers: this.#headers() }).then(
      ({ body }) => void body.resume(),
      // A server that does not take it forgets the session by itself.
      () => undefined,
    );
    await Promise.race([goodbye, wait(maxGoodbyeMs)]);
  }

  async #post(bytes: Buffer, headers: Readonly<Record<string, string>>, signal: StopSignal, onSent?: () => void): Promise<HttpAnswer> {
    return this.#context.client.send({
      url: this.#context.target.url,
      method: 'POST',
      headers: { ...this.#headers(), ...headers, 'content-type': 'application/json', accept: `application/json, ${eventStream}` },
      body: bytes,
      signal,
      onSent,
    });
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = { ...this.#context.target.headers };
    if (this.#session !== undefined) headers['mcp-session-id'] = this.#session;
    if (this.#version !== undefined) headers['mcp-protocol-version'] = this.#version;
    return headers;
  }

  /** A body of one answer. An error that names no request is about this one. */
  #receiveBody(request: Pending, body: { readonly pieces: readonly Buffer[]; readonly length: number }): void {
    const envelope = envelopeOf(body);
    if (envelope.kind !== 'response' || envelope.id !== null) return this.#context.receive(body);
    const said = errorTextIn(body) ?? 'an error';
    this.#context.receive(errorAnswer(request.id, otherFault(this.#context.target, `it says: "${this.#context.target.shownText(said)}".`)));
  }

  /** Reads the stream of one request, and goes on with it where the server lets a client do that. */
  async #readAnswer(request: Pending, first: HttpAnswer): Promise<Outcome> {
    const settled = new Promise<Outcome>((resolve) => (request.onSettled = () => resolve(answered)));
    return Promise.race([settled, this.#readToEnd(request, first)]);
  }

  async #readToEnd(request: Pending, first: HttpAnswer): Promise<Outcome> {
    let answer = first;
    let lastId: string | undefined;
    let barren = 0;
    for (let resumes = 0; ; resumes++) {
      const began = clock();
      const end = await this.#readStream(request, answer);
      if (request.isSettled) return answered;
      barren = end.hasEvents ? 0 : barren + 1;
      if (end.lastId !== undefined && end.lastId !== lastId) resumes = 0;
      lastId = end.lastId ?? lastId;
      const what = end.how === 'lost' ? 'the connection was lost' : 'the stream ended';
      if (lastId === undefined || resumes >= maxResumes) return lost(this.#context, what);
      // A connection that broke is made again at once, unless that happens all the time.
      const pauseMs = Math.min(retryPause(end.retryMs, barren), maxRetryMs);
      await pauseUntil(end.how === 'ended' ? pauseMs : pauseMs - (clock() - began), request.stop);
      const resumed = await this.#get(lastId, request.stop);
      if (request.isSettled) return answered;
      if (resumed?.status !== 200) {
        resumed?.body.resume();
        return lost(this.#context, what);
      }
      answer = resumed;
    }
  }

  async #readStream(request: Pending, answer: HttpAnswer): Promise<StreamEnd & { readonly hasEvents: boolean }> {
    let late: NodeJS.Timeout | undefined;
    let hasEvents = false;
    const end = await readEvents(answer, {
      flow: this.#context.flow,
      onEvent: (event) => {
        hasEvents = true;
        receiveEvent(this.#context, event);
        if (request.isSettled) late ??= setTimeout(() => answer.body.destroy(), maxAfterAnswerMs).unref();
      },
      onBytes: () => (request.heard = clock()),
    });
    clearTimeout(late);
    return { ...end, hasEvents };
  }

  /** The stream of messages that answer no request. Most servers have none: 405. */
  async #readNotices(): Promise<void> {
    let lastId: string | undefined;
    for (let barren = 0; !this.#stop.signal.aborted; barren++) {
      const answer = await this.#get(lastId, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      let end: StreamEnd | undefined;
      if (answer?.status === 200 && (answer.headers['content-type'] ?? '').includes(eventStream)) {
        const onEvent = (event: StreamEvent): void => {
          barren = -1;
          receiveEvent(this.#context, event);
        };
        end = await readEvents(answer, { flow: this.#context.flow, onEvent });
      } else if (answer !== undefined) {
        answer.body.resume();
        if (answer.status === 404 && this.hasSession) return this.#context.onLost(this);
        if (answer.status < 500 && answer.status !== 429) return;
      }
      lastId = end?.lastId ?? lastId;
      await pauseUntil(retryPause(end?.how === 'ended' ? end.retryMs : undefined, Math.max(barren, 0)), this.#stop.signal);
    }
  }

  async #get(lastId: string | undefined, signal: StopSignal): Promise<HttpAnswer | undefined> {
    const resume: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
    try {
      return await this.#context.client.send({
        url: this.#context.target.url,
        headers: { ...this.#headers(), accept: eventStream, ...resume },
        signal,
      });
    } catch {
      // Told by the next request; a stream of notices is tried again.
      return undefined;
    }
  }
}

/** The version that an answer to `initialize` names. */
export function agreedVersion(answer: Parameters<typeof valueOf>[0]): string | undefined {
  const result = valueOf(answer)?.['result'];
  return typeof result === 'object' && result !== null && 'protocolVersion' in result && typeof result.protocolVersion === 'string'
    ? result.protocolVersion
    : undefined;
}

/** What stands in the place of an answer. */
function whatCame({ status, headers }: HttpAnswer, body: Message, shown: (text: string) => string): string {
  if (body.length === 0) return `it accepted the request (${status}) without answering it.`;
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '' && encoding !== 'identity')
    return `it answered ${status} with content in the encoding "${shown(encoding)}", for which snap did not ask.`;
  const type = headers['content-type'] ?? '';
  if (type === '') return `it answered ${status} with content of no type: an answer is "application/json" or "${eventStream}".`;
  if (!/json/.test(type)) return `it answered ${status} with "${shown(type)}": an answer is "application/json" or "${eventStream}".`;
  if (envelopeOf(body).kind === 'not-json') return `it answered ${status} with content that it calls JSON and that is none.`;
  return `it answered ${status} with JSON that is no answer to this request.`;
}

function lost(context: RemoteContext, what: string): Outcome {
  return { kind: 'failed', fault: lostFault(context.target, what), mayHaveRun: true, isLost: true };
}

function headerOf({ headers }: HttpAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
