import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { histories, play, type Played } from '../../test/snapshots/faults/rules-history.ts';

export interface LawReport {
  readonly seed: number;
  readonly histories: number;
  readonly played: Played;
  /** Each with the smallest history that breaks the law. */
  readonly violations: readonly string[];
}

/** Plays random histories below a directory. At the first violation it ends, since shrinking it plays many more. */
export async function run(runs: number, seed: number, directory: string): Promise<LawReport> {
  const played: Played = { restores: 0, deleted: 0, named: 0, exact: 0 };
  let round = 0;
  const checked = await fc.check(
    fc.asyncProperty(histories, async (history) => {
      round += 1;
      const base = join(directory, String(round));
      try {
        await play(history, base, played);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    }),
    { numRuns: runs, seed },
  );
  const { counterexample, counterexamplePath, errorInstance, failed, numRuns } = checked;
  const violation = `${String(errorInstance)}\n${JSON.stringify(counterexample)}\npath ${counterexamplePath ?? ''}`;
  return { seed, histories: numRuns, played, violations: failed ? [violation] : [] };
}
