import { SnapError, type SnapErrorCode } from '../../system/index.ts';
import type { Link } from '../client/index.ts';

/** The daemon answers a ping at once. One that says nothing for so long is hung, and its connection is dropped. */
const aliveMs = 100;
/** A little less than a tool may take. */
const maxMs = 45_000;

/** Failures of the work itself, which would be the same here. All others are the daemon's own: another disk, too few descriptors, another build. */
const ofTheWork: ReadonlySet<SnapErrorCode> = new Set(['usage', 'refused', 'read-only', 'link-loop']);

/** As {@link Assist.ask}, through one connection. */
export async function askDaemon(
  daemon: Pick<Link, 'call'>,
  root: string,
  piece: string,
  args: readonly unknown[],
  signal: AbortSignal | undefined,
): Promise<{ readonly answer: unknown } | undefined> {
  try {
    return { answer: await daemon.call('workspace.call', { root, call: piece, args }, { signal, maxMs, aliveMs }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SnapError && ofTheWork.has(error.code)) throw error;
    return undefined;
  }
}
