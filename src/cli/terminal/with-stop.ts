import { takeInterrupts } from '../../system/index.ts';
import { exit } from '../exit.ts';

export type Stoppable<T> = { readonly kind: 'done'; readonly value: T; readonly isStopped: boolean } | { readonly kind: 'nothing' };

/**
 * Runs work that Ctrl-C stops in an orderly way, so that the command can report its state; a second Ctrl-C ends the process at once.
 * @returns `nothing` when the work threw the signal's reason: it had not started. `isStopped`: it ended early.
 */
export async function withStop<T>(work: (signal: AbortSignal) => Promise<T>): Promise<Stoppable<T>> {
  const stop = new AbortController();
  const giveBack = takeInterrupts(() => {
    if (stop.signal.aborted) process.exit(exit.interrupted);
    stop.abort();
  });
  try {
    const value = await work(stop.signal);
    return { kind: 'done', value, isStopped: stop.signal.aborted };
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
    return { kind: 'nothing' };
  } finally {
    giveBack();
  }
}
