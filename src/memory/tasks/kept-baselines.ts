import { SnapError, type WritableSystem } from '../../system/index.ts';
import { type BaselineFrom, takeBaseline } from './baseline.ts';
import { baselineStore, readBaseline } from './baseline-store.ts';
import { measure, unmeasured } from './measure.ts';
import type { MeasuredChange } from './tasks.ts';

/** The files of the workspace when each open task began. */
export interface KeptBaselines {
  /**
   * Stores the baseline of a task that begins. If that fails, the change is not measured, and the result states that.
   * @param open the open tasks: baselines of others are removed.
   * @throws what the signal says, with nothing stored.
   */
  keep(id: string, open: () => Promise<ReadonlySet<string>>, signal: AbortSignal | undefined): Promise<void>;
  drop(id: string): Promise<void>;
  changeSince(id: string, signal: AbortSignal | undefined): Promise<MeasuredChange>;
}

/** Opening touches nothing. */
export function keptBaselines(from: BaselineFrom & { readonly system: WritableSystem }): KeptBaselines {
  const baselines = baselineStore(from.system, from.workspace);
  return {
    async keep(id, open, signal) {
      try {
        const baseline = await takeBaseline(from, signal);
        // Nothing is written once the caller has given up: the baseline is incomplete.
        signal?.throwIfAborted();
        await baselines.write(id, baseline);
        await baselines.sweep(await open());
      } catch (error) {
        // A task can be started without a baseline.
        if (!(error instanceof SnapError)) throw error;
      }
    },
    async drop(id) {
      try {
        await baselines.remove(id);
      } catch (error) {
        // It is removed later.
        if (!(error instanceof SnapError)) throw error;
      }
    },
    async changeSince(id, signal) {
      const then = await readBaseline(baselines, id);
      return typeof then === 'string' ? unmeasured(then) : measure(from, then, signal);
    },
  };
}
