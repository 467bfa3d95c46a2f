/** The time one call may take. */
export interface TimeBox {
  /** Aborted when the time is over, when the caller ends the call, and by `close`. */
  readonly signal: AbortSignal;
  /** Resolves when the signal is aborted; never rejects. */
  readonly over: Promise<'over'>;
  /** Releases the timer. */
  close(): void;
}

/** A time box that starts now. */
export function timeBox(milliseconds: number, caller: AbortSignal): TimeBox {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, milliseconds);
  caller.addEventListener('abort', end);
  if (caller.aborted) end();
  const { signal } = controller;
  return {
    signal,
    over: new Promise((settle) => {
      if (signal.aborted) settle('over');
      signal.addEventListener('abort', () => settle('over'));
    }),
    close() {
      clearTimeout(timer);
      caller.removeEventListener('abort', end);
      end();
    },
  };
}
