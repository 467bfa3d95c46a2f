import { core, type DaemonDesk, type DaemonStatus, type PathWatch, type SnapEvent } from '../core.ts';
import type { DaemonFact } from '../gates/facts.ts';
import { signal } from '../signal.ts';
import type { DaemonLink, DaemonLinkOptions, Link, Living, Met } from './daemon-link-types.ts';
import { httpFactOf } from './http-fact.ts';
import { withoutStop } from './without-stop.ts';
import { tries, type Tries } from './tries.ts';

export type { DaemonLink } from './daemon-link-types.ts';

const usualHelloMs = 2_000;
const httpMs = 15_000;
/** A daemon that has just written its state file listens within milliseconds. */
const nearlyReady = { times: 20, everyMs: 100 };

/** Nothing is asked and nothing is watched before the first {@link DaemonLink.look}. */
export function daemonLink(options: DaemonLinkOptions): DaemonLink {
  return new WatchedLink(options);
}

class WatchedLink implements DaemonLink {
  readonly #options: DaemonLinkOptions;
  readonly #facts = signal<DaemonFact>();
  readonly #events = signal<SnapEvent>();
  #fact: DaemonFact = { kind: 'connecting' };
  #link: Link | undefined;
  #root: string | undefined;
  #watches: readonly PathWatch[] | undefined;
  /** A person ended it, so it is not started by itself. */
  #isUnwanted = false;
  #looking: Promise<DaemonFact> | undefined;
  /** Something was lost, or came, while it was being looked at. */
  #isAskedAgain = false;
  #isClosed = false;
  #wasConnected = false;
  /** Starts that nobody asked for. */
  readonly #starts: Tries;
  /** Looks at what does not answer, or accepts nobody. A busy machine is late. */
  readonly #looks: Tries;

