import { randomUUID } from 'node:crypto';
import { core, type SnapEvent, type System, type Thread } from '../core.ts';
import type { CallOptions, Calls } from './calls.ts';
import { failureOf, thrownOf } from './failure.ts';
import type { CallName, FromBench, ToBench } from './messages.ts';

/** The workspace, opened in a thread of its own that is started by the first call and ended after a time without one. */
export interface Bench {
  /** @throws SnapError for an expected failure, AbortError when the signal fired, another Error for a bug. */
  call<Name extends CallName>(name: Name, args: Parameters<Calls[Name]>, options?: CallOptions): Promise<Awaited<ReturnType<Calls[Name]>>>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly root: string;
  readonly system: () => Promise<System>;
  /** The program of the thread. */
  readonly file: string;
  /** Asks the daemon for work that it does faster; `undefined` when the daemon did not do it. */
  readonly ask?: (
    root: string,
    piece: string,
    args: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<{ readonly answer: unknown } | undefined>;
  /** Something was done in the thread that others may want to know. */
  readonly onEvent?: (event: SnapEvent) => void;
  readonly idleMs?: number;
}

const defaultIdleMs = 5 * 60_000;
const graceMs = 2_000;

interface Waiting {
  readonly progress: CallOptions['progress'];
  readonly settle: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function openBench(options: BenchOptions): Bench {
  return new ThreadBench(options);
}

class ThreadBench implements Bench {
  readonly #options: BenchOptions;
  readonly #calls = new Map<number, Waiting>();
  readonly #asked = new Map<number, AbortController>();
  #thread: Promise<Thread<ToBench>> | undefined;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BenchOptions) {
    this.#options = options;
  }

  async call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    { signal, progress }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new Error('The workspace is closed.');
    const thread = await (this.#thread ??= this.#start());
    const id = (this.#last += 1);
    const cancel = (): void => thread.send({ kind: 'cancel', id });
    clearTimeout(this.#idle);
    try {
      // It is answered also when it is given up: a restore says what it has done.
      return await new Promise<Awaited<ReturnType<Calls[Name]>>>((settle, reject) => {
        // The other side answers with what the call answers.
        const take = (answer: unknown): void => settle(answer as Awaited<ReturnType<Calls[Name]>>);
        this.#calls.set(id, { progress, settle: take, reject });
        signal?.addEventListener('abort', cancel, { once: true });
        thread.send({ kind: 'call', id, call: name, args });
        if (signal?.aborted === true) cancel();
      });
    } finally {
      this.#calls.delete(id);
      signal?.removeEventListener('abort', cancel);
      this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#isClosed || this.#calls.size > 0) return;
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs ?? defaultIdleMs).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    // A thread that could not be started does not need to be ended.
    await thread?.then((running) => running.end(graceMs)).catch(() => undefined);
  }

  async #start(): Promise<Thread<ToBench>> {
    try {
      const [{ startThread }, system] = await Promise.all([core.threads(), this.#options.system()]);
      const name = randomUUID();
      const thread = startThread<ToBench, FromBench>({
        job: 'views',
        input: { root: this.#options.root, thread: name },
        env: system.env,
        file: this.#options.file,
        onMessage: (message) => this.#take(thread, message),
      });
      void thread.ended.then((end) => this.#lost(thread, system, name, end.kind === 'died' ? end.reason : 'it was closed.'));
      return thread;
    } catch (error) {
      this.#thread = undefined;
      throw error;
    }
  }

  async #lost(thread: Thread<ToBench>, system: System, name: string, reason: string): Promise<void> {
    const [{ releaseLocksOf }, current] = await Promise.all([core.threads(), this.#thread?.catch(() => undefined)]);
    // The process lives on, so no other process can tell that the thread no longer holds its locks.
    await releaseLocksOf(system, name).catch(() => undefined);
    if (current !== undefined && current !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#calls.values()) reject(new Error(`The thread for snapshots and learnings has ended: ${reason}`));
  }

  #take(thread: Thread<ToBench>, message: FromBench): void {
    switch (message.kind) {
      case 'answer':
        return this.#calls.get(message.id)?.settle(message.answer);
      case 'failed': {
        const waiting = this.#calls.get(message.id);
        return void thrownOf(message.failure).then((error) => waiting?.reject(error));
      }
      case 'progress':
        return this.#calls.get(message.id)?.progress?.(message.done, message.total);
      case 'ask':
        return void this.#ask(thread, message);
      case 'unask':
        return this.#asked.get(message.id)?.abort();
      case 'event':
        return this.#options.onEvent?.(message.event);
      default:
        message satisfies never;
    }
  }

  async #ask(thread: Thread<ToBench>, { id, root, piece, args }: Extract<FromBench, { readonly kind: 'ask' }>): Promise<void> {
    const stop = new AbortController();
    this.#asked.set(id, stop);
    try {
      const answer = await this.#options.ask?.(root, piece, args, stop.signal);
      thread.send({ kind: 'asked', id, ...(answer === undefined ? {} : { answer }) });
    } catch (error) {
      thread.send({ kind: 'asked', id, failure: await failureOf(error) });
    } finally {
      this.#asked.delete(id);
    }
  }
}
