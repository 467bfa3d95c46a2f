import { core, type DaemonStatus, type PathWatch, type SnapEvent } from '../core.ts';
import type { DaemonFact } from '../gates/facts.ts';
import { signal } from '../signal.ts';
import { withoutStop } from '../without-stop.ts';
import type { DaemonLink, DaemonLinkOptions, Link, Living, Met } from './daemon-link-types.ts';
import { httpFactOf } from './http-fact.ts';
import { httpMs, nearlyReady, settledMs, usualBeatMs, usualPausesMs } from './link-times.ts';
import { localDaemon, type LocalDaemon } from './local-daemon.ts';
import { tries, type Tries } from './tries.ts';

export type { DaemonLink } from './daemon-link-types.ts';

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
  /** A connection was lost, or a daemon started, during a look. */
  #isAskedAgain = false;
  #isClosed = false;
  #wasConnected = false;
  /** When the connection was made, on the clock of the process. */
  #since = 0;
  readonly #daemon: LocalDaemon;
  /** Starts that no person asked for. */
  readonly #starts: Tries;
  /** Looks at a daemon that does not answer or does not accept connections. On a busy machine it may only be late. */
  readonly #looks: Tries;
  readonly #beat: NodeJS.Timeout;

  constructor(options: DaemonLinkOptions) {
    this.#options = options;
    this.#daemon = localDaemon(options, (value) => void this.#received(value).catch(this.#report));
    const pauses = options.pausesMs ?? usualPausesMs;
    this.#starts = tries(() => this.#lookAgain(), pauses);
    this.#looks = tries(() => this.#lookAgain(), pauses);
    const beat = (): void => void (this.#link !== undefined && this.#looking === undefined && this.#lookAgain());
    this.#beat = setInterval(beat, options.beatMs ?? usualBeatMs).unref();
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
    return this.#link === undefined ? this.#started(() => this.#startNow()) : this.askAddress();
  }

  async askAddress(): Promise<string | undefined> {
    if (this.#link === undefined) return 'it is not connected';
    try {
      await this.#askHttp(this.#link);
    } catch (error) {
      const { DaemonUnavailable } = await core.daemonClient();
      if (!(error instanceof DaemonUnavailable)) throw error;
      // It hangs, or has just ended; the next look says so.
      return 'it does not answer';
    }
    return this.#fact.kind === 'connected' && this.#fact.http.kind === 'refused' ? withoutStop(this.#fact.http.reason) : undefined;
  }

  async restart(): Promise<string | undefined> {
    this.#starts.reset();
    return this.#started(async () => {
      await this.#daemon.end();
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
    return this.#link?.call('status', {}, { maxMs: this.#daemon.maxMs }).catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
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
      // No await between the check of #isAskedAgain and this line, so no request in between is lost.
      this.#looking = undefined;
    }
  }

  /** Looks because something happened here. A look that is under way may have seen the state before it, so another one follows. */
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
        await link.call('ping', {}, { maxMs: this.#daemon.maxMs });
        return this.#fact;
      } catch {
        // It hangs, or has just ended: connects again below.
        this.#link = undefined;
        link.close();
      }
    }
    for (let turn = 0; ; turn += 1) {
      const met = await this.#daemon.meet();
      if (met.kind === 'ready') return this.#take(met.link);
      const living = await this.#daemon.living();
      const isComing = met.kind === 'absent' && living === 'here' && turn < nearlyReady.times;
      if (!isComing) return this.#afterMiss(met, living);
      await new Promise((done) => setTimeout(done, nearlyReady.everyMs));
    }
  }

  async #afterMiss(met: Exclude<Met, { kind: 'ready' }>, living: Living): Promise<DaemonFact> {
    if (met.kind === 'absent') {
      const isWanted = this.#options.mayStart() && !this.#isUnwanted;
      if (isWanted && this.#starts.isDue) {
        await this.#started(() => this.#startNow());
        return this.#fact;
      }
      // It is tried again after a pause; until then the reason of the last try is shown.
      if (isWanted && this.#fact.kind === 'failed') return this.#fact;
      if (living === 'elsewhere') return this.#set({ kind: 'elsewhere' });
      const why = this.#isUnwanted ? 'asked' : this.#fact.kind === 'stopped' ? this.#fact.why : this.#wasConnected ? 'ended' : 'never';
      return this.#set({ kind: 'stopped', why });
    }
    if (met.kind === 'silent') {
      if (living === 'elsewhere') return this.#set({ kind: 'elsewhere' });
      this.#looks.failed();
      return this.#set({ kind: 'hung', pid: await this.#daemon.pid() });
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
      const living = await this.#daemon.living();
      this.#set(living === 'elsewhere' ? { kind: 'elsewhere' } : { kind: 'failed', reason });
      if (this.#options.mayStart() && !this.#isUnwanted) this.#starts.failed();
      return reason;
    }
  }

  async #startNow(): Promise<void> {
    await this.#take(await this.#daemon.start());
  }

  async #take(link: Link): Promise<DaemonFact> {
    if (this.#isClosed) {
      link.close();
      return this.#fact;
    }
    // Two connections may have been made at once.
    this.#link?.close();
    this.#link = link;
    this.#isUnwanted = false;
    this.#looks.reset();
    this.#since = performance.now();
    this.#wasConnected = true;
    void link.ended.then(({ ending }) => this.#lost(link, ending));
    void link.call('events.subscribe', {}).catch(this.#report);
    if (this.#root !== undefined) void link.call('workspace.open', { root: this.#root }).catch(this.#report);
    const fact = this.#set({ kind: 'connected', pid: link.welcome.run.pid, http: { kind: 'unknown' } });
    void this.#askHttp(link).catch(this.#report);
    return fact;
  }

  /** Asks the daemon to listen where that is wanted; otherwise asks only whether it does. */
  async #askHttp(link: Link): Promise<void> {
    const { system, wantsHttp } = this.#options;
    const { wantedPort } = await core.daemonLocal();
    const http = wantsHttp()
      ? await link.call('http.start', { port: system.env['SVC_SSE_PORT'] || (await wantedPort(system))?.toString() }, { maxMs: httpMs })
      : (await link.call('status', {}, { maxMs: this.#daemon.maxMs })).http;
    if (this.#link !== link || this.#fact.kind !== 'connected') return;
    this.#set({ ...this.#fact, http: httpFactOf(http) });
  }

  /** Logs other failures: a lost connection and a late daemon are part of the fact already. */
  readonly #report = async (error: unknown): Promise<void> => {
    const { DaemonUnavailable } = await core.daemonClient();
    if (!(error instanceof DaemonUnavailable)) this.#options.onProblem(error);
  };

  #lost(link: Link, ending: string | undefined): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    if (this.#isClosed) return;
    this.#isUnwanted = ending === 'asked' || ending === 'signal';
    if (this.#isUnwanted) this.#set({ kind: 'stopped', why: 'asked' });
    else if (!this.#options.mayStart()) this.#set({ kind: 'connecting' });
    else if (ending !== undefined) this.#set({ kind: 'starting' });
    else return this.#died();
    this.#lookAgain();
  }

  /** It said nothing: it was killed, or crashed. It is started again, but not without end. */
  #died(): void {
    if (performance.now() - this.#since >= settledMs) this.#starts.reset();
    const isAtOnce = this.#starts.failed() === 0;
    const times = this.#starts.failures === 1 ? '' : `, ${this.#starts.failures} times in a row`;
    this.#set(isAtOnce ? { kind: 'starting' } : { kind: 'failed', reason: `it ended soon after its start${times}` });
  }

  /** The files that a daemon makes when it starts. So a daemon that another program starts is found at once, without polling. */
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

  async #received(value: unknown): Promise<void> {
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
