const [shortestMs, longestMs] = [1_000, 30_000];

/** Waits longer each time, and never as long as another shim that lost the same server. */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.min(longestMs, shortestMs * 2 ** failures) * (0.5 + random());
}

/**
 * How long to wait before a stream is asked for again. A server may ask for more time, and never for less than a second; while its streams bring no
 * message, the pause grows whatever it asks for.
 * @param askedMs the field "retry" of the stream. https://html.spec.whatwg.org/multipage/server-sent-events.html#concept-event-stream-reconnection-time
 * @param barren how many streams in a row brought no message.
 */
export function retryPause(askedMs: number | undefined, barren: number, random?: () => number): number {
  const own = barren === 0 && askedMs !== undefined ? shortestMs : Math.max(shortestMs, backoff(barren, random));
  return Math.max(own, askedMs ?? 0);
}

/** Waits, at most until the signal fires. */
export async function pauseUntil(ms: number, signal: Pick<AbortSignal, 'addEventListener' | 'removeEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms).unref();
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
