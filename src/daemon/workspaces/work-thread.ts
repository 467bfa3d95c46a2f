import { randomUUID } from 'node:crypto';
import type { Notify, ToolResult } from '../../server/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import { releaseLocksOf, startThread, type Thread, type ThreadEnd } from '../../system/threads/index.ts';
import { newEvent, type SnapEvent } from '../events/event.ts';
import { snapErrorOf } from '../wire-error.ts';
import type { OpenWorkspace, WorkspaceHost } from '../workspace-host.ts';
import type { FromThread, ThreadInput, ToThread } from './messages.ts';

export interface HostsOptions {
  readonly system: System;
  readonly program: ThreadInput['program'];
  /** Milliseconds after which a call is given up. */
  readonly callMs?: number | undefined;
  /** For tests: the program that the thread runs. */
  readonly file?: string | undefined;
}

/** A little longer than a tool may take, which ends by itself. */
const defaultCallMs = 52_000;
const graceMs = 2_000;
/** After so many deaths within this time the thread is not started again until the time is over. */
const maxDeaths = 3;
const deathsMs = 60_000;

interface Waiting {
  readonly notify?: Notify | undefined;
  answered(answer: unknown): void;
  failed(error: unknown): void;
}

/** The workspaces of the daemon: all in one thread, which ends with the last of them, so that their memory is given back. */
export function workspaceHosts(options: HostsOptions): OpenWorkspace {
  const work = new WorkThread(options);
  return (root, publish) => work.open(root, publish);
}

class WorkThread {
  readonly #options: HostsOptions;
  readonly #calls = new Map<number, Waiting>();
  /** The workspaces that are open, each with what hears of its events. */
  readonly #open = new Map<string, (event: SnapEvent) => void>();
  #thread: Thread<ToThread> | undefined;
  #nextId = 1;
  #deaths: number[] = [];

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  open(root: string, publish: (event: SnapEvent) => void): WorkspaceHost {
    this.#open.set(root, publish);
    const running = this.#thread;
    // A new thread opens all of them.
    if (running === undefined) this.#running();
    else running.send({ kind: 'open', root });
    return {
      call: (call, args, { signal }) => this.#ask(call, (id) => ({ kind: 'call', id, root, call, args }), { signal }),
      tool: async (asked, { signal, notify }) =>
        // What comes is what the other side of this file's messages sends: it is the same program.
        (await this.#ask(asked.name, (id) => ({ kind: 'tool', id, root, asked, hasNotify: notify !== undefined }), {
          signal,
          notify,
        })) as ToolResult,
      leave: (session) => this.#thread?.send({ kind: 'leave', session }),
      close: () => this.#close(root),
    };
  }

  async #close(root: string): Promise<void> {
    if (!this.#open.delete(root)) return;
    const thread = this.#thread;
    if (this.#open.size > 0) return thread?.send({ kind: 'close', root });
    this.#thread = undefined;
    await thread?.end(graceMs);
  }

  async #ask(
    name: string,
    message: (id: number) => ToThread,
    { signal, notify }: { readonly signal: AbortSignal; readonly notify?: Notify | undefined },
  ): Promise<unknown> {
    signal.throwIfAborted();
    const thread = this.#running();
    const id = (this.#nextId += 1);
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#calls.delete(id);
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
      };
      const failed = (error: unknown): void => {
        done();
        reject(error);
      };
      const giveUp = (error: unknown): void => {
        thread.send({ kind: 'cancel', id });
        failed(error);
      };
      const abort = (): void => giveUp(signal.reason);
      const late = setTimeout(() => giveUp(lateError(name)), this.#options.callMs ?? defaultCallMs);
      signal.addEventListener('abort', abort, { once: true });
      this.#calls.set(id, { notify, failed, answered: (answer) => (done(), resolve(answer)) });
      thread.send(message(id));
    });
  }

  #running(): Thread<ToThread> {
    if (this.#thread !== undefined) return this.#thread;
    if (this.#open.size === 0) throw new SnapError('not-available', 'The daemon has closed this workspace.');
    const now = performance.now();
    this.#deaths = this.#deaths.filter((at) => at > now - deathsMs);
    if (this.#deaths.length >= maxDeaths)
      throw new SnapError(
        'not-available',
        "The daemon's thread for workspaces has ended several times within a minute; it is not started again at once.",
        { hint: '"snap daemon logs" shows why.' },
      );
    const name = randomUUID();
    const input: ThreadInput = { thread: name, program: this.#options.program };
    const thread = startThread<ToThread, FromThread>({
      job: 'workspaces',
      input,
      env: this.#options.system.env,
      file: this.#options.file,
      onMessage: (message) => this.#take(message),
    });
    this.#thread = thread;
    void thread.ended.then((end) => this.#onEnd(thread, name, end));
    for (const root of this.#open.keys()) thread.send({ kind: 'open', root });
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
      for (const [root, publish] of this.#open)
        publish(newEvent(this.#options.system.now(), 'daemon.state', { state: 'workspace-failed', reason }, root));
    }
    for (const { failed } of this.#calls.values()) failed(new Error(`The thread of this workspace has ended: ${reason} Call again.`));
  }

  #take(message: FromThread): void {
    switch (message.kind) {
      case 'answer':
        return this.#calls.get(message.id)?.answered(message.answer);
      case 'result':
        return this.#calls.get(message.id)?.answered(message.result);
      case 'progress':
        return this.#calls.get(message.id)?.notify?.(message.message, message.done, message.total);
      case 'refused':
        return this.#calls.get(message.id)?.failed(snapErrorOf(message.error) ?? new Error(message.error.message));
      case 'failed':
        return this.#calls.get(message.id)?.failed(new Error(message.reason));
      case 'event':
        return this.#open.get(message.event.workspace ?? '')?.(message.event);
      default:
        message satisfies never;
    }
  }
}

function lateError(call: string): SnapError {
  return new SnapError('timeout', `The daemon has not done "${call}" in time.`);
}
