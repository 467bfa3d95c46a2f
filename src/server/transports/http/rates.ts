/** A token bucket: this many requests at once, and then so many a second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** More than any assistant asks for, and less than a loop without a pause. */
export const defaultRate: Rate = { burst: 400, perSecond: 100 };

export interface Rates {
  /** @returns 0 when the request may be answered, else the seconds to wait. */
  take(id: string, rate: Rate): number;
}

/** @param now milliseconds of a clock that is never set back. */
export function rates(now: () => number = () => performance.now()): Rates {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take(id, { burst, perSecond }) {
      const at = now();
      const bucket = buckets.get(id) ?? { level: burst, at };
      bucket.level = Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond);
      bucket.at = at;
      // Put last, so that the first one is the one longest without a request.
      buckets.delete(id);
      buckets.set(id, bucket);
      if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? id);
      if (bucket.level < 1) return Math.max(1, Math.ceil((1 - bucket.level) / perSecond));
      bucket.level -= 1;
      return 0;
    },
  };
}

const maxBuckets = 1_000;
