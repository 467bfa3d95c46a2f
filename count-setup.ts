import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, expect } from 'vitest';
let calls = 0;
let tests = 0;
const cpu = () => {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const f = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return [((f[11] ?? 0) + (f[12] ?? 0)) / 100, ((f[13] ?? 0) + (f[14] ?? 0)) / 100];
};
const g = globalThis as { lastCpu?: number[]; lastUp?: number };
afterEach(() => {
  calls += expect.getState().assertionCalls;
  tests += 1;
});
afterAll(() => {
  const now = cpu();
  const last = g.lastCpu ?? [0, 0];
  g.lastCpu = now;
  const up = process.uptime() - (g.lastUp ?? 0);
  g.lastUp = process.uptime();
  appendFileSync(
    process.env['COUNT_FILE'] ?? '/dev/null',
    `${JSON.stringify({ file: expect.getState().testPath, calls, tests, pid: process.pid, up, own: now[0] - last[0], children: now[1] - last[1] })}\n`,
  );
});
