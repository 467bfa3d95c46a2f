import type { Needed } from '../forecast/index.ts';

/** As a share of the chance of the first. */
const minOfFirst = 0.5;

/** Without the files that are far less certain than the first: they are noise beside it. */
export function worthNaming(files: readonly Needed[]): readonly Needed[] {
  const least = minOfFirst * (files[0]?.score ?? 0);
  return files.filter(({ score }) => score >= least);
}
