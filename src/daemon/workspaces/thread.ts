import { randomUUID } from 'node:crypto';
import { openToolConnection, snapTools, type ConnectionOptions, type OpenConnection } from '../../server/index.ts';
import { isRecord, SnapError, textIn, type WritableSystem, errorStack } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { threadSide, type ThreadSide } from '../../system/threads/index.ts';
import { writableSystem } from '../../system/writable.ts';
import { benchPrint, createWorkbenches, type HeldWorkbench, type Workbench, type Workbenches } from '../../workbench/index.ts';
import { doPiece } from '../../workbench/assist/do-piece.ts';
import { workEvent } from '../events/event.ts';
import { wireError } from '../wire-error.ts';
import type { HostConnectOptions } from '../workspace-host.ts';
import type { FromThread, ThreadInput, ToThread } from './messages.ts';

/** Milliseconds until a workspace is prepared again: two minutes later the first snapshot would no longer rely on the watcher. */
const prepareAgainMs = 8 * 60_000;

/** The life of the thread of one workspace: pieces of work for other processes, and the tools for clients over HTTP. */
export function serveWorkspace(): void {
  const side = threadSide<ToThread, FromThread>();
  const input = side === undefined ? undefined : inputOf(side.input);
  if (side === undefined || input === undefined)
    throw new SnapError('usage', 'This is no command: the daemon starts it for a workspace.', { hint: 'See "snap daemon --help".' });
  const served = new ServedWorkspace(side, input);
  side.onMessage((message) => served.take(message));
  side.onEnd(() => served.close());
  served.prepare();
}

class ServedWorkspace {
  readonly #side: ThreadSide<ToThread, FromThread>;
  readonly #root: string;
  readonly #about: ConnectionOptions['about'];
  readonly #system: WritableSystem;
  readonly #workbenches: Workbenches;
  readonly #calls = new Map<number, AbortController>();
  readonly #connections = new Map<number, OpenConnection>();
  readonly #life = new AbortController();
  #held: Promise<HeldWorkbench> | undefined;
  #renewed: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(side: ThreadSide<ToThread, FromThread>, { root, thread, program }: ThreadInput) {
    this.#side = side;
    this.#root = root;
    this.#about = { version: program.version, node: process.versions.node, program };
    const system = nodeSystem();
    const whole = writableSystem(system);
    this.#system = writableSystem(system, { run: { ...whole.run, thread } });
    this.#workbenches = createWorkbenches(this.#system, {
      publish: (workspace, type, data) => {
        const event = workEvent(this.#system.now(), workspace, type, data);
        if (event !== undefined) side.send({ kind: 'event', event });
      },
    });
  }

  take(message: ToThread): void {
    switch (message.kind) {
      case 'call':
        return void this.#call(message.id, message.call, message.args);
      case 'cancel':
        return this.#calls.get(message.id)?.abort();
      case 'connect':
        return void this.#connections.set(message.connection, this.#connect(message.connection, message.options));
      case 'message':
        return this.#connections.get(message.connection)?.send(message.message);
      case 'disconnect':
        this.#connections.get(message.connection)?.close();
        return void this.#connections.delete(message.connection);
      default:
        message satisfies never;
    }
  }

  /** Prepares in the background. A failure is not reported here: the call that needs the workspace fails with it. */
  prepare(): void {
    clearTimeout(this.#again);
    if (this.#life.signal.aborted) return;
    void this.#bench()
      .then(({ shared }) => shared.prepare(this.#life.signal))
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.prepare(), prepareAgainMs).unref();
      });
  }

  async close(): Promise<void> {
    this.#life.abort();
    clearTimeout(this.#again);
    for (const call of this.#calls.values()) call.abort();
    for (const connection of this.#connections.values()) connection.close();
    (await this.#held?.catch(() => undefined))?.release();
  }

  #bench(): Promise<HeldWorkbench> {
    this.#held ??= this.#workbenches.hold(this.#root).catch((error: unknown) => {
      this.#held = undefined;
      throw error;
    });
    return this.#held;
  }

  async #call(id: number, call: string, args: readonly unknown[]): Promise<void> {
    const stop = new AbortController();
    this.#calls.set(id, stop);
    try {
      const [print, ...rest] = args;
      const { shared } = await this.#benchBy(print);
      this.#side.send({ kind: 'answer', id, answer: await doPiece(shared, call, rest, stop.signal) });
    } catch (error) {
      if (error instanceof SnapError) this.#side.send({ kind: 'refused', id, error: wireError(error) });
      else this.#side.send({ kind: 'failed', id, reason: errorStack(error) });
    } finally {
      this.#calls.delete(id);
    }
  }

  /** The workbench, with the same settings as the caller has: they may have changed since they were read here. */
  async #benchBy(print: unknown): Promise<HeldWorkbench> {
    const held = await this.#bench();
    if (benchPrint(held.shared) === print) return held;
    this.#renewed ??= this.#renew().finally(() => (this.#renewed = undefined));
    await this.#renewed;
    const renewed = await this.#bench();
    if (benchPrint(renewed.shared) === print) return renewed;
    throw new SnapError('not-available', 'The daemon reads other settings than the process that asks.', {
      hint: 'Run "snap daemon restart".',
    });
  }

  async #renew(): Promise<void> {
    const before = await this.#held;
    this.#held = undefined;
    this.#workbenches.renew(this.#root);
    await this.#bench();
    before?.release();
    this.prepare();
  }

  #connect(connection: number, { isFull }: HostConnectOptions): OpenConnection {
    const nonce = randomUUID();
    const { run } = this.#system;
    const benches: Workbench[] = [];
    const tools = snapTools(async (root, client) => {
      const bench = await this.#workbenches.open(root, { kind: 'connection', run, nonce, ...(client === undefined ? {} : { client }) });
      benches.push(bench);
      return { ...bench, assistance: () => `Runs in the daemon (process ${process.pid}).` };
    });
    const opened = openToolConnection(
      tools,
      {
        system: async () => this.#system,
        about: this.#about,
        namedWorkspace: this.#root,
        isFull,
        log: (text) => void process.stderr.write(text),
      },
      (message, related) => this.#side.send({ kind: 'message', connection, message, related }),
    );
    return {
      send: (message) => opened.send(message),
      close() {
        // The process lives on, so no other process could see that the task has no owner any more.
        for (const { tasks } of benches) tasks.release().catch(() => undefined);
        opened.close();
      },
    };
  }
}

/** It comes from this program's own main thread, by way of Node. */
function inputOf(value: unknown): ThreadInput | undefined {
  if (!isRecord(value) || !isRecord(value['program'])) return undefined;
  const [root, thread] = [textIn(value['root']), textIn(value['thread'])];
  const { version, file, node } = value['program'];
  if (root === undefined || thread === undefined) return undefined;
  return { root, thread, program: { version: textIn(version) ?? '', file: textIn(file) ?? '', node: textIn(node) ?? '' } };
}
