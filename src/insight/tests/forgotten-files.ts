import type { CommitWindow } from '../../history/index.ts';
import { cleanLine, cut } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { subjectWords, testNameOf } from '../../workspace/packages/index.ts';
import { type PastIndex, pastIndexOf } from '../files/past-index.ts';
import type { Needed } from '../forecast.ts';

/**
 * The weights of a logistic regression, and from which score a file is called forgotten. Chosen on the tuning half of the public repositories, with one
 * file of each past commit hidden; docs/decisions.md says how. At least two of three must be right.
 */
export const forgottenModel = {
  bias: -4.6,
  share: 0.83,
  like: 0.93,
  leastLike: 2.7,
  with: 1.23,
  isTest: 0.45,
  namesake: 0.76,
  count: 1.76,
  least: 0.6,
};

/** Only the newest commits of a file say what goes with it today. */
const maxCommits = 20;
/** Of so many each commits are compared with the change. */
const maxCompared = 200;
const minTogether = 3;
const minShare = 0.3;
/** A commit with at least this part of its files in common with the change is like it. */
const minLike = 0.5;

interface Candidate {
  /** Of the changed files those that it changed with, and how often at least. */
  readonly with: number;
  readonly share: number;
  readonly together: number;
  readonly text: string;
}

/**
 * Files that changed with most changes like this one and are not among the changed, most certain first. The score is how often a file with such
 * evidence belonged to a past commit from which it was missing.
 */
export function forgottenIn(window: CommitWindow, changed: readonly WorkspacePath[], least = forgottenModel.least): readonly Needed[] {
  const past = pastIndexOf(window);
  const given = [...new Set(changed)];
  const near = sharedWith(past, given);
  const names = new Set(given.map(nameOf));
  const found = [...candidatesOf(past, given)].flatMap(([file, candidate]): readonly Needed[] => {
    const { leastLike, like } = likeness(past, { near, given: given.length }, file);
    const model = forgottenModel;
    const sum =
      model.bias +
      model.share * candidate.share +
      model.like * like +
      model.leastLike * leastLike +
      model.with * (candidate.with / given.length) +
      (testNameOf(file) === undefined ? 0 : model.isTest) +
      (names.has(nameOf(file)) ? model.namesake : 0) +
      (model.count * Math.log(candidate.together)) / 4;
    const score = 1 / (1 + Math.exp(-sum));
    return score < least ? [] : [{ file, score, reasons: [{ kind: 'together', text: candidate.text }] }];
  });
  return found.toSorted((one, other) => other.score - one.score || (one.file < other.file ? -1 : 1));
}

/** Files that changed in several of the newest commits of a changed file. */
function candidatesOf(past: PastIndex, given: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, Candidate> {
  const isGiven = new Set(given);
  const found = new Map<WorkspacePath, Candidate>();
  for (const file of given) {
    const commits = (past.byFile.get(file) ?? []).slice(0, maxCommits).flatMap((at) => past.commits[at] ?? []);
    const counts = new Map<WorkspacePath, number>();
    for (const { files } of commits) for (const other of files) if (!isGiven.has(other)) counts.set(other, (counts.get(other) ?? 0) + 1);
    for (const [other, together] of counts) {
      if (together < minTogether) continue;
      const share = lowerBound(together, commits.length);
      const known = found.get(other);
      const of = commits.length === maxCommits ? `last ${maxCommits}` : `${commits.length}`;
      const text = `changed in ${together} of the ${of} commits of ${cut(cleanLine(file), 200)}`;
      found.set(other, {
        with: (known?.with ?? 0) + 1,
        share: Math.max(share, known?.share ?? 0),
        together: Math.max(together, known?.together ?? 0),
        text: known !== undefined && known.share >= share ? known.text : text,
      });
    }
  }
  return new Map([...found].filter(([, { share }]) => share >= minShare));
}

/** How many of the changed files each past commit has. */
function sharedWith(past: PastIndex, given: readonly WorkspacePath[]): ReadonlyMap<number, number> {
  const near = new Map<number, number>();
  for (const file of given) for (const at of (past.byFile.get(file) ?? []).slice(0, maxCompared)) near.set(at, (near.get(at) ?? 0) + 1);
  return near;
}

/** In which part of the commits like the change a file changed too, and how little it may be where these are few. */
function likeness(
  past: PastIndex,
  { given, near }: { readonly near: ReadonlyMap<number, number>; readonly given: number },
  file: WorkspacePath,
): { readonly like: number; readonly leastLike: number } {
  const sum = { all: 0, having: 0, count: 0, countHaving: 0 };
  for (const [at, shared] of near) {
    const commit = past.commits[at];
    if (commit === undefined) continue;
    const has = commit.files.includes(file);
    // The file itself says nothing of how alike they are.
    const common = shared / (commit.files.length - (has ? 1 : 0) + given - shared);
    const weight = common ** 2 * commit.weight;
    sum.all += weight;
    if (has) sum.having += weight;
    if (common < minLike) continue;
    sum.count += 1;
    if (has) sum.countHaving += 1;
  }
  return { like: sum.all === 0 ? 0 : sum.having / sum.all, leastLike: lowerBound(sum.countHaving, sum.count) };
}

function nameOf(file: WorkspacePath): string {
  return (testNameOf(file)?.words ?? subjectWords(file)).join(' ');
}

/** What a share is at least, with few commits seen: Wilson's score at one standard deviation. */
function lowerBound(part: number, of: number): number {
  if (of === 0) return 0;
  const share = part / of;
  return (share + 1 / (2 * of) - Math.sqrt((share * (1 - share)) / of + 1 / (4 * of ** 2))) / (1 + 1 / of);
}
