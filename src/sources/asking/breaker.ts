import type { Failure } from '../connection/connection.ts';

/** Leaves a server alone that keeps failing, for a time that grows. */
export interface Breaker {
  /** Why it is not asked now. */
  paused(now: number): Failure | undefined;
  /** The last failure, until something worked. */
  failing(): Failure | undefined;
  worked(): void;
  failed(failure: Failure, now: number): void;
}

const allowedFailures = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
/** What the services themselves count in. */
const limitPauseMs = 60_000;

/** For one server, which has not failed yet. */
export function openBreaker(): Breaker {
  let failures = 0;
  let last: Failure | undefined;
  let until = 0;
  return {
    paused(now) {
      if (now >= until || last === undefined) return undefined;
      const seconds = Math.ceil((until - now) / 1000);
      if (last.state === 'limited') return last;
      return { state: 'paused', why: `failed ${failures} times and is left alone for ${seconds} seconds. The last time it ${last.why}` };
    },
    failing: () => last,
    worked() {
      failures = 0;
      last = undefined;
      until = 0;
    },
    failed(failure, now) {
      failures += 1;
      last = failure;
      if (failure.state === 'limited') until = now + limitPauseMs;
      else if (failures >= allowedFailures) until = now + Math.min(firstPauseMs * 2 ** (failures - allowedFailures), longestPauseMs);
    },
  };
}
