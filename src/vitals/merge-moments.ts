import type { WorkspacePath } from '../workspace/index.ts';
import type { Moment } from './pulse.ts';

// A change that was reported and observed within this time is one change.
const sameChangeMs = 2_000;

/** The reported changes, and the observed ones that were not reported. */
export function mergeMoments(reported: readonly Moment[], observed: readonly Moment[]): readonly Moment[] {
  const byPath = new Map<WorkspacePath, Moment[]>();
  for (const moment of reported) byPath.set(moment.path, [...(byPath.get(moment.path) ?? []), moment]);
  const isReported = ({ path, atMs }: Moment) => byPath.get(path)?.some((one) => Math.abs(one.atMs - atMs) <= sameChangeMs) === true;
  return [...reported, ...observed.filter((moment) => !isReported(moment))];
}
