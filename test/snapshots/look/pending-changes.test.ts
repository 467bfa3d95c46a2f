import { describe, expect, it } from 'vitest';
import { addChange, maxPendingChanges, noPendingChanges, setWatched, takeChanges } from '../../../src/snapshots/look/present-tree.ts';

/** Watched, and walked as a whole just now. */
function watched() {
  const pending = noPendingChanges();
  setWatched(pending, true);
  takeChanges(pending, 0);
  pending.walkedAt = 0;
  return pending;
}

describe('pending changes', () => {
  it('are not known before anybody watches: the whole tree is walked', () => {
    const pending = noPendingChanges();
    addChange(pending, 'a');
    expect(takeChanges(pending, 0)).toBeUndefined();
  });

  it('are those that were reported since the last look', () => {
    const pending = watched();
    addChange(pending, 'a');
    addChange(pending, 'b');
    addChange(pending, 'a');
    expect(takeChanges(pending, 1)).toEqual(new Set(['a', 'b']));
    expect(takeChanges(pending, 2)).toEqual(new Set());
  });

  it.each([
    ['the watcher does not know what changed', (pending: ReturnType<typeof watched>) => addChange(pending, undefined)],
    ['the watch ended', (pending: ReturnType<typeof watched>) => setWatched(pending, false)],
    ['a new watch began', (pending: ReturnType<typeof watched>) => setWatched(pending, true)],
  ])('are not known when %s', (_, happens) => {
    const pending = watched();
    addChange(pending, 'a');
    happens(pending);
    addChange(pending, 'b');
    expect(takeChanges(pending, 1)).toBeUndefined();
  });

  it(`are not known when there are more than ${maxPendingChanges}`, () => {
    const pending = watched();
    for (let i = 0; i < maxPendingChanges; i += 1) addChange(pending, `${i}`);
    expect(pending.paths?.size).toBe(maxPendingChanges);
    addChange(pending, 'one more');
    expect(takeChanges(pending, 1)).toBeUndefined();
    addChange(pending, 'a');
    expect(takeChanges(pending, 2)).toEqual(new Set(['a']));
  });

  it('are not enough when the last walk of the whole tree was ten minutes ago', () => {
    const pending = watched();
    addChange(pending, 'a');
    expect(takeChanges(pending, 600_000)).toBeUndefined();
  });
});
