import { SnapError, type SnapErrorCode } from '../../system/index.ts';
import { DaemonUnavailable, type Link } from '../client/index.ts';

/** The daemon answers a ping at once. When nothing comes from it for this long, the work is done here, which is quicker than to wait. */
const usualAliveMs = 100;
/** For work that writes under a lock: a daemon that is only slow goes on with it, and this process would wait for the lock. */
const longAliveMs = 5_000;
/** The longest wait for an answer: a little less than a tool may take. */
const maxMs = 45_000;

/** Failures of the work itself: this process would fail in the same way. All other failures are the daemon's own, such as too few descriptors. */
const ofTheWork: ReadonlySet<SnapErrorCode> = new Set(['usage', 'refused', 'read-only', 'link-loop']);

export interface AskOptions {
  readonly signal: AbortSignal | undefined;
  /** As of {@link Assist.ask}. */
  readonly isLong?: boolean | undefined;
  /** Receives unexpected errors of this process. Those of the daemon are in its own log. */
  readonly onBug?: (error: unknown) => void;
  /** For a connection that is used for more than this work: how long the daemon may send nothing before the connection is dropped. */
  readonly aliveMs?: number;
}

/** As {@link Assist.ask}, through one connection. */
export async function askDaemon(
  daemon: Pick<Link, 'call'>,
  root: string,
  piece: string,
  args: readonly unknown[],
  { signal, isLong = false, onBug, aliveMs = isLong ? longAliveMs : usualAliveMs }: AskOptions,
): Promise<{ readonly answer: unknown } | undefined> {
  try {
    return { answer: await daemon.call('workspace.call', { root, call: piece, args }, { signal, maxMs, aliveMs }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SnapError && ofTheWork.has(error.code)) throw error;
    if (!(error instanceof SnapError || error instanceof DaemonUnavailable)) onBug?.(error);
    return undefined;
  }
}
