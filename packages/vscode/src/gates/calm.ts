/** What time is for {@link calm}: tests have one of their own. */
export interface Clock {
  now(): number;
  /** @returns what takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** At most one change that people see in this time. */
export const calmMs = 250;

/** Values that change as they like, and are shown in peace. */
export interface Calm<T> {
  /** The newest value. It is shown at once, or when the one before was shown for {@link calmMs}; the last one always is. */
  set(value: T): void;
  dispose(): void;
}

/**
 * @param show what people see.
 * @param isSame whether two values look the same: then nothing is shown anew.
 */
export function calm<T>(show: (value: T) => void, isSame: (one: T, other: T) => boolean, clock: Clock): Calm<T> {
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
      const left = calmMs - (clock.now() - shown.at);
      if (left <= 0) return showNow(value);
      waiting = { value };
      cancel = clock.after(left, () => {
        cancel = undefined;
        const next = waiting;
        waiting = undefined;
        // It may have become again what is shown.
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
