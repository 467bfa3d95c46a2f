import type { Severity } from '../diagnostic.ts';
import type { EntryFacts } from '../setup.ts';

const order: readonly Severity[] = ['info', 'warning', 'error'];

/**
 * How grave a problem of one entry is: of one that is switched off, information; of one that another file overrides, or of a client
 * known from reports alone, at most a warning.
 */
export function entrySeverity({ client, entry, isEffective }: EntryFacts, wanted: Severity): Severity {
  if (!entry.enabled) return 'info';
  return isEffective && client.secondHand === undefined ? wanted : atMost(wanted, 'warning');
}

/** The milder of the two. */
export function atMost(wanted: Severity, most: Severity): Severity {
  return order[Math.min(order.indexOf(wanted), order.indexOf(most))] ?? most;
}
