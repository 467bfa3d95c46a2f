import { readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Whether the process runs. One that has died and was not counted yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // Gone between the two questions, or there is no /proc on this platform.
    return process.platform !== 'linux';
  }
}

/** Waits for it, and says whether it came true. The limit ends a hang; no machine is so slow. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + 30_000;
  // What was seen once counts: it may be over a moment later.
  while (!(await isTrue())) {
    if (performance.now() >= deadline) return false;
    await setTimeout(1);
  }
  return true;
}

/** A process that was killed takes a moment to die. */
export async function isGone(pid: number): Promise<boolean> {
  return until(() => !isAlive(pid));
}

/**
 * Lets time pass, where what is tested reads a clock that no test can set. At least so much passes on any machine; never a wait for
 * something to happen, which is what {@link until} is for.
 */
export async function timePassed(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) await setTimeout(Math.ceil(end - performance.now()));
}

/** Removes a home in which a program that is ending may still keep its compiled code: that makes the directory not empty for a moment. */
export function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
