import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/system/index.ts';

setFlagsFromString('--expose-gc');
// `gc` is made where it is next looked for.
const collectGarbage: () => void = runInNewContext('gc');

describe('a time limit', () => {
  it('fires when the time is up, also when garbage was collected before', async () => {
    const { signal } = timeLimit(60, new AbortController().signal, undefined);
    const fired = new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
    collectGarbage();
    await setImmediate();
    collectGarbage();
    expect(await fired).toMatchObject({ name: 'TimeoutError' });
  });

  it('fires with another signal, with its reason, also when that fired before', () => {
    const other = new AbortController();
    const later = timeLimit(60_000, undefined, other.signal);
    expect(later.signal.aborted).toBe(false);
    other.abort('enough');
    expect(later.signal.reason).toBe('enough');
    expect(timeLimit(60_000, other.signal).signal.reason).toBe('enough');
  });

  it('fires no more when it was released', () => {
    const other = new AbortController();
    const { signal, release } = timeLimit(60_000, other.signal);
    release();
    other.abort();
    expect(signal.aborted).toBe(false);
  });
});
