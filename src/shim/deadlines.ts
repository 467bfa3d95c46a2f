import { deadlineFault, type Fault, type Place, silentFault } from './faults.ts';
import type { Pending } from './pending.ts';

export interface DeadlineOptions {
  /** How long nothing may be heard about a request. */
  readonly maxSilentMs?: number | undefined;
  /** The same for `initialize`; asked for once one has waited for a while. */
  readonly maxOpeningMs?: (() => Promise<number>) | undefined;
  /** How often it is looked. */
  readonly lookMs?: number | undefined;
}

const defaultSilentMs = 10 * 60_000;
/** An assistant that starts waits for this answer before it does anything else. */
const defaultOpeningMs = 60_000;

/** @returns why a request is waited for no longer; `undefined` while it is. */
export function deadlines(
  place: Place,
  { maxSilentMs = defaultSilentMs, maxOpeningMs = async () => defaultOpeningMs }: DeadlineOptions,
): (pending: Pending, now: number) => Fault | undefined {
  /** Infinite until it is known. */
  let openingMs: number | undefined;
  const learn = (): number => {
    maxOpeningMs().then(
      (ms) => (openingMs = ms),
      // Settings that cannot be read.
      () => (openingMs = defaultOpeningMs),
    );
    return Infinity;
  };
  return ({ heard, method }, now) => {
    const isOpening = method === 'initialize';
    const maxMs = Math.min(maxSilentMs, isOpening ? (openingMs ??= learn()) : Infinity);
    if (now - heard < maxMs) return undefined;
    return (isOpening ? silentFault : deadlineFault)(place, Math.round(maxMs / 1000));
  };
}