  constructor(options: DaemonLinkOptions) {
    this.#options = options;
    const again = (): void => void this.look().catch(this.#report);
    this.#starts = tries(again, options.pausesMs);
    this.#looks = tries(again, options.pausesMs);
  }

  get fact(): DaemonFact {
    return this.#fact;
  }

  get onFact(): DaemonLink['onFact'] {
    return this.#facts.on;
  }

  get onEvent(): DaemonLink['onEvent'] {
    return this.#events.on;
  }

  look(): Promise<DaemonFact> {
    this.#looking ??= this.#lookAll();
    return this.#looking;
  }

  async start(): Promise<string | undefined> {
    this.#isUnwanted = false;
    await this.#looking;
    this.#starts.reset();
    if (this.#link === undefined) return this.#started(() => this.#startNow());
    await this.#askHttp(this.#link);
    return this.#fact.kind === 'connected' && this.#fact.http.kind === 'refused' ? withoutStop(this.#fact.http.reason) : undefined;
  }

  async restart(): Promise<string | undefined> {
    const { system, desk } = this.#options;
    this.#starts.reset();
    return this.#started(async () => {
      const { endDaemon } = await core.daemonStart();
      await endDaemon({ system, ...desk, helloMs: this.#options.helloMs });
      this.#isUnwanted = false;
      await this.#startNow();
    });
  }

  openWorkspace(root: string | undefined): void {
    this.#root = root;
    if (root !== undefined) void this.#link?.call('workspace.open', { root }).catch(this.#report);
  }

  get connection(): Link | undefined {
    return this.#link;
  }

  async status(): Promise<DaemonStatus | undefined> {
    // It hangs, or has just ended; the next look says so.
    return this.#link?.call('status', {}, { maxMs: this.#helloMs }).catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#starts.close();
    this.#looks.close();
    for (const watch of this.#watches ?? []) watch.close();
    this.#link?.close();
  }

  async #lookAll(): Promise<DaemonFact> {
    try {
      let fact: DaemonFact;
      do {
        this.#isAskedAgain = false;
        fact = await this.#look();
      } while (this.#isAskedAgain && this.#link === undefined && !this.#isClosed);
      return fact;
    } finally {
      // In the same breath as the question above, so that nothing is lost in between.
      this.#looking = undefined;
    }
  }

  /** Looks because of what happened here; after the look that goes on, which may have seen what was before. */
  #lookAgain(): void {
    if (this.#looking !== undefined) this.#isAskedAgain = true;
    else void this.look().catch(this.#report);
  }

  async #look(): Promise<DaemonFact> {
    if (this.#isClosed) return this.#fact;
    await this.#watch();
    if (this.#link !== undefined) {
      const link = this.#link;
      try {
        await link.call('ping', {}, { maxMs: this.#helloMs });
        return this.#fact;
      } catch {
        // It hangs, or has just ended. What is there is looked at anew.
        this.#link = undefined;
        link.close();
      }
    }
    for (let turn = 0; ; turn += 1) {
      const met = await this.#meet();
      if (met.kind === 'ready') return this.#take(met.link);
      const living = await this.#living();
      const isComing = met.kind === 'absent' && living === 'here' && turn < nearlyReady.times;
      if (!isComing) return this.#afterMiss(met, living);
      await new Promise((done) => setTimeout(done, nearlyReady.everyMs));
    }
  }

  async #afterMiss(met: Exclude<Met, { kind: 'ready' }>, living: Living): Promise<DaemonFact> {
    const { system, desk, mayStart } = this.#options;
    if (met.kind === 'absent') {
      const isWanted = mayStart() && !this.#isUnwanted;
      if (isWanted && this.#starts.isDue) {
        await this.#started(() => this.#startNow());
        return this.#fact;
      }
      // It is tried again after a pause; until then the reason of the last try is the reason.
      if (isWanted && this.#fact.kind === 'failed') return this.#fact;
      if (living === 'elsewhere') return this.#set({ kind: 'elsewhere' });
      const why = this.#isUnwanted ? 'asked' : this.#fact.kind === 'stopped' ? this.#fact.why : this.#wasConnected ? 'ended' : 'never';
      return this.#set({ kind: 'stopped', why });
    }
    if (met.kind === 'silent') {
      if (living === 'elsewhere') return this.#set({ kind: 'elsewhere' });
      const state = await (await core.daemonStart()).livingDaemon(system, desk.place);
      this.#looks.failed();
      return this.#set({ kind: 'hung', pid: state?.run.pid });
    }
    this.#looks.failed();
    return this.#set({ kind: 'failed', reason: (await core.daemonClient()).reasonOf(met) });
  }

  /** Runs what starts a daemon, while the fact says so. @returns what went wrong. */
  async #started(start: () => Promise<void>): Promise<string | undefined> {
    this.#set({ kind: 'starting' });
    try {
      await start();
      return undefined;
    } catch (error) {
      const { SnapError, errorMessage } = await core.system();
      if (!(error instanceof SnapError)) this.#options.onProblem(error);
      const reason = withoutStop(errorMessage(error));
      const living = await this.#living();
      this.#set(living === 'elsewhere' ? { kind: 'elsewhere' } : { kind: 'failed', reason });
      if (this.#options.mayStart() && !this.#isUnwanted) this.#starts.failed();
      return reason;
    }
  }

  async #startNow(): Promise<void> {
    const { system, desk } = this.#options;
    const { startDaemon } = await core.daemonStart();
    const { link } = await startDaemon({ system, ...desk, hello: this.#hello(), onEvent: this.#onEvent });
    await this.#take(link);
  }

  async #meet(): Promise<Met> {
    const { meetDaemon } = await core.daemonClient();
    return meetDaemon({ socket: this.#options.desk.place.socket, hello: this.#hello(), maxMs: this.#helloMs, onEvent: this.#onEvent });
  }

  async #take(link: Link): Promise<DaemonFact> {
    if (this.#isClosed) {
      link.close();
      return this.#fact;
    }
    // Two may have been met at once.
    this.#link?.close();
    this.#link = link;
    this.#isUnwanted = false;
    this.#looks.reset();
    this.#starts.reset();
    this.#wasConnected = true;
    void link.ended.then(({ ending }) => this.#lost(link, ending));
    void link.call('events.subscribe', {}).catch(this.#report);
    if (this.#root !== undefined) void link.call('workspace.open', { root: this.#root }).catch(this.#report);
    const fact = this.#set({ kind: 'connected', pid: link.welcome.run.pid, http: { kind: 'unknown' } });
    void this.#askHttp(link).catch(this.#report);
    return fact;
  }

  /** Asks for the address where it is wanted, and in any case what there is of it. */
  async #askHttp(link: Link): Promise<void> {
    const { system, wantsHttp } = this.#options;
    const { wantedPort } = await core.daemonLocal();
    const http = wantsHttp()
      ? await link.call('http.start', { port: system.env['SVC_SSE_PORT'] || (await wantedPort(system))?.toString() }, { maxMs: httpMs })
      : (await link.call('status', {}, { maxMs: this.#helloMs })).http;
    if (this.#link !== link || this.#fact.kind !== 'connected') return;
    this.#set({ ...this.#fact, http: httpFactOf(http) });
  }

  /** That the connection was lost, or the daemon is late, is seen and said anyway. */
  readonly #report = async (error: unknown): Promise<void> => {
    const { DaemonUnavailable } = await core.daemonClient();
    if (!(error instanceof DaemonUnavailable)) this.#options.onProblem(error);
  };

  #lost(link: Link, ending: string | undefined): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    if (this.#isClosed) return;
    this.#isUnwanted = ending === 'asked' || ending === 'signal';
    this.#set(
      this.#isUnwanted ? { kind: 'stopped', why: 'asked' } : this.#options.mayStart() ? { kind: 'starting' } : { kind: 'connecting' },
    );
    this.#lookAgain();
  }

  /** The files that a daemon makes when it starts. A daemon that somebody else starts is met at once, without asking again and again. */
  async #watch(): Promise<void> {
    if (this.#watches !== undefined) return;
    const { place } = this.#options.desk;
    const { watchPath } = await core.watching();
    const onChange = (): void => {
      if (this.#link === undefined) this.#lookAgain();
    };
    const paths = this.#options.system.platform === 'win32' ? [place.stateFile] : [place.stateFile, place.socket];
    this.#watches ??= paths.map((path) => watchPath(path, onChange));
  }

  async #living(): Promise<Living> {
    const { system, desk } = this.#options;
    const state = await (await core.daemonStart()).livingDaemon(system, desk.place);
    if (state === undefined) return 'none';
    const { space, boot } = desk.hello.run;
    return state.run.space === space && state.run.boot === boot ? 'here' : 'elsewhere';
  }

  get #helloMs(): number {
    return this.#options.helloMs ?? usualHelloMs;
  }

  #hello(): DaemonDesk['hello'] {
    const { desk, client } = this.#options;
    return { ...desk.hello, kind: 'editor', client };
  }

  readonly #onEvent = (value: unknown): void => void this.#hear(value).catch(this.#report);

  async #hear(value: unknown): Promise<void> {
    const { readEvent } = await core.daemonClient();
    const event = readEvent(value);
    if (event === undefined) return;
    const link = this.#link;
    if (event.type === 'daemon.state' && link !== undefined && event.data.state.startsWith('http-'))
      void this.#askHttp(link).catch(this.#report);
    this.#events.fire(event);
  }

  #set(fact: DaemonFact): DaemonFact {
    const isNew = JSON.stringify(fact) !== JSON.stringify(this.#fact);
    this.#fact = fact;
    if (isNew) this.#facts.fire(fact);
    return fact;
  }
}
