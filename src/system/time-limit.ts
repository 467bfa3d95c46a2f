/** A signal with a time limit. */
export interface TimeLimit {
  /** Fires when the time is up (its reason is a `TimeoutError`), or with any of the other signals, with their reason. */
  readonly signal: AbortSignal;
  /** Ends the timer. To be called when the work is over; a limit that is forgotten keeps no process alive. */
  release(): void;
}

/**
 * Limits work to so many milliseconds, and to the life of the other signals. Not `AbortSignal.any` with an `AbortSignal.timeout`: in Node 20 the
 * garbage collector may take the timeout away before it fires, and the work would never end. https://github.com/nodejs/node/issues/54614
 */
export function timeLimit(maxMs: number, ...others: readonly (AbortSignal | undefined)[]): TimeLimit {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new DOMException('The time limit was reached.', 'TimeoutError')), maxMs).unref();
  const signals = others.filter((one) => one !== undefined);
  const onAbort = ({ target }: { readonly target: EventTarget | null }): void => {
    end.abort(target instanceof AbortSignal ? target.reason : undefined);
  };
  const release = (): void => {
    clearTimeout(timer);
    for (const one of signals) one.removeEventListener('abort', onAbort);
  };
  end.signal.addEventListener('abort', release, { once: true });
  for (const one of signals) {
    if (one.aborted) end.abort(one.reason);
    else one.addEventListener('abort', onAbort, { once: true });
  }
  return { signal: end.signal, release };
}

/** Whether the work was done within so many milliseconds; it goes on if it was not. @throws what the work throws in that time. */
export async function settlesWithin(maxMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((settle) => (timer = setTimeout(() => settle(false), maxMs)));
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** Runs one piece of work after the other, in the order they came, whether the one before succeeded or not. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    // A failure is reported to its own caller only.
    last = done.catch(() => undefined);
    return done;
  };
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resume) => setTimeout(resume, milliseconds));
}
