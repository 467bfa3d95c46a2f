import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../../system/index.ts';
import type { OnMessage, OpenConnection, Request } from '../../client-connection.ts';
import { subscriptionKey } from '../../modern/request.ts';
import { concernedRequest, takeAnswered, underWay, type UnderWay } from './related-request.ts';
import { plainWriter, replyTo, type Reply } from './reply.ts';
import type { SessionReply } from './session.ts';

// Since 2026-07-28 each request stands alone: no session, no stream beside that of its answer, and a client that leaves has cancelled.
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http (2026-11-22)

/** A connection that carries independent requests of several clients with the same name. Each request gets a new id there: two clients may use the same one. */
export interface SharedConnection {
  request(message: Request, reply: SessionReply): void;
  readonly client: string | undefined;
  readonly root: string | undefined;
  readonly since: Date;
  readonly calls: number;
  readonly usedAt: number;
  isIdle(): boolean;
  close(): void;
}

/** The HTTP status of an answer, by its JSON-RPC error code; 200 for all others. */
const statuses: Readonly<Record<number, number>> = { [-32601]: 404, [-32020]: 400, [-32021]: 400, [-32022]: 400 };

export function sharedConnection(
  about: Pick<SharedConnection, 'client' | 'root'>,
  open: (onMessage: OnMessage, onLater: (id: string | number) => void) => OpenConnection,
): SharedConnection {
  const pending = new Map<string | number, UnderWay & { readonly reply: Reply; readonly id: string | number }>();
  let last = 0;
  let usedAt = performance.now();

  const onMessage: OnMessage = (message, related) => {
    if (!('method' in message)) {
      const found = takeAnswered(message.id, pending);
      usedAt = performance.now();
      return found?.reply.finish(withId(message, found.id));
    }
    // In this version a server sends no requests.
    if ('id' in message) return;
    const found = concernedRequest(message, related, pending);
    found?.reply.send(subscribedAs(message, found.id));
  };
  // A stream is not closed before its result: these clients cannot ask for the rest.
  const connection = open(onMessage, () => undefined);

  return {
    ...about,
    since: new Date(),
    get calls() {
      return pending.size;
    },
    get usedAt() {
      return usedAt;
    },
    request(message, options) {
      last += 1;
      usedAt = performance.now();
      const id = last;
      const onGone = (): void => {
        if (pending.delete(id)) connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      };
      const status = (answer: JSONRPCMessage): number => ('error' in answer ? (statuses[answer.error.code] ?? 200) : 200);
      const reply = replyTo({ ...options, status, onStream: plainWriter, onGone });
      pending.set(id, { ...underWay(message), reply, id: message.id });
      try {
        connection.send({ ...message, id });
      } catch (error) {
        pending.delete(id);
        throw error;
      }
    },
    isIdle: () => pending.size === 0,
    close() {
      connection.close();
      pending.clear();
    },
  };
}

function withId(message: JSONRPCMessage, id: string | number): JSONRPCMessage {
  const own = { ...message, id };
  // The answer that ends a subscription names it once more.
  if (!('result' in own) || !isRecord(own.result._meta) || !(subscriptionKey in own.result._meta)) return own;
  return { ...own, result: { ...own.result, _meta: { ...own.result._meta, [subscriptionKey]: id } } };
}

/** A notice names the subscription by the id that its client gave. */
function subscribedAs<T extends JSONRPCMessage>(message: T, id: string | number): T {
  if (!('params' in message) || !isRecord(message.params) || !isRecord(message.params['_meta'])) return message;
  const { _meta } = message.params;
  return subscriptionKey in _meta ? { ...message, params: { ...message.params, _meta: { ..._meta, [subscriptionKey]: id } } } : message;
}
