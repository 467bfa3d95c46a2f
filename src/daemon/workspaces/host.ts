import { randomUUID } from 'node:crypto';
import { SnapError, type System } from '../../system/index.ts';
import { releaseLocksOf, startThread, type Thread, type ThreadEnd } from '../../system/threads/index.ts';
import { newEvent, type SnapEvent } from '../events/event.ts';
import { snapErrorOf } from '../wire-error.ts';
import type { OpenWorkspace, WorkspaceHost } from '../workspace-host.ts';
import { connectionsOf, type Connections } from './connections.ts';
import type { FromThread, ThreadInput, ToThread } from './messages.ts';

export interface HostsOptions {
  readonly system: System;
  readonly program: ThreadInput['program'];
  /** Milliseconds without a call and a connection after which a thread ends. */
  readonly idleMs?: number | undefined;
  /** Milliseconds after which a call is given up. */
  readonly callMs?: number | undefined;
  /** For tests: the program that a thread runs. */
  readonly file?: string | undefined;
}

const defaultIdleMs = 30 * 60_000;
/** As long as a tool may take. */
const defaultCallMs = 50_000;
const graceMs = 2_000;
/** After so many deaths within this time the thread is not started again until the time is over. */
const maxDeaths = 3;
const deathsMs = 60_000;

interface Waiting {
  readonly answered: (answer: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** The workspaces of the daemon: each in a thread of its own, so that a slow disk delays only the clients that work on it. */
export function workspaceHosts(options: HostsOptions): OpenWorkspace {
  return (root, publish) => new ThreadHost(root, publish, options);
}

class ThreadHost implements WorkspaceHost {
  readonly #root: string;
  readonly #publish: (event: SnapEvent) => void;
  readonly #options: HostsOptions;
  readonly #calls = new Map<number, Waiting>();
  readonly #connections: Connections;
  #thread: Thread<ToThread> | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  #deaths: number[] = [];
  #isClosed = false;

  constructor(root: string, publish: (event: SnapEvent) => void, options: HostsOptions) {
    this.#root = root;
    this.#publish = publish;
    this.#options = options;
    this.#connections = connectionsOf(
      (message) => this.#running().send(message),
      () => this.#used(),
    );
    // At once: it prepares what the first call needs.
    this.#running();
  }

  async call(call: string, args: readonly unknown[], { signal }: { readonly signal: AbortSignal }): Promise<unknown> {
    signal.throwIfAborted();
    const thread = this.#running();
    const id = (this.#nextId += 1);
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#calls.delete(id);
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
        this.#used();
      };
      const giveUp = (error: unknown): void => {
        thread.send({ kind: 'cancel', id });
        done();
        reject(error);
      };
      const abort = (): void => giveUp(signal.reason);
      const late = setTimeout(() => giveUp(lateError(call)), this.#options.callMs ?? defaultCallMs);
      signal.addEventListener('abort', abort, { once: true });
      this.#calls.set(id, {
        answered: (answer) => {
          done();
          resolve(answer);
        },
        failed: (error) => {
          done();
          reject(error);
        },
      });
      thread.send({ kind: 'call', id, call, args });
    });
  }

  connect(...given: Parameters<WorkspaceHost['connect']>): ReturnType<WorkspaceHost['connect']> {
    return this.#connections.connect(...given);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end(graceMs);
  }

  #running(): Thread<ToThread> {
    if (this.#thread !== undefined) return this.#thread;
    if (this.#isClosed) throw new SnapError('not-available', 'The daemon has closed this workspace.');
    const now = performance.now();
    this.#deaths = this.#deaths.filter((at) => at > now - deathsMs);
    if (this.#deaths.length >= maxDeaths)
      throw new SnapError(
        'not-available',
        'The thread of this workspace has ended several times within a minute; it is not started again at once.',
        {
          hint: '"snap daemon logs" shows why.',
        },
      );
    const name = randomUUID();
    const input: ThreadInput = { root: this.#root, thread: name, program: this.#options.program };
    const thread = startThread<ToThread, FromThread>({
      job: 'workspace',
      input,
      env: this.#options.system.env,
      file: this.#options.file,
      onMessage: (message) => this.#take(message),
    });
    this.#thread = thread;
    void thread.ended.then((end) => this.#onEnd(thread, name, end));
    this.#used();
    return thread;
  }

  async #onEnd(thread: Thread<ToThread>, name: string, end: ThreadEnd): Promise<void> {
    const isCurrent = this.#thread === thread;
    if (isCurrent) this.#thread = undefined;
    // Before another process repeats its work.
    await releaseLocksOf(this.#options.system, name).catch(() => undefined);
    if (!isCurrent && end.kind === 'asked') return;
    const reason = end.kind === 'died' ? end.reason : 'It was closed.';
    if (end.kind === 'died') {
      this.#deaths.push(performance.now());
      this.#publish(newEvent(this.#options.system.now(), 'daemon.state', { state: 'workspace-failed', reason }, this.#root));
    }
    for (const { failed } of this.#calls.values()) failed(new Error(`The thread of this workspace has ended: ${reason}`));
    this.#connections.lost();
  }

  #take(message: FromThread): void {
    switch (message.kind) {
      case 'answer':
        return this.#calls.get(message.id)?.answered(message.answer);
      case 'refused':
        return this.#calls.get(message.id)?.failed(snapErrorOf(message.error) ?? new Error(message.error.message));
      case 'failed':
        return this.#calls.get(message.id)?.failed(new Error(message.reason));
      case 'message':
        return this.#connections.take(message.connection, message.message, message.related);
      case 'event':
        return this.#publish(message.event);
      default:
        message satisfies never;
    }
  }

  /** Starts the idle time again, after which the thread ends. */
  #used(): void {
    clearTimeout(this.#idle);
    if (this.#isClosed) return;
    this.#idle = setTimeout(() => {
      if (this.#calls.size > 0 || this.#connections.count() > 0) return this.#used();
      const thread = this.#thread;
      this.#thread = undefined;
      void thread?.end(graceMs);
    }, this.#options.idleMs ?? defaultIdleMs).unref();
  }
}

function lateError(call: string): SnapError {
  return new SnapError('timeout', `The daemon has not done "${call}" in time.`);
}
