/** Tries again what failed, with growing pauses, a limited number of times. */
export interface Tries {
  /** Whether a try that no person asked for may be made now: not during a pause, and not after the last one. */
  readonly isDue: boolean;
  /** How many have failed in a row. */
  readonly failures: number;
  /**
   * It has failed: tries again after the next pause. Nothing is added while a pause lasts.
   * @returns the pause in milliseconds; `undefined` after the last try: then a person has to ask.
   */
  failed(): number | undefined;
  /** It succeeded, or a person asks: begins with the first pause again. */
  reset(): void;
  close(): void;
}

export function tries(again: () => void, pausesMs: readonly number[]): Tries {
  let isDue = true;
  let failures = 0;
  let waiting: { readonly ms: number; readonly timer: NodeJS.Timeout } | undefined;
  let isClosed = false;
  const stop = (): void => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  return {
    get isDue() {
      return isDue;
    },
    get failures() {
      return failures;
    },
    failed() {
      if (isClosed || waiting !== undefined) return waiting?.ms;
      isDue = false;
      const ms = pausesMs[failures];
      failures += 1;
      if (ms === undefined) return undefined;
      const timer = setTimeout(() => {
        waiting = undefined;
        isDue = true;
        again();
      }, ms);
      timer.unref();
      waiting = { ms, timer };
      return ms;
    },
    reset() {
      stop();
      failures = 0;
      isDue = true;
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}
