import { nodeFileCalls } from '../file-calls.ts';
import { abandonLocksOf } from '../locks/lock.ts';
import { ownRun } from '../programs/process-run.ts';
import type { System } from '../system.ts';

/**
 * Leaves the locks that a thread of this process still held as those of a dead owner. The thread has ended, and other processes cannot see that: its process
 * lives on. @param thread as {@link ProcessRun.thread}.
 */
export async function releaseLocksOf(system: System, thread: string): Promise<void> {
  await abandonLocksOf({ system, run: ownRun(system.platform), calls: nodeFileCalls, patienceMs: 0 }, thread);
}
