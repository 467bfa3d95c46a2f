import { isRecord } from '../../../system/index.ts';
import type { Message, OnMessage, OpenConnection, Request, RequestId } from '../../message.ts';
import { subscriptionKey } from '../../modern.ts';
import { CarriedConnection, type Carried } from './carried-connection.ts';
import { plainWriter, replyTo } from './reply.ts';
import type { SessionReply } from './session.ts';

// Since 2026-07-28 each request stands alone: no session, no stream beside that of its answer, and a client that leaves has cancelled.
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http (2026-11-22)

/** The HTTP status of an answer, by its JSON-RPC error code; 200 for all others. */
const statuses: Readonly<Record<number, number>> = { [-32601]: 404, [-32020]: 400, [-32021]: 400, [-32022]: 400 };

/** Carries independent requests of several clients with the same name. Each request gets a new id there: two clients may use the same one. */
export class SharedConnection extends CarriedConnection<Carried> {
  protected readonly connection: OpenConnection;
  #last = 0;

  constructor(
    about: Pick<SharedConnection, 'client' | 'root'>,
    open: (onMessage: OnMessage, onLater: (id: RequestId) => void) => OpenConnection,
  ) {
    super(about);
    // A stream is not closed before its result: these clients cannot ask for the rest.
    this.connection = open(
      (...message) => this.#receive(...message),
      () => undefined,
    );
  }

  request(request: Request, options: SessionReply): void {
    const id = (this.#last += 1);
    this.touch();
    const onGone = (): void => {
      if (this.pending.delete(id)) this.connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    };
    const status = (answer: Message): number => ('error' in answer ? (statuses[answer.error.code] ?? 200) : 200);
    const reply = replyTo({ ...options, status, onStream: plainWriter, onGone });
    this.begin({ ...request, id }, { request, reply });
  }

  close(): void {
    this.connection.close();
    this.pending.clear();
  }

  #receive(...[message, related]: Parameters<OnMessage>): void {
    if (!('method' in message)) {
      const found = this.answered(message.id);
      this.touch();
      return found?.reply.finish(withId(message, found.request.id));
    }
    // In this version a server sends no requests.
    if ('id' in message) return;
    const found = this.concerned(message, related);
    found?.reply.send(subscribedAs(message, found.request.id));
  }
}

function withId(message: Message, id: RequestId): Message {
  const own = { ...message, id };
  // The answer that ends a subscription names it once more.
  if (!('result' in own) || !isRecord(own.result['_meta']) || !(subscriptionKey in own.result['_meta'])) return own;
  return { ...own, result: { ...own.result, _meta: { ...own.result['_meta'], [subscriptionKey]: id } } };
}

/** A notice names the subscription by the id that its client gave. */
function subscribedAs<T extends Message>(message: T, id: RequestId): T {
  if (!('params' in message) || !isRecord(message.params) || !isRecord(message.params['_meta'])) return message;
  const { _meta } = message.params;
  return subscriptionKey in _meta ? { ...message, params: { ...message.params, _meta: { ..._meta, [subscriptionKey]: id } } } : message;
}
