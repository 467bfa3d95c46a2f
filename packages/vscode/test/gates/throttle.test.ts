import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { throttle, throttleMs, type Clock } from '../../src/gates/throttle.ts';

/** Time that passes when it is told to. */
function clockOfTest(): Clock & { pass(ms: number): void } {
  let now = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      waiting.push(one);
      return () => (waiting = waiting.filter((other) => other !== one));
    },
    pass(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), value: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * throttleMs }) }),
);

describe('throttle', () => {
  it('shows a change at once after a quiet time, and the last one always', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const clock = clockOfTest();
        const shown: { readonly value: number; readonly at: number }[] = [];
        const throttled = throttle<number>((value) => shown.push({ value, at: clock.now() }), Object.is, clock);
        let last: number | undefined;
        for (const each of steps) {
          if (each.kind === 'pass') {
            clock.pass(each.ms);
            continue;
          }
          const quiet = clock.now() - (shown.at(-1)?.at ?? -Infinity);
          throttled.set((last = each.value));
          if (quiet >= throttleMs) expect(shown.at(-1)?.value).toBe(each.value);
        }
        clock.pass(throttleMs);
        expect(shown.at(-1)?.value).toBe(last);
        for (const [i, { at, value }] of shown.entries()) {
          const before = shown[i - 1];
          if (before === undefined) continue;
          // No flicker: neither sooner, nor the same again.
          expect(at - before.at).toBeGreaterThanOrEqual(throttleMs);
          expect(value).not.toBe(before.value);
        }
      }),
    );
  });

  it('shows nothing after it was disposed of', () => {
    const clock = clockOfTest();
    const shown: number[] = [];
    const throttled = throttle<number>((value) => shown.push(value), Object.is, clock);
    throttled.set(1);
    throttled.set(2);
    throttled.dispose();
    clock.pass(throttleMs);
    expect(shown).toEqual([1]);
  });
});
