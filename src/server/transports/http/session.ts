import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { OnMessage, OpenConnection, Request } from '../../client-connection.ts';
import { concernedRequest, takeAnswered, underWay, type UnderWay } from './related-request.ts';
import type { StreamWriter } from './reply.ts';
import { plainWriter, replyTo, type Reply, type ReplyOptions } from './reply.ts';
import type { EventStream } from './event-stream.ts';
import type { Principal } from './options.ts';
import { storedStreams, type StoredStreams } from './stored-streams.ts';

/** A session of Streamable HTTP: one client, from its `initialize` to its `DELETE`. */
export interface Session {
  readonly id: string;
  readonly principal: Principal;
  /** The workspace it was opened for, as named; fixed for its life. */
  readonly named: string | undefined;
  /** The real path of that. */
  readonly root: string | undefined;
  readonly client: string | undefined;
  readonly since: Date;
  /** Requests under way. */
  readonly calls: number;
  /** Milliseconds of a clock that is never set back. */
  readonly usedAt: number;
  /** @returns whether the id is free. */
  request(message: Request, reply: SessionReply): boolean;
  /** A notification, or an answer of the client. */
  take(message: JSONRPCMessage): void;
  /** Carries what belongs to no request, or the rest of a stream that was lost. */
  listen(stream: EventStream, lastEventId: string | undefined): void;
  isIdle(): boolean;
  touch(): void;
  close(): void;
}

export type SessionReply = Omit<ReplyOptions, 'onStream' | 'onGone'>;

export interface SessionOptions extends Pick<Session, 'id' | 'principal' | 'named' | 'root' | 'client'> {
  open(onMessage: OnMessage, onLater: (id: string | number) => void): OpenConnection;
}

/** Messages that wait for a stream to be sent on. */
const maxWaiting = 100;
/** Since this version a stream begins with an event without content, which clients of earlier ones take for broken JSON. */
const resumableSince = '2025-11-25';

export function createSession({ open, ...about }: SessionOptions): Session {
  const streams = storedStreams();
  /** The answers under way, by the request's id; what is no longer carried is kept in its stream. */
  const pending = new Map<string | number, UnderWay & { readonly reply: Reply; pause(): void }>();
  const alone = ownStream(streams);
  let isResumable = false;
  let usedAt = performance.now();

  const onMessage: OnMessage = (message, related) => {
    if (!('method' in message)) {
      if ('result' in message) isResumable ||= isNew(message.result['protocolVersion']);
      return takeAnswered(message.id, pending)?.reply.finish(message);
    }
    const found = concernedRequest(message, related, pending);
    if (found === undefined) alone.send(message);
    else found.reply.send(message);
  };
  const connection = open(onMessage, (id) => pending.get(id)?.pause());

  return {
    ...about,
    since: new Date(),
    get calls() {
      return pending.size;
    },
    get usedAt() {
      return usedAt;
    },
    request(message, reply) {
      if (pending.has(message.id)) return false;
      let pause = (): void => undefined;
      const onStream = (stream: EventStream): StreamWriter => {
        if (!isResumable) return plainWriter(stream);
        const stored = streams.open();
        stored.carry(stream, 0, true);
        ({ pause } = stored);
        return stored;
      };
      // The work goes on: a lost connection is no cancellation in these versions.
      const made = replyTo({ ...reply, onStream, onGone: () => undefined });
      pending.set(message.id, {
        ...underWay(message),
        reply: made,
        pause() {
          made.stream();
          pause();
        },
      });
      try {
        connection.send(message);
      } catch (error) {
        // Its workspace cannot be opened; the next request tries again.
        pending.delete(message.id);
        throw error;
      }
      return true;
    },
    take: (message) => connection.send(message),
    listen(stream, lastEventId) {
      const found = lastEventId === undefined ? undefined : streams.find(lastEventId);
      if (found !== undefined) return found.stream.carry(stream, found.last, isResumable);
      alone.carry(stream, isResumable);
    },
    isIdle: () => pending.size === 0 && !alone.isCarried(),
    touch: () => void (usedAt = performance.now()),
    close() {
      connection.close();
      for (const [id, { reply }] of pending)
        reply.finish({ jsonrpc: '2.0', id, error: { code: -32000, message: 'The session was ended before there was an answer.' } });
      streams.close();
      pending.clear();
    },
  };
}

function isNew(version: unknown): boolean {
  return typeof version === 'string' && version >= resumableSince;
}

/** The stream with what belongs to no request. Messages wait until a client listens. */
function ownStream(streams: StoredStreams): {
  send(message: JSONRPCMessage): void;
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
