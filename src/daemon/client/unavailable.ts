import type { RemoteError } from '../rpc/frame.ts';

/** The daemon did not do what it was asked: there is none, it was lost, it is late. Whoever asked does the work itself. */
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
