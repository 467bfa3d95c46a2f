import { describe, expect, it, onTestFinished } from 'vitest';
import { tries } from '../../src/observe/tries.ts';

describe('tries that no person asked for', () => {
  it('are made again after a pause, and end', async () => {
    let made = 0;
    const turns: (() => void)[] = [];
    const tried = tries(() => {
      made += 1;
      turns.shift()?.();
    }, [0, 0]);
    onTestFinished(() => tried.close());
    for (let turn = 1; turn <= 2; turn += 1) {
      const next = new Promise<void>((settle) => turns.push(settle));
      // The second one is of the same failure.
      expect([tried.failed(), tried.failed()]).toEqual([0, 0]);
      expect(tried.isDue).toBe(false);
      await keptAlive(next);
      expect(made).toBe(turn);
      expect(tried.isDue).toBe(true);
    }
    expect(tried.failed()).toBeUndefined();
    expect(tried.failures).toBe(3);
    expect(tried.isDue).toBe(false);
    // A person asks: all begins again.
    tried.reset();
    expect(tried.isDue).toBe(true);
    const next = new Promise<void>((settle) => turns.push(settle));
    tried.failed();
    await keptAlive(next);
    expect(made).toBe(3);
  });
});

/** Their timers keep no process alive. */
async function keptAlive(work: Promise<void>): Promise<void> {
  const timer = setInterval(() => undefined, 1_000);
  await work;
  clearInterval(timer);
}
