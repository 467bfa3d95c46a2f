import { errorStack, isRecord, SnapError, textIn, type WritableSystem } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { threadSide, type ThreadSide } from '../../system/threads/index.ts';
import { writableSystem } from '../../system/writable.ts';
import { createWorkbenches, type Workbenches } from '../../workbench/index.ts';
import { doPiece } from '../../workbench/assist/do-piece.ts';
import { workEvent } from '../events/event.ts';
import { wireError } from '../wire-error.ts';
import type { FromThread, ThreadInput, ToThread } from './messages.ts';
import { preparedWorkspace, type PreparedWorkspace } from './prepared-workspace.ts';
import { toolSessions, type ToolSessions } from './tool-sessions.ts';

/** The life of the thread: pieces of work for other processes, and the tools for clients over HTTP. */
export function serveWorkspaces(): void {
  const side = threadSide<ToThread, FromThread>();
  const input = side === undefined ? undefined : inputOf(side.input);
  if (side === undefined || input === undefined)
    throw new SnapError('usage', 'This is no command: the daemon starts it for its workspaces.', { hint: 'See "snap daemon --help".' });
  const served = new ServedWorkspaces(side, input);
  side.onMessage((message) => served.take(message));
  side.onEnd(() => served.close());
}

class ServedWorkspaces {
  readonly #side: ThreadSide<ToThread, FromThread>;
  readonly #workbenches: Workbenches;
  readonly #sessions: ToolSessions;
  readonly #open = new Map<string, PreparedWorkspace>();
  readonly #calls = new Map<number, { readonly root: string; readonly stop: AbortController }>();

  constructor(side: ThreadSide<ToThread, FromThread>, { thread, program }: ThreadInput) {
    this.#side = side;
    const own = nodeSystem();
    const system: WritableSystem = writableSystem(own, { run: { ...writableSystem(own).run, thread } });
    this.#workbenches = createWorkbenches(system, {
      publish: (workspace, type, data) => {
        const event = workEvent(system.now(), workspace, type, data);
        if (event !== undefined) side.send({ kind: 'event', event });
      },
    });
    this.#sessions = toolSessions(system, this.#workbenches, { version: program.version, node: process.versions.node, program });
  }

  take(message: ToThread): void {
    switch (message.kind) {
      case 'open':
        return this.#opened(message.root).prepare();
      case 'close':
        return void this.#close(message.root);
      case 'call':
        return void this.#work(message, async (signal) => {
          const [print, ...args] = message.args;
          const shared = await this.#opened(message.root).benchBy(print);
          return { kind: 'answer', id: message.id, answer: await doPiece(shared, message.call, args, signal) };
        });
      case 'tool':
        return void this.#work(message, async (signal) => {
          const notify = message.hasNotify ? this.#notifierOf(message.id) : undefined;
          return { kind: 'result', id: message.id, result: await this.#sessions.call(message.root, message.asked, { signal, notify }) };
        });
      case 'cancel':
        return this.#calls.get(message.id)?.stop.abort();
      case 'leave':
        return this.#sessions.leave(message.session);
      default:
        message satisfies never;
    }
  }

  async close(): Promise<void> {
    this.#sessions.close();
    await Promise.all([...this.#open.keys()].map((root) => this.#close(root)));
  }

  #opened(root: string): PreparedWorkspace {
    const known = this.#open.get(root) ?? preparedWorkspace(this.#workbenches, root);
    this.#open.set(root, known);
    return known;
  }

  async #close(root: string): Promise<void> {
    for (const call of this.#calls.values()) if (call.root === root) call.stop.abort();
    const prepared = this.#open.get(root);
    this.#open.delete(root);
    await prepared?.close();
  }

  async #work(
    { id, root }: { readonly id: number; readonly root: string },
    work: (signal: AbortSignal) => Promise<FromThread>,
  ): Promise<void> {
    const stop = new AbortController();
    this.#calls.set(id, { root, stop });
    try {
      this.#side.send(await work(stop.signal));
    } catch (error) {
      if (error instanceof SnapError) this.#side.send({ kind: 'refused', id, error: wireError(error) });
      else this.#side.send({ kind: 'failed', id, reason: errorStack(error) });
    } finally {
      this.#calls.delete(id);
    }
  }

  #notifierOf(id: number): (message: string, done: number, total?: number) => void {
    return (message, done, total) => this.#side.send({ kind: 'progress', id, message, done, total });
  }
}

/** It comes from this program's own main thread, by way of Node. */
function inputOf(value: unknown): ThreadInput | undefined {
  if (!isRecord(value) || !isRecord(value['program'])) return undefined;
  const thread = textIn(value['thread']);
  const { version, file, node } = value['program'];
  if (thread === undefined) return undefined;
  return { thread, program: { version: textIn(version) ?? '', file: textIn(file) ?? '', node: textIn(node) ?? '' } };
}
