import type { Severity } from './diagnostic.ts';
import type { EntryFacts } from './setup.ts';

/** From the lowest to the highest. */
const order: readonly Severity[] = ['info', 'warning', 'error'];

/**
 * The severity of a problem of one entry: information when it is switched off; at most a warning when another file overrides it.
 */
export function entrySeverity({ isEffective, isOn }: EntryFacts, wanted: Severity): Severity {
  if (!isOn) return 'info';
  return isEffective ? wanted : atMost(wanted, 'warning');
}

/** The lower severity of the two. */
export function atMost(wanted: Severity, max: Severity): Severity {
  return compareSeverity(wanted, max) < 0 ? wanted : max;
}

/** The higher severity of the two. */
export function higherSeverity(one: Severity, other: Severity): Severity {
  return compareSeverity(one, other) < 0 ? other : one;
}

/** For sorting, the lowest first: negative when the first is lower. */
export function compareSeverity(a: Severity, b: Severity): number {
  return order.indexOf(a) - order.indexOf(b);
}
