import type { EventFilter, SnapEvent } from '../events/event.ts';
import { readEvent } from '../events/read-event.ts';
import type { Hello, Method, Params, Result, Welcome } from '../protocol.ts';
import type { CallOptions } from './calls.ts';
import { meetDaemon, type Link, type Met } from './link.ts';
import { reasonOf } from './reason.ts';
import { DaemonUnavailable } from './unavailable.ts';

/** Whether there is a daemon, and why not: for the words of health. */
export type ClientState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly daemon: Welcome }
  /** A sentence without its end: `no daemon is running`. */
  | { readonly kind: 'alone'; readonly reason: string };

/** A connection to the daemon that is made again when it is lost. Everything works without one. */
export interface DaemonClient {
  readonly state: ClientState;
  /** The state after the first try. */
  readonly tried: Promise<ClientState>;
  /** As {@link Link.call}. Rejects at once with `DaemonUnavailable` when there is no connection. */
  call<M extends Method>(method: M, params: Params<M>, options?: CallOptions): Promise<Result<M>>;
  /** This client works in the workspace: said again after each new connection. */
  openWorkspace(root: string): void;
  /** Events from now on, also after a new connection. One subscription for each client; a second replaces the first. */
  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): void;
  /** An event for others; without a daemon nobody hears it. */
  publish(event: SnapEvent): void;
  /** Ends the connection and all tries. */
  close(): void;
}

export interface ClientOptions {
  /** The socket. */
  readonly socket: string;
  readonly hello: Omit<Hello, 'protocol'>;
  /**
   * Starts a daemon where none is; absent where this client never does. Called again after a daemon was lost without a word, and at most every
   * {@link minStartMs}. Never rejects: what went wrong is a sentence without its end.
   */
  readonly start?: (() => Promise<string | undefined>) | undefined;
  readonly onState?: ((state: ClientState) => void) | undefined;
  /** How long a daemon may take to say hello. */
  readonly helloMs?: number | undefined;
}

const helloMs = 2_000;
const firstPauseMs = 20;
const maxPauseMs = 2_000;
const minStartMs = 1_000;

/** Connects in the background, and again with growing pauses (20 ms to 2 s) whenever the connection is lost. */
export function connectDaemon(options: ClientOptions): DaemonClient {
  let link: Link | undefined;
  let state: ClientState = { kind: 'connecting' };
  let isClosed = false;
  let root: string | undefined;
  let subscription: { readonly filter: EventFilter; readonly onEvent: (event: SnapEvent) => void } | undefined;
  let wake: () => void = () => undefined;
  let firstTried: (state: ClientState) => void = () => undefined;
  const tried = new Promise<ClientState>((settle) => (firstTried = settle));
  const starts = { isAllowed: options.start !== undefined, lastAt: -Infinity };

  const setState = (next: ClientState): void => {
    state = next;
    if (next.kind !== 'connecting') firstTried(next);
    options.onState?.(next);
  };
  const resume = (connected: Link): void => {
    // A call that fails here fails again where somebody waits for it.
    if (root !== undefined) connected.call('workspace.open', { root }).catch(ignore);
    if (subscription !== undefined) connected.call('events.subscribe', paramsOf(subscription.filter)).catch(ignore);
  };
  const onEvent = (value: unknown): void => {
    const event = readEvent(value);
    if (event !== undefined) subscription?.onEvent(event);
  };
  const meet = (): Promise<Met> => meetDaemon({ socket: options.socket, hello: options.hello, maxMs: options.helloMs ?? helloMs, onEvent });
  const pause = async (turn: number): Promise<void> => {
    const longest = Math.min(maxPauseMs, firstPauseMs * 2 ** turn);
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, longest / 2 + (Math.random() * longest) / 2).unref();
      wake = () => {
        clearTimeout(timer);
        settle();
      };
    });
  };
  /** One try, and its result: `undefined` when it connected. */
  const attempt = async (): Promise<string | undefined> => {
    let met = await meet();
    const { start } = options;
    if (met.kind === 'absent' && start !== undefined && starts.isAllowed && performance.now() - starts.lastAt >= minStartMs) {
      starts.lastAt = performance.now();
      const problem = await start();
      if (problem !== undefined) return problem;
      met = await meet();
    }
    if (met.kind !== 'ready') return reasonOf(met);
    link = met.link;
    return undefined;
  };
  const run = async (): Promise<void> => {
    for (let turn = 0; !isClosed; turn += 1) {
      const problem = await attempt();
      const connected = link;
      if (isClosed) return connected?.close();
      if (problem !== undefined || connected === undefined) {
        if (state.kind !== 'alone' || state.reason !== problem) setState({ kind: 'alone', reason: problem ?? '' });
      } else {
        turn = 0;
        resume(connected);
        setState({ kind: 'connected', daemon: connected.welcome });
        const { ending } = await connected.ended;
        link = undefined;
        if (isClosed) return;
        // A person ended it; another one comes when a person, or a new server, wants it.
        starts.isAllowed = options.start !== undefined && ending !== 'asked' && ending !== 'signal';
        setState({
          kind: 'alone',
          reason: ending === undefined ? 'the connection to the daemon was lost' : (endingWords[ending] ?? `the daemon ended (${ending})`),
        });
      }
      await pause(turn);
    }
  };
  void run();

  return {
    get state() {
      return state;
    },
    tried,
    async call(method, params, callOptions) {
      if (link === undefined) throw new DaemonUnavailable('absent', state.kind === 'alone' ? state.reason : 'not connected yet');
      return link.call(method, params, callOptions);
    },
    openWorkspace(path) {
      root = path;
      link?.call('workspace.open', { root: path }).catch(ignore);
    },
    subscribe(filter, onNext) {
      subscription = { filter, onEvent: onNext };
      link?.call('events.subscribe', paramsOf(filter)).catch(ignore);
    },
    publish: (event) => void link?.call('events.publish', { event }).catch(ignore),
    close() {
      isClosed = true;
      link?.close();
      wake();
      firstTried(state);
    },
  };
}

const endingWords: Readonly<Record<string, string>> = {
  asked: 'the daemon was stopped',
  signal: 'the daemon was stopped',
  idle: 'the daemon ended because nobody used it',
  replaced: 'a newer daemon takes over',
  displaced: 'another daemon has taken over',
  'does not answer': 'the daemon does not answer',
};

function paramsOf({ types, workspace }: EventFilter): Params<'events.subscribe'> {
  return { ...(types === undefined ? {} : { types }), ...(workspace === undefined ? {} : { root: workspace }) };
}

function ignore(): void {}
