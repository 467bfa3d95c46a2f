import { failureCode } from '../failures.ts';
import { isInOwnSpace, runHasEnded } from '../programs/process-run.ts';
import type { ProcessRun, System } from '../system.ts';
import { pause } from '../time-limit.ts';

/** How it went. `unknown`: it is not certain that the process is that run, so it was left alone. */
export type EndedRun = 'ended' | 'killed' | 'unknown' | 'lives';

/**
 * Ends one run of a process: asks it to end, and kills it when it does not. Only where it is certain that the number still means that run: its start
 * time is compared before each signal, and in another container the same number is another process.
 */
export async function endRun(platform: System['platform'], run: ProcessRun, graceMs: number): Promise<EndedRun> {
  if (await runHasEnded(platform, run)) return 'ended';
  if (run.start === '' || run.pid <= 1 || !isInOwnSpace(platform, run)) return 'unknown';
  if (!signalled(run.pid, 'SIGTERM')) return 'lives';
  if (await endsWithin(platform, run, graceMs)) return 'ended';
  if (!signalled(run.pid, 'SIGKILL')) return 'lives';
  return (await endsWithin(platform, run, Math.max(graceMs, 2_000))) ? 'killed' : 'lives';
}

/** Whether the run is over, at the latest after so many milliseconds. */
export async function endsWithin(platform: System['platform'], run: ProcessRun, maxMs: number): Promise<boolean> {
  const deadline = performance.now() + maxMs;
  while (!(await runHasEnded(platform, run))) {
    if (performance.now() >= deadline) return false;
    await pause(platform === 'linux' ? 10 : 100);
  }
  return true;
}

/** Whether there was such a process to send it to, and one that may be sent it. */
function signalled(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // It has just ended.
    return failureCode(error) === 'ESRCH';
  }
}
