import type { WorkspacePath } from '../workspace/index.ts';
import type { Companion } from './history.ts';
import type { Window } from './log.ts';

/** Commits that touch more say little of any two of their files. */
const mostFilesOfCommit = 30;
/** Commits that a pair has to come up against: one of one is little. */
const doubt = 3;
/** After so many commits, one counts half. */
const halfLife = 500;

/**
 * Files that changed together with the given ones and still exist, most certain first. Each is as certain as all given files make it
 * together; `together` and `of` belong to the one that says most.
 */
export function companionsIn(window: Window, files: readonly WorkspacePath[], most: number): readonly Companion[] {
  const given = new Set(files);
  const found = new Map<WorkspacePath, { readonly best: Companion; readonly against: number }>();
  for (const goesWith of given) {
    const pairs = new Map<WorkspacePath, { weight: number; together: number }>();
    let of = 0;
    let weightOf = 0;
    for (const [age, commit] of window.commits.entries()) {
      if (commit.files.length > mostFilesOfCommit || !commit.files.includes(goesWith)) continue;
      const weight = 0.5 ** (age / halfLife);
      of += 1;
      weightOf += weight;
      for (const file of commit.files) {
        if (given.has(file) || window.gone.has(file)) continue;
        const pair = pairs.get(file) ?? { weight: 0, together: 0 };
        pair.weight += weight;
        pair.together += 1;
        pairs.set(file, pair);
      }
    }
    for (const [file, { together, weight }] of pairs) {
      const pair = { file, goesWith, together, of, confidence: weight / (weightOf + doubt) };
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
    .slice(0, most);
}

/** Commits of the window that touched each file that still exists, most first. */
export function churnIn(window: Window): ReadonlyMap<WorkspacePath, number> {
  const counts = new Map<WorkspacePath, number>();
  for (const { files } of window.commits) {
    for (const file of files) if (!window.gone.has(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)));
}
