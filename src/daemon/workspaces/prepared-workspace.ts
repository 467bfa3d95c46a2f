import { SnapError } from '../../system/index.ts';
import { benchPrint, type HeldWorkbench, type SharedWorkbench, type Workbenches } from '../../workbench/index.ts';

/** A workspace that is kept prepared while clients work in it. */
export interface PreparedWorkspace {
  /** In the background. A failure is not reported here: the call that needs the workspace fails with it. */
  prepare(): void;
  /** The workbench, with the same settings as the caller has: they may have changed since they were read here. @throws SnapError `not-available` */
  benchBy(print: unknown): Promise<SharedWorkbench>;
  close(): Promise<void>;
}

/** Milliseconds until a workspace is prepared again: two minutes later the first snapshot would no longer rely on the watcher. */
const prepareAgainMs = 8 * 60_000;

export function preparedWorkspace(workbenches: Workbenches, root: string): PreparedWorkspace {
  return new Prepared(workbenches, root);
}

class Prepared implements PreparedWorkspace {
  readonly #workbenches: Workbenches;
  readonly #root: string;
  readonly #life = new AbortController();
  #held: Promise<HeldWorkbench> | undefined;
  #renewed: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(workbenches: Workbenches, root: string) {
    this.#workbenches = workbenches;
    this.#root = root;
  }

  prepare(): void {
    clearTimeout(this.#again);
    if (this.#life.signal.aborted) return;
    void this.#bench()
      .then(({ shared }) => shared.prepare(this.#life.signal))
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(this.#again);
        if (!this.#life.signal.aborted) this.#again = setTimeout(() => this.prepare(), prepareAgainMs).unref();
      });
  }

  async benchBy(print: unknown): Promise<SharedWorkbench> {
    const { shared } = await this.#bench();
    if (benchPrint(shared) === print) return shared;
    this.#renewed ??= this.#renew().finally(() => (this.#renewed = undefined));
    await this.#renewed;
    const renewed = await this.#bench();
    if (benchPrint(renewed.shared) === print) return renewed.shared;
    throw new SnapError('not-available', 'The daemon reads other settings than the process that asks.', {
      hint: 'Run "snap daemon restart".',
    });
  }

  async close(): Promise<void> {
    this.#life.abort();
    clearTimeout(this.#again);
    (await this.#held?.catch(() => undefined))?.release();
  }

  #bench(): Promise<HeldWorkbench> {
    this.#held ??= this.#workbenches.hold(this.#root).catch((error: unknown) => {
      this.#held = undefined;
      throw error;
    });
    return this.#held;
  }

  async #renew(): Promise<void> {
    const before = await this.#held;
    this.#held = undefined;
    this.#workbenches.renew(this.#root);
    await this.#bench();
    before?.release();
    this.prepare();
  }
}
