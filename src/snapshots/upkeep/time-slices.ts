import { setImmediate } from 'node:timers/promises';

export interface SliceOptions {
  /** Called between slices; without it other work of the process gets its turn. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of a slice. */
  readonly slice?: number | undefined;
}

/**
 * Long work in slices: `turn()` is awaited after each small step, and lets other work of the process run when the slice is used up.
 * @returns whether to go on: false once the signal fired.
 */
export function slices({ pause = () => setImmediate(), signal, slice = 8 }: SliceOptions): { turn(): Promise<boolean> | boolean } {
  let startedAt = performance.now();
  return {
    turn() {
      if (signal?.aborted === true) return false;
      if (performance.now() - startedAt < slice) return true;
      return pause().then(() => {
        startedAt = performance.now();
        return signal?.aborted !== true;
      });
    },
  };
}
