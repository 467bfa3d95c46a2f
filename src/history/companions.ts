import type { WorkspacePath } from '../workspace/index.ts';
import { type ChangesWindow, maxFilesOfCommit } from './commits.ts';
import type { Companion, HotFile } from './history.ts';

/** Added to the commits of a file, so that one commit of one does not make a pair certain. */
const smoothing = 3;
/** A commit this many commits ago counts half. */
const halfLife = 500;

/**
 * Files that changed together with the given ones and still exist, most certain first. The confidence combines all given files; `together`
 * and `of` belong to the strongest pair.
 */
export function companionsIn(window: ChangesWindow, files: readonly WorkspacePath[], max: number): readonly Companion[] {
  const given = new Set(files);
  const found = new Map<WorkspacePath, { readonly best: Companion; readonly against: number }>();
  for (const goesWith of given) {
    const pairs = new Map<WorkspacePath, { weight: number; together: number }>();
    let of = 0;
    let weightOf = 0;
    for (const [age, commit] of window.commits.entries()) {
      if (commit.files.length > maxFilesOfCommit || !commit.files.includes(goesWith)) continue;
      const weight = 0.5 ** (age / halfLife);
      of += 1;
      weightOf += weight;
      for (const file of commit.files) {
        if (given.has(file) || window.deleted.has(file)) continue;
        const pair = pairs.get(file) ?? { weight: 0, together: 0 };
        pair.weight += weight;
        pair.together += 1;
        pairs.set(file, pair);
      }
    }
    for (const [file, { together, weight }] of pairs) {
      const pair = { file, goesWith, together, of, confidence: weight / (weightOf + smoothing) };
      const known = found.get(file);
      found.set(file, {
        best: known !== undefined && known.best.confidence >= pair.confidence ? known.best : pair,
        against: (known?.against ?? 1) * (1 - pair.confidence),
      });
    }
  }
  return [...found.values()]
    .map(({ best, against }) => ({ ...best, confidence: 1 - against }))
    .toSorted((one, other) => other.confidence - one.confidence || (one.file < other.file ? -1 : 1))
    .slice(0, max);
}

/** Commits of the window that touched each file that still exists, most first. */
export function churnIn(window: ChangesWindow): ReadonlyMap<WorkspacePath, number> {
  const counts = new Map<WorkspacePath, number>();
  for (const { files } of window.commits) {
    for (const file of files) if (!window.deleted.has(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)));
}

const minHotCommits = 10;

/** Those of the files that were changed in ten commits or more and are among the 10 % of all files that change most; most first. */
export function hotIn(files: readonly WorkspacePath[], churn: ReadonlyMap<WorkspacePath, number>): readonly HotFile[] {
  const figures = [...churn.values()].toSorted((a, b) => b - a);
  const min = Math.max(minHotCommits, figures[Math.floor(figures.length / 10)] ?? 0);
  return files
    .map((file) => ({ file, commits: churn.get(file) ?? 0 }))
    .filter(({ commits }) => commits >= min)
    .toSorted((a, b) => b.commits - a.commits || a.file.localeCompare(b.file, 'en'));
}
