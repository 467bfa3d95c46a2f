// The program of the thread: the workspace as it is opened for the views. It is a thread because looking at all files of a workspace would keep the
// extension host, which all extensions share, from answering.
import { core, type Assist, type Publish, type WritableSystem } from '../core.ts';
import type { CallOptions } from './calls.ts';
import { worksOf, type Works } from './do-calls.ts';
import { failureOf, thrownOf } from './failure.ts';
import type { BenchInput, CallName, FromBench, ToBench, WireFailure } from './messages.ts';

const [{ threadSide }, { nodeSystem }, { writableSystem }] = await Promise.all([core.threads(), core.node(), core.writable()]);
const side = threadSide<ToBench, FromBench>();
// The extension alone starts it.
if (side !== undefined) serve(side, inputOf(side.input));

type Side = NonNullable<typeof side>;

interface Waiting {
  readonly settle: (answer: { readonly answer: unknown } | undefined) => void;
  readonly reject: (error: unknown) => void;
}

function serve(to: Side, { root, thread }: BenchInput): void {
  const calls = new Map<number, AbortController>();
  const asked = new Map<number, Waiting>();
  const works = open(to, root, thread, asked);

  async function call(id: number, name: CallName, args: readonly unknown[]): Promise<void> {
    const stop = new AbortController();
    calls.set(id, stop);
    const progress = (done: number, total?: number): void => to.send({ kind: 'progress', id, done, total });
    try {
      to.send({ kind: 'answer', id, answer: await run(await works, name, args, { signal: stop.signal, progress }) });
    } catch (error) {
      to.send({ kind: 'failed', id, failure: await failureOf(error) });
    } finally {
      calls.delete(id);
    }
  }

  to.onMessage((message) => {
    if (message.kind === 'call') void call(message.id, message.call, message.args);
    else if (message.kind === 'cancel') calls.get(message.id)?.abort();
    else void answered(asked.get(message.id), message.answer, message.failure);
  });
  to.onEnd(() => {
    for (const stop of calls.values()) stop.abort();
  });
}

async function answered(
  waiting: Waiting | undefined,
  answer: { readonly answer: unknown } | undefined,
  failure: WireFailure | undefined,
): Promise<void> {
  if (failure === undefined) waiting?.settle(answer);
  else waiting?.reject(await thrownOf(failure));
}

/** Opened once; where that fails, each call fails with it. */
function open(to: Side, root: string, thread: string, asked: Map<number, Waiting>): Promise<Works> {
  const system = nodeSystem({ cwd: root });
  const whole = writableSystem(system);
  const own: WritableSystem = writableSystem(system, { run: { ...whole.run, thread } });
  const opened = openWorks(to, own, root, asked);
  // Each call reports the failure.
  opened.catch(() => undefined);
  return opened;
}

async function openWorks(to: Side, system: WritableSystem, root: string, asked: Map<number, Waiting>): Promise<Works> {
  const [{ openWorkbench }, { workEvent }] = await Promise.all([core.workbench(), core.daemon()]);
  let real = root;
  const publish: Publish = (type, data) => {
    const event = workEvent(system.now(), real, type, data);
    if (event !== undefined) to.send({ kind: 'event', event });
  };
  const bench = await openWorkbench(system, root, { owner: { kind: 'shell' }, watch: false, publish, assist: assistBy(to, asked) });
  real = bench.workspace.root;
  return worksOf(bench);
}

/** The daemon, asked through the extension, which is connected to it. */
function assistBy(to: Side, asked: Map<number, Waiting>): Assist {
  let last = 0;
  return {
    ask(root, piece, args, signal) {
      signal?.throwIfAborted();
      const id = (last += 1);
      return new Promise((resolve, reject) => {
        const done = (): void => {
          asked.delete(id);
          signal?.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          to.send({ kind: 'unask', id });
          done();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        asked.set(id, {
          settle: (answer) => (done(), resolve(answer)),
          reject: (error) => (done(), reject(error)),
        });
        to.send({ kind: 'ask', id, root, piece, args });
      });
    },
    opened: () => undefined,
    describe: async () => 'Asks the daemon through the extension.',
  };
}

/** The arguments come from bench.ts, the other half of this program, so their types are those of the call. */
function run(works: Works, name: CallName, args: readonly unknown[], options: CallOptions): Promise<unknown> {
  const work: (given: never, more: CallOptions) => Promise<unknown> = works[name];
  return work(args as never, options);
}

function inputOf(input: unknown): BenchInput {
  return input as BenchInput;
}
