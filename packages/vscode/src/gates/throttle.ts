/** The clock of {@link throttle}; tests have one of their own. */
export interface Clock {
  now(): number;
  /** @returns what takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** At most one change is shown in this time. */
export const throttleMs = 250;

/** Values that may change often and are shown at a limited rate. */
export interface Throttled<T> {
  /** The newest value. It is shown at once, or when the one before was shown for {@link throttleMs}; the last one always is. */
  set(value: T): void;
  dispose(): void;
}

/**
 * @param show what people see.
 * @param isSame whether two values look the same: then nothing is shown again.
 */
export function throttle<T>(show: (value: T) => void, isSame: (one: T, other: T) => boolean, clock: Clock): Throttled<T> {
  let shown: { readonly value: T; readonly at: number } | undefined;
  let waiting: { readonly value: T } | undefined;
  let cancel: (() => void) | undefined;
  const showNow = (value: T): void => {
    shown = { value, at: clock.now() };
    show(value);
  };
  return {
    set(value) {
      if (cancel !== undefined) return void (waiting = { value });
      if (shown === undefined) return showNow(value);
      if (isSame(shown.value, value)) return;
      const left = throttleMs - (clock.now() - shown.at);
      if (left <= 0) return showNow(value);
      waiting = { value };
      cancel = clock.after(left, () => {
        cancel = undefined;
        const next = waiting;
        waiting = undefined;
        // The value may have changed back to the one that is shown.
        if (next !== undefined && shown !== undefined && !isSame(shown.value, next.value)) showNow(next.value);
      });
    },
    dispose() {
      cancel?.();
      cancel = undefined;
      waiting = undefined;
    },
  };
}
