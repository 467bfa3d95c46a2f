import type { DaemonStatus } from '../core.ts';
import type { HttpFact } from '../gates/facts.ts';

/** What the daemon says of its address, for the gate. */
export function httpFactOf({ state, port, reason }: Pick<DaemonStatus['http'], 'state' | 'port' | 'reason'>): HttpFact {
  if (state === 'listening' && port !== undefined) return { kind: 'listening', port };
  return state === 'refused' ? { kind: 'refused', reason: reason ?? 'its port cannot be used' } : { kind: 'unknown' };
}
