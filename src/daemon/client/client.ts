import { readEvent, type EventFilter, type SnapEvent } from '../events/event.ts';
import type { Hello, Method, Params, Result, Welcome } from '../protocol.ts';
import { DaemonUnavailable, type CallOptions } from './calls.ts';
import { meetDaemon, reasonOf, type Link, type Met } from './link.ts';

/** Whether there is a daemon, and why not: for the words of health. */
export type ClientState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly daemon: Welcome }
  /** `reason`: a sentence without its full stop, such as `no daemon is running`. */
  | { readonly kind: 'alone'; readonly reason: string };

/** A connection to the daemon that is made again when it is lost. Everything works without one. */
export interface DaemonClient {
  readonly state: ClientState;
  /** The state after the first try. */
  readonly tried: Promise<ClientState>;
  /** As {@link Link.call}. Rejects at once with `DaemonUnavailable` when there is no connection. */
  call<M extends Method>(method: M, params: Params<M>, options?: CallOptions): Promise<Result<M>>;
  /** This client works in the workspace: said again after each new connection. */
  openWorkspace(root: string, client?: string): void;
  /** Events from now on, also after a new connection. One subscription for each client; a second replaces the first. */
  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): void;
  /** Sends an event to the daemon's subscribers; without a daemon it is dropped. */
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
   * {@link minStartMs}. Never rejects: it returns what went wrong, as a sentence without its full stop.
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
  return new ReconnectingClient(options);
}

interface Subscription {
  readonly filter: EventFilter;
  readonly onEvent: (event: SnapEvent) => void;
}

class ReconnectingClient implements DaemonClient {
  readonly tried: Promise<ClientState>;
  readonly #options: ClientOptions;
  #firstTried: (state: ClientState) => void = ignore;
  #state: ClientState = { kind: 'connecting' };
  #link: Link | undefined;
  #workspace: Params<'workspace.open'> | undefined;
  #subscription: Subscription | undefined;
  #isClosed = false;
  #wake: () => void = ignore;
  #mayStart: boolean;
  #startedAt = -Infinity;
  #startProblem: string | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#mayStart = options.start !== undefined;
    this.tried = new Promise((settle) => (this.#firstTried = settle));
    void this.#run();
  }

  get state(): ClientState {
    return this.#state;
  }

  async call<M extends Method>(method: M, params: Params<M>, options?: CallOptions): Promise<Result<M>> {
    const state = this.#state;
    if (this.#link === undefined) throw new DaemonUnavailable('absent', state.kind === 'alone' ? state.reason : 'not connected yet');
    return this.#link.call(method, params, options);
  }

  openWorkspace(root: string, client?: string): void {
    this.#workspace = { root, client };
    this.#link?.call('workspace.open', this.#workspace).catch(ignore);
  }

  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): void {
    this.#subscription = { filter, onEvent };
    this.#link?.call('events.subscribe', paramsOf(filter)).catch(ignore);
  }

  publish(event: SnapEvent): void {
    this.#link?.call('events.publish', { event }).catch(ignore);
  }

  close(): void {
    this.#isClosed = true;
    this.#link?.close();
    this.#wake();
    this.#firstTried(this.#state);
  }

  async #run(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const met = await this.#attempt();
      if (this.#isClosed) return typeof met === 'string' ? undefined : met.close();
      if (typeof met === 'string') this.#setState({ kind: 'alone', reason: met });
      else {
        turn = 0;
        await this.#stay(met);
        if (this.#isClosed) return;
      }
      await this.#pause(turn);
    }
  }

  /** One try: the connection, or why there is none. */
  async #attempt(): Promise<Link | string> {
    const { start } = this.#options;
    const met = await this.#meet();
    if (met.kind === 'ready') return met.link;
    const isSoon = performance.now() - this.#startedAt < minStartMs;
    if (met.kind !== 'absent' || start === undefined || !this.#mayStart || this.#isClosed) return reasonOf(met);
    // The reason of the last try is still the reason.
    if (isSoon) return this.#startProblem ?? reasonOf(met);
    this.#startedAt = performance.now();
    // A bug there must not end a server that works without a daemon.
    this.#startProblem = await start().catch((error: unknown) => `a daemon could not be started: ${String(error)}`);
    if (this.#startProblem !== undefined) return this.#startProblem;
    const started = await this.#meet();
    return started.kind === 'ready' ? started.link : reasonOf(started);
  }

  #meet(): Promise<Met> {
    const { socket, hello, helloMs: maxMs = helloMs } = this.#options;
    return meetDaemon({ socket, hello, maxMs, onEvent: (value) => this.#onEvent(value) });
  }

  /** Until the connection ends. */
  async #stay(link: Link): Promise<void> {
    this.#link = link;
    // A failure here is not reported: the next call meets it too.
    if (this.#workspace !== undefined) link.call('workspace.open', this.#workspace).catch(ignore);
    if (this.#subscription !== undefined) link.call('events.subscribe', paramsOf(this.#subscription.filter)).catch(ignore);
    this.#setState({ kind: 'connected', daemon: link.welcome });
    const { ending } = await link.ended;
    this.#link = undefined;
    // A person ended it, so this process does not start another one.
    this.#mayStart = this.#options.start !== undefined && ending !== 'asked' && ending !== 'signal';
    if (!this.#isClosed) this.#setState({ kind: 'alone', reason: endingReason(ending) });
  }

  #onEvent(value: unknown): void {
    const event = readEvent(value);
    if (event !== undefined) this.#subscription?.onEvent(event);
  }

  #setState(next: ClientState): void {
    const before = this.#state;
    this.#state = next;
    this.#firstTried(next);
    if (before.kind !== 'alone' || next.kind !== 'alone' || before.reason !== next.reason) this.#options.onState?.(next);
  }

  async #pause(turn: number): Promise<void> {
    const longest = Math.min(maxPauseMs, firstPauseMs * 2 ** turn);
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, longest / 2 + (Math.random() * longest) / 2).unref();
      this.#wake = () => {
        clearTimeout(timer);
        settle();
      };
    });
  }
}

/** Why the connection ended, as a sentence without its full stop. */
function endingReason(ending: string | undefined): string {
  if (ending === undefined) return 'the connection to the daemon was lost';
  return endingWords[ending] ?? `the daemon ended (${ending})`;
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
