import type { Envelope } from './envelope.ts';
import type { Pending } from './pending.ts';

/** A message that is a message. */
export type Sent = Exclude<Envelope, { readonly kind: 'batch' | 'not-json' | 'not-a-message' }>;

/** A message of the client that is not sent yet. `pending`: it is a request. */
export interface Queued {
  readonly envelope: Sent;
  readonly bytes: Buffer;
  readonly pending?: Pending;
}

/** What the client has sent and the remote server has not. Requests may have to wait; all else passes them, since those that run may wait for it. */
export class SendQueue {
  #queue: Queued[] = [];
  /** Requests that wait until fewer run. */
  #held: Queued[] = [];
  bytes = 0;

  get hasHeld(): boolean {
    return this.#held.length > 0;
  }

  add(queued: Queued): void {
    this.#queue.push(queued);
    this.bytes += queued.bytes.length;
  }

  /** The oldest message that may be sent. @param hasRoom whether a request may be. */
  take(hasRoom: boolean): Queued | undefined {
    let next = hasRoom ? this.#held.shift() : undefined;
    while (next === undefined && this.#queue.length > 0) {
      const first = this.#queue.shift();
      if (first?.pending !== undefined && !hasRoom) this.#held.push(first);
      else next = first;
    }
    if (next !== undefined) this.bytes -= next.bytes.length;
    return next;
  }

  /** @returns whether the request had waited. */
  remove(pending: Pending): boolean {
    const waits = [...this.#queue, ...this.#held].find((queued) => queued.pending === pending);
    if (waits === undefined) return false;
    this.#queue = this.#queue.filter((queued) => queued !== waits);
    this.#held = this.#held.filter((queued) => queued !== waits);
    this.bytes -= waits.bytes.length;
    return true;
  }

  /** @returns the requests that waited. */
  clear(): readonly Pending[] {
    this.bytes = 0;
    return [...this.#queue.splice(0), ...this.#held.splice(0)].flatMap(({ pending }) => pending ?? []);
  }
}
