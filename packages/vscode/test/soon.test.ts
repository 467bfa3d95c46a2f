import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { soon } from '../src/soon.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('work follows when it is quiet, and does not wait for ever', () => {
  let done = 0;
  const later = soon(() => (done += 1), { quietMs: 50, lateMs: 500 });
  later.call();
  vi.advanceTimersByTime(49);
  later.call();
  vi.advanceTimersByTime(49);
  expect(done).toBe(0);
  vi.advanceTimersByTime(1);
  expect(done).toBe(1);
  // An event every 20 ms for ten seconds.
  for (let ms = 0; ms < 10_000; ms += 20) {
    later.call();
    vi.advanceTimersByTime(20);
  }
  expect(done).toBeGreaterThanOrEqual(1 + 19);
  expect(done).toBeLessThanOrEqual(1 + 21);
  later.call();
  later.dispose();
  vi.advanceTimersByTime(1_000);
  expect(done).toBeLessThanOrEqual(1 + 21);
});

it('work rests as long as it must', () => {
  let done = 0;
  const later = soon(() => (done += 1), { quietMs: 50, lateMs: 500, restMs: () => 2_000 });
  later.call();
  vi.advanceTimersByTime(1_999);
  expect(done).toBe(0);
  vi.advanceTimersByTime(1);
  expect(done).toBe(1);
});
