import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../support/storm.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { histories, play, type Played } from './rules-history.ts';

it('no restore deletes what the snapshot could not have held, and each path that stays or goes is named, whatever became of the rules', async () => {
  const home = temporaryHome({ inMemory: true });
  const played: Played = { restores: 0, deleted: 0, named: 0, exact: 0 };
  let round = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      round += 1;
      const base = home.at(String(round));
      try {
        await play(history, base, played);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    }),
    // What is counted below is the same in every run.
    { numRuns: rounds(60), seed: 26 },
  );
  expect(played.restores).toBeGreaterThan(0);
});
