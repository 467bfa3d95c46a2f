import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { daemonPlace, type DaemonPlace, type Hello, type OpenWorkspace } from '../../src/daemon/index.ts';
import { hubLimits, runDaemon, type DaemonEnd, type HubLimits, type StartHttp } from '../../src/daemon/hub/index.ts';
import type { StartMessage } from '../../src/daemon/start/index.ts';
import { SnapError } from '../../src/system/index.ts';
import { temporaryHome, type TemporaryHome } from './temporary-home.ts';

/** A daemon in this process, in a home of its own. */
export interface DaemonHere {
  readonly home: TemporaryHome;
  readonly place: DaemonPlace;
  readonly ended: Promise<DaemonEnd>;
  stop(): Promise<DaemonEnd>;
  hello(more?: Partial<Hello>): Hello;
  /** Connects without a word. */
  connect(): Promise<RawClient>;
  /** Connects and says hello. */
  greeted(more?: Partial<Hello>): Promise<RawClient>;
}

/** A client that can say anything. */
export interface RawClient {
  readonly socket: Socket;
  send(message: object | string): void;
  /** The next message; `undefined` when the connection has ended. */
  next(): Promise<Record<string, unknown> | undefined>;
}

export interface DaemonHereOptions {
  readonly home?: TemporaryHome;
  readonly limits?: Partial<HubLimits>;
  readonly openWorkspace?: OpenWorkspace;
  readonly startHttp?: StartHttp;
  readonly idleMs?: number;
  readonly clock?: () => number;
  readonly build?: string;
  /** The pid namespace that it says it is in. */
  readonly space?: string;
}

export async function daemonHere(options: DaemonHereOptions = {}): Promise<DaemonHere> {
  const home = options.home ?? temporaryHome();
  const place = daemonPlace(home.system, process.getuid?.());
  const stop = new AbortController();
  let ended: Promise<DaemonEnd> | undefined;
  const message = await new Promise<StartMessage>((onStart) => {
    ended = runDaemon({
      system: home.system,
      place,
      build: options.build ?? '1.0.0',
      idleMs: options.idleMs ?? 60_000,
      clock: options.clock,
      openWorkspace: options.openWorkspace ?? echoWorkspace,
      startHttp: options.startHttp,
      onStart,
      writing: options.space === undefined ? undefined : { run: { ...home.run().run, space: options.space } },
      signal: stop.signal,
      // No client is too slow because the machine is.
      limits: { ...hubLimits, helloMs: 60_000, ...options.limits },
    });
    ended.catch(() => undefined);
  });
  if (message.kind === 'failed') throw message.error;
  if (ended === undefined || message.kind !== 'ready') throw new Error(message.kind);
  const running = ended;
  const end = (): Promise<DaemonEnd> => {
    stop.abort();
    return running;
  };
  onTestFinished(async () => void (await end()));
  const hello = (more: Partial<Hello> = {}): Hello => ({ protocol: 1, build: '1.0.0', run: home.run().run, kind: 'server', ...more });
  const connect = () => rawClient(place.socket);
  return {
    home,
    place,
    ended: running,
    stop: end,
    hello,
    connect,
    async greeted(more) {
      const client = await connect();
      client.send({ jsonrpc: '2.0', id: 'hello', method: 'hello', params: hello(more) });
      const answer = await client.next();
      if (answer?.['result'] === undefined) throw new Error(JSON.stringify(answer));
      return client;
    },
  };
}

export async function rawClient(path: string): Promise<RawClient> {
  const socket = createConnection({ path });
  await new Promise((settle, fail) => socket.once('connect', settle).once('error', fail));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    socket,
    send: (message) => void socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    async next() {
      // A daemon that hangs up on what it has not read resets the connection.
      const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true }));
      return done === true || value === undefined ? undefined : (JSON.parse(value) as Record<string, unknown>);
    },
  };
}

/** Stands in for the threads: answers its arguments; `wait` waits for the signal, `refuse` and `break` fail. */
export const echoWorkspace: OpenWorkspace = (root) => ({
  call: (call, args, { signal }) => {
    if (call === 'refuse') return Promise.reject(new SnapError('refused', 'Not that.', { hint: [{ person: 'run it', model: 'call it' }] }));
    if (call === 'break') return Promise.reject(new TypeError('a bug'));
    if (call !== 'wait') return Promise.resolve({ root, call, args });
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  },
  tool: async ({ name, client }) => ({ content: [{ type: 'text', text: `${name} in ${root} for ${client ?? 'nobody'}` }] }),
  leave: () => undefined,
  close: () => Promise.resolve(),
});
