/** Watches a stream whose server sends something at regular intervals. */
export interface Watchdog {
  /** Bytes have come. */
  heard(): void;
  /** A comment has come, which servers send to keep a connection alive. */
  beat(): void;
  stop(): void;
}

/** Below this a pause is normal: a busy machine, a garbage collector. */
const minSilenceMs = 1_000;

/**
 * Calls `onSilent` once when nothing was heard for twice the longest interval between two comments. A server that sends no comments may be
 * silent as long as it likes, and so may one whose interval is not known yet.
 * @param isHeld while the stream is made to wait, its silence says nothing.
 */
export function watchdog(onSilent: () => void, isHeld: () => boolean, now: () => number, minMs = minSilenceMs): Watchdog {
  let last = now();
  let beatAt: number | undefined;
  let intervalMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (isHeld()) last = now();
    const waitMs = last + Math.max(2 * intervalMs, minMs) - now();
    if (waitMs <= 0) onSilent();
    else timer = setTimeout(look, waitMs).unref();
  };
  return {
    heard() {
      last = now();
    },
    beat() {
      last = now();
      intervalMs = Math.max(intervalMs, last - (beatAt ?? last));
      beatAt = last;
      // Comments in a row at the start of a stream are no interval.
      if (timer === undefined && intervalMs >= minMs) look();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
