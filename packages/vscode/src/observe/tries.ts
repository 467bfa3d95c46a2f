/** Between tries that nobody asked for. After the last one a person has to ask. */
const usualPausesMs: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000];

/** Tries again what failed, with growing pauses, a limited number of times. */
export interface Tries {
  /** Whether a try that nobody asked for may be made now: not while one is waited for, and not after the last one. */
  readonly isDue: boolean;
  /** It has failed: tries again after the next pause. Nothing is added while a pause lasts. */
  failed(): void;
  /** It went well, or a person asks: begins anew. */
  reset(): void;
  close(): void;
}

export function tries(again: () => void, pausesMs: readonly number[] = usualPausesMs): Tries {
  let isDue = true;
  let made = 0;
  let waiting: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    get isDue() {
      return isDue;
    },
    failed() {
      isDue = false;
      const ms = pausesMs[made];
      if (isClosed || waiting !== undefined || ms === undefined) return;
      made += 1;
      waiting = setTimeout(() => {
        waiting = undefined;
        isDue = true;
        again();
      }, ms);
      waiting.unref();
    },
    reset() {
      clearTimeout(waiting);
      waiting = undefined;
      made = 0;
      isDue = true;
    },
    close() {
      isClosed = true;
      clearTimeout(waiting);
    },
  };
}
