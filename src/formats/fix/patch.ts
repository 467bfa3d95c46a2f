import type { Splice } from '../edit/format.ts';

/** One repair: what changes in the text, and what was wrong there in words ("a comma was missing"). */
export interface Patch {
  readonly splices: readonly Splice[];
  /** Where a person looks for it: an offset into the unpatched text. */
  readonly at: number;
  readonly says: string;
}

/** A text that reads, and how it came about. */
export interface Candidate {
  readonly text: string;
  readonly patches: readonly Patch[];
}

/** The text with all patches in it; `undefined` when two of them change the same place. */
export function applyPatches(text: string, patches: readonly Patch[]): string | undefined {
  const splices = patches.flatMap((patch) => patch.splices).toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const { start, end, text: insert } of splices) {
    if (start < at) return undefined;
    result += text.slice(at, start) + insert;
    at = end;
  }
  return result + text.slice(at);
}
