import type { RemoteError } from '../rpc/frame.ts';

/** The daemon did not do the work: there is none, the connection was lost, or it is late. The caller does the work itself. */
export class DaemonUnavailable extends Error {
  readonly kind: 'absent' | 'lost' | 'late' | 'refused';
  /** What the daemon answered, where it did. */
  readonly answer: RemoteError | undefined;

  constructor(kind: DaemonUnavailable['kind'], reason: string, answer?: RemoteError) {
    super(reason);
    this.name = 'DaemonUnavailable';
    this.kind = kind;
    this.answer = answer;
  }
}
