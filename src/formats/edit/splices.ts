import type { Splice } from './format.ts';

/** Cuts and inserts. Splices may come in any order but must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, splice.start) + splice.text;
    done = splice.end;
  }
  return result + text.slice(done);
}

export function insertAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
