/**
 * Milliseconds of processor time that the work takes in this process: other work of the machine does not count. A bound on it is many times what the
 * work takes, and far below what it would take in quadratic time.
 */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

/** As {@link cpuTime}, for work that waits. */
export async function cpuTimeUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
