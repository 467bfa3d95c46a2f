import { describe, expect, it } from 'vitest';
import { sharedWork } from '../../src/history/commit-window.ts';

function work() {
  let finish = (_value: string): void => undefined;
  let signal: AbortSignal | undefined;
  const shared = sharedWork((stop) => {
    signal = stop;
    return new Promise<string>((settle) => (finish = settle));
  });
  return { shared, finish: (value: string) => finish(value), isStopped: () => signal?.aborted === true };
}

describe('sharedWork', () => {
  it('gives everybody what comes of it', async () => {
    const { shared, finish } = work();
    const [one, other] = [shared.join(undefined), shared.join(new AbortController().signal)];
    expect(shared.isOver()).toBe(false);
    finish('done');
    expect(await Promise.all([one, other])).toEqual(['done', 'done']);
    expect(shared.isOver()).toBe(true);
  });

  it('goes on for the others when one withdraws, and stops with the last', async () => {
    const { shared, isStopped } = work();
    const [first, second] = [new AbortController(), new AbortController()];
    const [one, other] = [shared.join(first.signal), shared.join(second.signal)];
    first.abort();
    expect(await one).toBeUndefined();
    expect(isStopped()).toBe(false);
    second.abort();
    expect(await other).toBeUndefined();
    expect(isStopped()).toBe(true);
    expect(shared.isOver()).toBe(true);
    expect(await shared.join(AbortSignal.abort())).toBeUndefined();
  });
});
