import { directoryOf, type WorkspacePath } from '../../workspace/index.ts';
import { isOfTests } from './file-kinds.ts';
import type { LikeSubjects } from './like-subjects.ts';
import { FileSums, type PastIndex } from './past-index.ts';

/** Added to the commits of a file, so that one commit of one does not make a pair certain. */
const smoothing = 3;
const directorySmoothing = 5;
const likeSmoothing = 0.3;

/** A pair of files, by the commits of the given one. */
export interface Pair {
  readonly goesWith: WorkspacePath;
  readonly together: number;
  readonly of: number;
}

/** What changed together with the given files says about others. */
export interface Together {
  /** How certain a file is by all given ones together, 0 to 1. */
  readonly certainty: ReadonlyMap<WorkspacePath, number>;
  /** The same where the subjects were like the text. */
  readonly whereLike: ReadonlyMap<WorkspacePath, number>;
  /** Share of a file in the commits of the directories of the given files. */
  readonly directory: ReadonlyMap<WorkspacePath, number>;
  /** The strongest pair of each file. */
  readonly pairs: ReadonlyMap<WorkspacePath, Pair>;
}

/** What changed in the commits of the given files. */
export function changedTogether(index: PastIndex, given: readonly WorkspacePath[], { like }: LikeSubjects): Together {
  const certainty = new Map<WorkspacePath, number>();
  const pairs = new Map<WorkspacePath, Pair & { readonly share: number }>();
  const whereLike = new Map<WorkspacePath, number>();
  const likeness = new Map(like);
  let likeTotal = likeSmoothing;
  for (const goesWith of given) {
    let weightOf = smoothing;
    const commits = index.byFile.get(goesWith) ?? [];
    const each = new Map<WorkspacePath, { weight: number; together: number }>();
    for (const at of commits) {
      const { files = [], weight = 0 } = index.commits[at] ?? {};
      const likeWeight = (likeness.get(at) ?? 0) * weight;
      weightOf += weight;
      likeTotal += likeWeight;
      for (const file of files) {
        const known = each.get(file) ?? { weight: 0, together: 0 };
        each.set(file, { weight: known.weight + weight, together: known.together + 1 });
        if (likeWeight > 0) whereLike.set(file, (whereLike.get(file) ?? 0) + likeWeight);
      }
    }
    for (const [file, { together, weight }] of each) {
      const share = weight / weightOf;
      certainty.set(file, 1 - (1 - (certainty.get(file) ?? 0)) * (1 - share));
      if (share > (pairs.get(file)?.share ?? 0)) pairs.set(file, { goesWith, together, of: commits.length, share });
    }
  }
  for (const [file, sum] of whereLike) whereLike.set(file, sum / likeTotal);
  return { certainty, whereLike, directory: directoryShares(index, given), pairs };
}

const placesOf = new WeakMap<PastIndex, readonly string[]>();

function placeOf(file: WorkspacePath): string {
  return `${directoryOf(file)}|${isOfTests(file) ? 'test' : ''}`;
}

function directoryShares(index: PastIndex, given: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, number> {
  const places = placesOf.get(index) ?? index.names.map(placeOf);
  placesOf.set(index, places);
  const wanted = new Set(given.map(placeOf));
  const isIn = places.map((place) => wanted.has(place));
  const sums = new FileSums(index);
  let total = directorySmoothing;
  for (const commit of index.commits) {
    if (!commit.numbers.some((file) => isIn[file])) continue;
    total += commit.weight;
    sums.add(commit, commit.weight);
  }
  return sums.shares(total);
}
