import type { WorkspacePath } from '../../workspace/index.ts';
import type { PresentFiles } from '../ground.ts';
import { isInLanguage } from '../code-files.ts';
import { isOfTests, subjectName } from './file-kinds.ts';
import { type LikeSubjects, likeSubjects } from './like-subjects.ts';
import type { PastIndex } from './past-index.ts';
import { likePaths, namedWhole, pathIndexOf } from './path-words.ts';
import { changedTogether, type Together } from './together.ts';
import { wordsOf } from './words.ts';

/** What speaks for a file, in figures. */
export const clueNames = [
  'likeSum',
  'likeRel',
  'likeRank',
  'likeShare',
  'wordShare',
  'wordRel',
  'path',
  'pathRel',
  'wholeName',
  'contents',
  'together',
  'togetherRel',
  'togetherLike',
  'directory',
  'namesake',
  'pathGiven',
  'churn',
  'churnRel',
  'isTest',
  'isCode',
] as const;

export type Clue = (typeof clueNames)[number];
export type Clues = Record<Clue, number>;

/** All that a ranking rests on; nothing else is read. */
export interface Material {
  readonly past: PastIndex;
  readonly present: PresentFiles;
  readonly text: string;
  readonly given: readonly WorkspacePath[];
  /** Rare names of the text, and the files that contain them. */
  readonly contents: ReadonlyMap<string, readonly WorkspacePath[]>;
}

export interface Found {
  readonly files: ReadonlyMap<WorkspacePath, Clues>;
  readonly like: LikeSubjects;
  readonly together: Together;
}

/** So many by each clue; those beyond are never among the first of all. */
const maxByClue = 40;
const maxByChurn = 10;
/** A commit this many commits ago counts half for how often a file changes of late. */
const churnHalfLife = 300;

/** The files that anything speaks for, and what does. */
export function cluesOf({ contents, given, past, present, text }: Material): Found {
  const words = wordsOf(text);
  const isGiven = new Set(given);
  const like = likeSubjects(past, words);
  const together = changedTogether(past, given, like);
  const paths = pathIndexOf(present);
  const byPath = likePaths(paths, words);
  const first = given[0];
  const byGivenPath = first === undefined ? new Map<WorkspacePath, number>() : likePaths(paths, wordsOf(first));
  const churn = churnOf(past);
  const files = new Map<WorkspacePath, Clues>();
  const at = (file: WorkspacePath): Clues => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const clues = { ...none };
    files.set(file, clues);
    return clues;
  };
  const isWanted = (file: WorkspacePath): boolean => !isGiven.has(file) && present.has(file);
  const take = (values: ReadonlyMap<WorkspacePath, number>, clue: Clue, max = maxByClue): readonly (readonly [WorkspacePath, number])[] => {
    const most = greatest(values, isWanted, max);
    for (const [file, value] of most) at(file)[clue] = value;
    return most;
  };
  const relative = (most: readonly (readonly [WorkspacePath, number])[], clue: Clue): void => {
    for (const [file, value] of most) at(file)[clue] = value / (most[0]?.[1] ?? 1);
  };
  const bySum = take(like.sums, 'likeSum');
  relative(bySum, 'likeRel');
  for (const [rank, [file]] of bySum.entries()) at(file).likeRank = 1 / (rank + 1);
  relative(take(like.words, 'wordShare'), 'wordRel');
  relative(take(together.certainty, 'together'), 'togetherRel');
  take(together.whereLike, 'togetherLike');
  relative(take(byPath, 'path'), 'pathRel');
  take(byGivenPath, 'pathGiven');
  take(together.directory, 'directory', 15);
  for (const names of contents.values())
    for (const file of names) if (isWanted(file)) at(file).contents = Math.min(1, at(file).contents + 1 / names.length);
  const subjects = new Set(given.flatMap((file) => subjectName(file) ?? []));
  if (subjects.size > 0) {
    for (const file of present.files) {
      const subject = subjectName(file);
      if (subject !== undefined && subjects.has(subject) && isWanted(file)) at(file).namesake = 1;
    }
  }
  const byChurn = greatest(churn, isWanted, maxByChurn);
  for (const [file] of byChurn) at(file);
  const wordSet = new Set(words);
  const most = byChurn[0]?.[1] ?? 1;
  for (const [file, clues] of files) {
    clues.likeShare = like.shares.get(file) ?? 0;
    clues.directory = together.directory.get(file) ?? 0;
    clues.churn = churn.get(file) ?? 0;
    clues.churnRel = clues.churn / most;
    clues.wholeName = namedWhole(paths, file, wordSet);
    clues.isTest = Number(isOfTests(file));
    clues.isCode = Number(isInLanguage(file));
  }
  return { files, like, together };
}

const none = Object.fromEntries(clueNames.map((name) => [name, 0])) as Clues;

/** The greatest, in an order that is the same each time. */
function greatest(
  values: ReadonlyMap<WorkspacePath, number>,
  isWanted: (file: WorkspacePath) => boolean,
  max: number,
): readonly (readonly [WorkspacePath, number])[] {
  const wanted = [...values].filter(([file]) => isWanted(file));
  // Numbers alone are sorted in a tenth of the time.
  const least =
    wanted.length <= max
      ? -Infinity
      : (Float64Array.from(wanted, ([, value]) => value)
          .sort()
          .at(-max) ?? -Infinity);
  return wanted
    .filter(([, value]) => value >= least)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, max);
}

const churns = new WeakMap<PastIndex, ReadonlyMap<WorkspacePath, number>>();

/** The share of each file in the newest commits. */
function churnOf(past: PastIndex): ReadonlyMap<WorkspacePath, number> {
  const known = churns.get(past);
  if (known !== undefined) return known;
  const shares = new Map<WorkspacePath, number>();
  let total = 0;
  for (const [age, { files }] of past.commits.entries()) {
    const weight = 0.5 ** (age / churnHalfLife);
    total += weight;
    for (const file of files) shares.set(file, (shares.get(file) ?? 0) + weight);
  }
  for (const [file, sum] of shares) shares.set(file, sum / total);
  churns.set(past, shares);
  return shares;
}
