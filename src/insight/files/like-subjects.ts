import type { WorkspacePath } from '../../workspace/index.ts';
import { FileSums, type PastIndex, rarity } from './past-index.ts';

/** Commits that are less alike are not counted. */
const maxLike = 300;
/** The share of a file is taken of this many of them. */
const maxShare = 100;
/** How many of the most like commits a reason counts. */
const maxSaid = 10;
const minSaid = 0.15;

/** What past commits whose subjects are like the text say about files. */
export interface LikeSubjects {
  /** Commits by their likeness to the text (0 to 1), the most like first. */
  readonly like: readonly (readonly [commit: number, likeness: number])[];
  /** Likeness summed over the commits of a file. */
  readonly sums: ReadonlyMap<WorkspacePath, number>;
  /** Share of a file in the commits that are most like. */
  readonly shares: ReadonlyMap<WorkspacePath, number>;
  /** How often a file was changed where the words were said, for all words of the text. */
  readonly words: ReadonlyMap<WorkspacePath, number>;
  /** Commits with a like subject that the reason counts. */
  readonly said: readonly number[];
}

/** The commits whose subjects share words with the text, and what they say about files. */
export function likeSubjects(index: PastIndex, words: readonly string[]): LikeSubjects {
  const like = likeCommits(index, words);
  const sums = new Map<WorkspacePath, number>();
  const shares = new Map<WorkspacePath, number>();
  let total = 0.3;
  for (const [rank, [at, likeness]] of like.entries()) {
    const { files, weight } = commitAt(index, at);
    const part = (likeness ** 2 * weight) / Math.sqrt(files.length);
    const share = likeness ** 3 * weight;
    if (rank < maxShare) total += share;
    for (const file of files) {
      sums.set(file, (sums.get(file) ?? 0) + part);
      if (rank < maxShare) shares.set(file, (shares.get(file) ?? 0) + share);
    }
  }
  for (const [file, share] of shares) shares.set(file, share / total);
  const said = like.slice(0, maxSaid).flatMap(([at, likeness]) => (likeness >= minSaid ? [at] : []));
  return { like, sums, shares, words: wordShares(index, words), said };
}

function commitAt(index: PastIndex, at: number): PastIndex['commits'][number] {
  const commit = index.commits[at];
  if (commit === undefined) throw new RangeError('no such commit');
  return commit;
}

/** The cosine of the words, weighted by their rarity. */
function likeCommits(index: PastIndex, words: readonly string[]): LikeSubjects['like'] {
  const all = index.commits.length;
  const weightOf = (word: string): number => rarity(index.byWord.get(word)?.length ?? 0, all) ** 2;
  const shared = new Map<number, number>();
  let own = 0;
  for (const word of words) {
    const weight = weightOf(word);
    own += weight;
    for (const at of index.byWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + weight);
  }
  const like: [number, number][] = [];
  for (const [at, weight] of shared) {
    like.push([at, weight / Math.sqrt(own * commitAt(index, at).norm)]);
  }
  return like.toSorted(([one, a], [other, b]) => b - a || one - other).slice(0, maxLike);
}

/** Of all commits that say a word, those that changed the file; the mean over the words, by their rarity. */
function wordShares(index: PastIndex, words: readonly string[]): ReadonlyMap<WorkspacePath, number> {
  const [shares, each] = [new FileSums(index), new FileSums(index)];
  let total = 0;
  for (const word of words) {
    const commits = index.byWord.get(word) ?? [];
    const weight = rarity(commits.length, index.commits.length);
    total += weight;
    let of = 2;
    for (const at of commits) {
      const commit = commitAt(index, at);
      of += commit.weight;
      each.add(commit, commit.weight);
    }
    for (const [file, sum] of each.take()) shares.addTo(file, (weight * sum) / of);
  }
  return shares.shares(total > 0 ? total : 1);
}
