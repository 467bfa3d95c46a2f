import { isRecord } from '../../../system/index.ts';
import { progressTokenOf, type Message, type OnMessage, type OpenConnection, type Request, type RequestId } from '../../message.ts';
import { subscriptionKey } from '../../modern.ts';
import type { Reply } from './reply.ts';

/** A request under way, and the answer that carries what belongs to it. */
export interface Carried {
  readonly request: Request;
  readonly reply: Reply;
}

/** A connection to the tools whose requests come one by one over HTTP. What both kinds share: a session, and requests that stand alone. */
export abstract class CarriedConnection<T extends Carried> {
  readonly client: string | undefined;
  /** The real path of the workspace it was opened for. */
  readonly root: string | undefined;
  readonly since = new Date();
  /** Milliseconds of a clock that is never set back. */
  usedAt = performance.now();
  /** By the id under which the connection knows a request. */
  protected readonly pending = new Map<RequestId, T>();
  protected abstract readonly connection: OpenConnection;

  constructor({ client, root }: { readonly client: string | undefined; readonly root: string | undefined }) {
    this.client = client;
    this.root = root;
  }

  /** Requests under way. */
  get calls(): number {
    return this.pending.size;
  }

  isIdle(): boolean {
    return this.pending.size === 0;
  }

  touch(): void {
    this.usedAt = performance.now();
  }

  /** Hands a request over. Where its workspace cannot be opened, the next one tries again. */
  protected begin(message: Request, carried: T): void {
    this.pending.set(message.id, carried);
    try {
      this.connection.send(message);
    } catch (error) {
      this.pending.delete(message.id);
      throw error;
    }
  }

  /** Takes the request out that this message answers. */
  protected answered(id: RequestId): T | undefined {
    const found = this.pending.get(id);
    this.pending.delete(id);
    return found;
  }

  /**
   * The request to whose answer a message belongs: the one that is said, or that it names, or the only one there is.
   * @param related where what carries the messages says it.
   */
  protected concerned(...[message, related]: Parameters<OnMessage>): T | undefined {
    const id = related ?? this.#relatedTo(message);
    return id === undefined ? undefined : this.pending.get(id);
  }

  #relatedTo(message: Message): RequestId | undefined {
    const params = 'params' in message && isRecord(message.params) ? message.params : {};
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    const subscription = meta[subscriptionKey];
    if (typeof subscription === 'string' || typeof subscription === 'number') return subscription;
    const token = params['progressToken'];
    if (token !== undefined) return [...this.pending].find(([, { request }]) => progressTokenOf(request) === token)?.[0];
    return this.pending.size === 1 ? this.pending.keys().next().value : undefined;
  }
}
