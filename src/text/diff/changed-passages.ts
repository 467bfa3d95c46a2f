import { type ChangedRun, diffListsWithin } from './diff-lists.ts';
import { differingPart } from './differing-part.ts';

/** Two changes with fewer characters between them are one: a word that happens to be in both texts does not tell them apart. */
const minDistance = 24;

/** With more changed words than these, everything between the first and the last change is one passage: the search would take too long. */
const maxEdits = 500;

/**
 * Where two texts differ, in order, as ranges of characters. Works on words and not on lines, since some programs write files of one
 * line.
 */
export function changedPassages(before: string, after: string): readonly ChangedRun[] {
  const { start, beforeEnd, afterEnd } = differingPart(before, after);
  if (start === beforeEnd && start === afterEnd) return [];
  const old = words(before.slice(start, beforeEnd));
  const fresh = words(after.slice(start, afterEnd));
  const runs = diffListsWithin(old, fresh, maxEdits);
  if (runs === undefined) return [{ before: [start, beforeEnd], after: [start, afterEnd] }];

  const oldAt = offsets(old, start);
  const freshAt = offsets(fresh, start);
  const passages: ChangedRun[] = [];
  for (const run of runs) {
    const passage = inCharacters(run, oldAt, freshAt);
    const last = passages.at(-1);
    if (last !== undefined && passage.after[0] - last.after[1] < minDistance) {
      passages[passages.length - 1] = { before: [last.before[0], passage.before[1]], after: [last.after[0], passage.after[1]] };
    } else passages.push(passage);
  }
  return passages;
}

/** Of a longer word each part counts as one: V8 has no stack for an expression over a word of some megabytes. */
function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]{1,10000}|\s+|./gsu) ?? [];
}

/** Where each word begins, and where the last one ends. */
function offsets(parts: readonly string[], first: number): readonly number[] {
  const at = [first];
  for (const part of parts) at.push((at.at(-1) ?? 0) + part.length);
  return at;
}

function inCharacters({ before, after }: ChangedRun, oldAt: readonly number[], freshAt: readonly number[]): ChangedRun {
  return {
    before: [oldAt[before[0]] ?? 0, oldAt[before[1]] ?? 0],
    after: [freshAt[after[0]] ?? 0, freshAt[after[1]] ?? 0],
  };
}
