import { protocol } from '../protocol.ts';
import type { Met } from './link.ts';

/** Why there is no connection, as a sentence without its full stop. */
export function reasonOf(met: Exclude<Met, { kind: 'ready' }>): string {
  switch (met.kind) {
    case 'absent':
      return 'no daemon is running';
    case 'silent':
      return 'the daemon does not answer';
    case 'other-protocol':
      return `the daemon speaks another protocol: it has ${met.theirs}, this program has ${protocol}`;
    case 'refused':
      return met.reason;
    case 'unsafe':
      return `the socket of the daemon ${met.reason}`;
    case 'failed':
      return `the daemon cannot be reached: ${met.reason}`;
    default:
      return met satisfies never;
  }
}
