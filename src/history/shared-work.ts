/** Work that several callers wait for, each with its own signal. */
export interface SharedWork<T> {
  /** The result; `undefined` once the signal of this caller fires. The work is stopped when no caller waits any more. */
  join(signal: AbortSignal | undefined): Promise<T | undefined>;
  /** Whether it was stopped or has ended; then it cannot be joined. */
  isOver(): boolean;
}

/** Begins at once. @param work never rejects. */
export function sharedWork<T>(work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
  const stop = new AbortController();
  let waiting = 0;
  let isDone = false;
  const result = work(stop.signal).then((value) => {
    isDone = true;
    return value;
  });
  return {
    isOver: () => isDone || stop.signal.aborted,
    async join(signal) {
      if (signal?.aborted === true) return undefined;
      waiting += 1;
      let onAbort = (): void => undefined;
      const withdrawn = new Promise<undefined>((resolve) => {
        onAbort = () => resolve(undefined);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
      try {
        return await Promise.race([result, withdrawn]);
      } finally {
        signal?.removeEventListener('abort', onAbort);
        waiting -= 1;
        if (waiting === 0) stop.abort();
      }
    },
  };
}
