import { cancelMethod, errorCodes } from '../protocol.ts';
import { expectedError, notificationLine, requestLine, type Frame, type RemoteError } from '../rpc/frame.ts';

export interface CallOptions {
  /** Cancels the call, and tells the daemon. The call rejects with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects with {@link DaemonUnavailable} after so many milliseconds. */
  readonly maxMs?: number | undefined;
  /**
   * Gives the call up when the daemon has said nothing at all for so many milliseconds after it, not even to a ping. It hangs then, and the connection
   * is dropped with all its calls, unless one of them waits for longer.
   */
  readonly aliveMs?: number | undefined;
}

/** The requests of one connection that wait for an answer. */
export interface Calls {
  readonly count: number;
  call(method: string, params: object, options: CallOptions): Promise<unknown>;
  /** An answer has come. */
  take(frame: Extract<Frame, { kind: 'result' | 'error' }>): void;
  /** The daemon does not accept this client: all calls fail with its error. */
  refuse(error: RemoteError): void;
  /** A message has come, so the daemon does not hang. */
  heard(): void;
  /** The connection has ended: all calls fail. */
  fail(reason: string): void;
}

interface Waiting {
  readonly aliveMs: number;
  settle(result: unknown): void;
  fail(error: unknown): void;
}

/**
 * @param send one line to the daemon.
 * @param onSilent the daemon does not answer: the connection is to be dropped.
 * @param onCount how many calls wait now.
 */
export function openCalls(send: (line: string) => void, onSilent: () => void, onCount: (count: number) => void): Calls {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let failure: string | undefined;
  /** Messages that have come. */
  let heard = 0;

  const request = (method: string, params: object): number => {
    lastId += 1;
    send(requestLine(lastId, method, params));
    return lastId;
  };
  return {
    get count() {
      return waiting.size;
    },
    heard: () => void (heard += 1),
    call(method, params, options) {
      if (failure !== undefined) return Promise.reject(new DaemonUnavailable('lost', failure));
      return new Promise((resolve, reject) => {
        if (options.signal?.aborted === true) return reject(asError(options.signal.reason));
        const id = request(method, params);
        const giveUp = (error: unknown): void => {
          // It may have been answered meanwhile.
          if (!waiting.has(id)) return;
          send(notificationLine(cancelMethod, { id }));
          fail(error);
        };
        const { aliveMs = 0 } = options;
        const silent = (): void => {
          if (![...waiting.values()].some((one) => one.aliveMs > aliveMs)) onSilent();
          else giveUp(new DaemonUnavailable('late', `the daemon said nothing for ${aliveMs} ms`));
        };
        const releases = [
          limitTime(method, options, giveUp),
          watchSilence(options.aliveMs, { heard: () => heard, ask: () => request('ping', {}), onSilent: silent }),
        ];
        const done = (): void => {
          for (const release of releases) release();
          waiting.delete(id);
          onCount(waiting.size);
        };
        const fail = (error: unknown): void => {
          done();
          reject(error);
        };
        waiting.set(id, { aliveMs, settle: (result) => (done(), resolve(result)), fail });
        onCount(waiting.size);
      });
    },
    take(frame) {
      const one = typeof frame.id === 'number' ? waiting.get(frame.id) : undefined;
      if (frame.kind === 'result') one?.settle(frame.result);
      else one?.fail(failureOf(frame.error));
    },
    refuse(error) {
      for (const one of waiting.values()) one.fail(failureOf(error));
    },
    fail(reason) {
      failure = reason;
      for (const one of waiting.values()) one.fail(new DaemonUnavailable('lost', reason));
    },
  };
}

/** Gives the call up when it is cancelled or its time is over. @returns a function that ends the limit. */
function limitTime(method: string, { maxMs, signal }: CallOptions, giveUp: (error: unknown) => void): () => void {
  const onAbort = (): void => giveUp(asError(signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  const onLate = (): void => giveUp(new DaemonUnavailable('late', `the daemon did not answer ${method} within ${maxMs} ms`));
  // This process may have been busy: an answer that waits, or the end of the connection, is read first.
  const timer = maxMs === undefined ? undefined : setTimeout(() => setImmediate(onLate), maxMs).unref();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

/** Asks and then reports when no message comes in time. @returns a function that ends the watch. */
function watchSilence(
  aliveMs: number | undefined,
  { heard, ask, onSilent }: { heard(): number; ask(): void; onSilent(): void },
): () => void {
  if (aliveMs === undefined) return () => undefined;
  const before = heard();
  let timer = setTimeout(() => {
    // The content of the answer does not matter: any message shows that the daemon does not hang.
    if (heard() === before) ask();
    // Counted from the question: where this process was late to ask, the daemon still has its time to answer.
    timer = setTimeout(() => {
      // This process may have been busy: messages that wait are read first.
      setImmediate(() => {
        if (heard() === before) onSilent();
      });
    }, aliveMs / 2).unref();
  }, aliveMs / 2).unref();
  return () => clearTimeout(timer);
}

/** A `SnapError` of the daemon stays one; every other error is `DaemonUnavailable`, and the caller does the work itself. */
function failureOf(error: RemoteError): Error {
  const expected = expectedError(error);
  if (expected !== undefined) return expected;
  const words: Readonly<Record<number, string>> = {
    [errorCodes.busy]: 'the daemon is busy',
    [errorCodes.ending]: 'the daemon is ending',
    [errorCodes.unknownMethod]: 'the daemon does not know this call: it is of another build',
  };
  return new DaemonUnavailable('refused', words[error.code] ?? `the daemon failed (${error.code})`, error);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('The call was cancelled.', 'AbortError');
}

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
