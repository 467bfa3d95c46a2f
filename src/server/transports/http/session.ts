import type { Message, OnMessage, OpenConnection, Request, RequestId } from '../../message.ts';
import { CarriedConnection, type Carried } from './carried-connection.ts';
import type { EventStream } from './event-stream.ts';
import type { Principal } from './options.ts';
import { plainWriter, replyTo, type ReplyOptions, type StreamWriter } from './reply.ts';
import { storedStreams, type StoredStreams } from './stored-streams.ts';

export type SessionReply = Omit<ReplyOptions, 'onStream' | 'onGone'>;

export interface SessionOptions {
  readonly id: string;
  readonly principal: Principal;
  readonly root: string | undefined;
  readonly client: string | undefined;
  open(onMessage: OnMessage, onLater: (id: RequestId) => void): OpenConnection;
}

interface Pending extends Carried {
  /** What is no longer carried is kept in its stream. */
  pause(): void;
}

/** Messages that wait for a stream to be sent on. */
const maxWaiting = 100;
/** Since this version a stream begins with an event without content, which clients of earlier ones take for broken JSON. */
const resumableSince = '2025-11-25';

/** A session of Streamable HTTP: one client, from its `initialize` to its `DELETE`. */
export class Session extends CarriedConnection<Pending> {
  readonly id: string;
  readonly principal: Principal;
  protected readonly connection: OpenConnection;
  readonly #streams = storedStreams();
  readonly #alone = ownStream(this.#streams);
  #isResumable = false;

  constructor({ open, id, principal, ...about }: SessionOptions) {
    super(about);
    this.id = id;
    this.principal = principal;
    this.connection = open(
      (...message) => this.#receive(...message),
      (later) => this.pending.get(later)?.pause(),
    );
  }

  /** @returns whether the id is free. */
  request(message: Request, reply: SessionReply): boolean {
    if (this.pending.has(message.id)) return false;
    let pause = (): void => undefined;
    const onStream = (stream: EventStream): StreamWriter => {
      if (!this.#isResumable) return plainWriter(stream);
      const stored = this.#streams.open();
      stored.carry(stream, 0, true);
      ({ pause } = stored);
      return stored;
    };
    // The work goes on: a lost connection is no cancellation in these versions.
    const made = replyTo({ ...reply, onStream, onGone: () => undefined });
    this.begin(message, {
      request: message,
      reply: made,
      pause() {
        made.stream();
        pause();
      },
    });
    return true;
  }

  /** A notification, or an answer of the client. */
  take(message: Message): void {
    this.connection.send(message);
  }

  /** Carries what belongs to no request, or the rest of a stream that was lost. */
  listen(stream: EventStream, lastEventId: string | undefined): void {
    const found = lastEventId === undefined ? undefined : this.#streams.find(lastEventId);
    if (found !== undefined) return found.stream.carry(stream, found.last, this.#isResumable);
    this.#alone.carry(stream, this.#isResumable);
  }

  override isIdle(): boolean {
    return super.isIdle() && !this.#alone.isCarried();
  }

  close(): void {
    this.connection.close();
    for (const [id, { reply }] of this.pending)
      reply.finish({ jsonrpc: '2.0', id, error: { code: -32000, message: 'The session was ended before there was an answer.' } });
    this.#streams.close();
    this.pending.clear();
  }

  #receive(...[message, related]: Parameters<OnMessage>): void {
    if (!('method' in message)) {
      if ('result' in message) this.#isResumable ||= isNew(message.result['protocolVersion']);
      return this.answered(message.id)?.reply.finish(message);
    }
    const found = this.concerned(message, related);
    if (found === undefined) this.#alone.send(message);
    else found.reply.send(message);
  }
}

function isNew(version: unknown): boolean {
  return typeof version === 'string' && version >= resumableSince;
}

/** The stream with what belongs to no request. Messages wait until a client listens. */
function ownStream(streams: StoredStreams): {
  send(message: Message): void;
  carry(stream: EventStream, isPrimed: boolean): void;
  isCarried(): boolean;
} {
  const stored = streams.open();
  const waiting: string[] = [];
  return {
    send(message) {
      const data = JSON.stringify(message);
      if (stored.isCarried) stored.send(data);
      else if (waiting.length < maxWaiting) waiting.push(data);
    },
    carry(stream, isPrimed) {
      stored.carry(stream, 0, isPrimed);
      for (const data of waiting.splice(0)) stored.send(data);
    },
    isCarried: () => stored.isCarried,
  };
}
