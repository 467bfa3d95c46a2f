import type { StopSignal } from '../system/http/index.ts';
import type { Id, Message } from './envelope.ts';

/** As an `AbortController` with its signal, which would take a tenth of the time of a call. */
export class Stop implements StopSignal {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** A request that has no answer yet. */
export interface Pending {
  readonly id: Id;
  readonly method: string;
  readonly bytes: Buffer;
  /** Headers that repeat parts of the message, where the protocol asks for them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends its connection, when its answer is no longer wanted. */
  readonly stop: Stop;
  readonly since: number;
  /** The bridge makes it itself: nobody else gets an answer to it. */
  readonly isOwn?: boolean | undefined;
  /** When the remote server last sent something for it. */
  heard: number;
  isSettled: boolean;
  /** Takes the answer instead of the client: of requests that the bridge makes itself. */
  readonly take: (answer: Message) => void;
  /** Called once, when the answer was taken or is no longer wanted. */
  onSettled: (() => void) | undefined;
}

/** A request that is about to be sent. @param take gets its answer. */
export function requestOf(about: Pick<Pending, 'id' | 'method' | 'bytes' | 'headers' | 'isOwn'>, take: Pending['take']): Pending {
  const now = clock();
  return { ...about, take, stop: new Stop(), since: now, heard: now, isSettled: false, onSettled: undefined };
}

/** Methods that only read: repeating them cannot do their work twice. https://modelcontextprotocol.io/specification/2025-11-25/server (2026-11-22) */
const readingMethods = new Set([
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
]);

/** Whether a request may do work at the server, which then may have been done without an answer. */
export function isActing({ method }: Pick<Pending, 'method'>): boolean {
  return !readingMethods.has(method);
}

/** Every request of the client until it was answered, once. */
export class PendingRequests {
  readonly #byId = new Map<Id, Pending>();

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): Iterator<Pending> {
    return this.#byId.values();
  }

  has(id: Id): boolean {
    return this.#byId.has(id);
  }

  find(id: Id): Pending | undefined {
    return this.#byId.get(id);
  }

  add(pending: Pending): void {
    this.#byId.set(pending.id, pending);
  }

  /** @returns false when it had its answer before. */
  settle(pending: Pending): boolean {
    if (pending.isSettled) return false;
    pending.isSettled = true;
    this.#byId.delete(pending.id);
    pending.onSettled?.();
    return true;
  }
}

/** Milliseconds of a clock that is never set back. */
export function clock(): number {
  return 1_000 * process.uptime();
}
