import type { ChangesSinceState } from './changes-since-state.ts';
import { gitFingerprint, readWorkspaceState, type StateSource, type WorkspaceState } from './workspace-state.ts';

// Version control is asked again this long after the last time, and not sooner, however many events there are.
const pauseMs = 2_000;

/** Reads the state of a workspace, at most once at a time, and keeps the last one. */
export class StateReader {
  readonly #source: StateSource;
  readonly #changes: ChangesSinceState;
  readonly #life = new AbortController();
  #last: WorkspaceState | undefined;
  #readAt = -Infinity;
  #reading: Promise<WorkspaceState> | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(source: StateSource, changes: ChangesSinceState) {
    this.#source = source;
    this.#changes = changes;
  }

  get last(): WorkspaceState | undefined {
    return this.#last;
  }

  /** Joins a reading that is under way. */
  async read(firstLookMs: number): Promise<WorkspaceState> {
    this.#reading ??= this.#readOnce(firstLookMs);
    return this.#reading;
  }

  async #readOnce(firstLookMs: number): Promise<WorkspaceState> {
    const count = this.#changes.count();
    try {
      const state = await readWorkspaceState(this.#source, { firstLookMs }, this.#life.signal);
      this.#last = state;
      this.#readAt = performance.now();
      this.#changes.forgetUpTo(count);
      return state;
    } finally {
      this.#reading = undefined;
    }
  }

  /** Begins after this call: a reading that is under way may have missed what changed since it began. */
  async readFromNow(firstLookMs: number): Promise<WorkspaceState> {
    // Its failure is reported to its own caller.
    await this.#reading?.catch(() => undefined);
    return this.read(firstLookMs);
  }

  /** The same, after a reading under way. @throws also what that one throws. */
  async readAfterCurrent(firstLookMs: number): Promise<WorkspaceState> {
    if (this.#reading !== undefined) await this.#reading;
    return this.read(firstLookMs);
  }

  /** In the background, and not before the pause is over. */
  readLater(firstLookMs: number): void {
    if (this.#later !== undefined || this.#life.signal.aborted) return;
    const read = () => {
      this.#later = undefined;
      // Then the next pulse reads by itself, and reports the failure.
      this.read(firstLookMs).catch(() => (this.#last = undefined));
    };
    this.#later = setTimeout(read, Math.max(0, this.#readAt + pauseMs - performance.now()));
    this.#later.unref();
  }

  /** The last state unless a commit or a checkout has changed what everything is compared with; then a new one. */
  async readIfCommitted(firstLookMs: number): Promise<WorkspaceState> {
    let state = this.#last;
    if (state === undefined) return this.readFromNow(firstLookMs);
    // Twice: a reading that began before the commit does not count.
    for (let turn = 0; turn < 2; turn += 1) {
      const fingerprint = await gitFingerprint(this.#source.system, this.#source.workspace);
      if (state.fingerprint === fingerprint) break;
      state = await this.read(firstLookMs);
    }
    return state;
  }

  /** Ends what is under way. */
  close(): void {
    this.#life.abort();
    clearTimeout(this.#later);
  }
}
