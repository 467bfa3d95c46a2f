/** Two texts or lists without what both begin and end with: `[start, beforeEnd)` of the one and `[start, afterEnd)` of the other. */
export interface DifferingPart {
  readonly start: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** Empty on both sides where they are equal. Of a text, `start` and the ends count UTF-16 units. */
export function differingPart(before: ArrayLike<string>, after: ArrayLike<string>): DifferingPart {
  let start = 0;
  let [beforeEnd, afterEnd] = [before.length, after.length];
  while (start < beforeEnd && start < afterEnd && before[start] === after[start]) start += 1;
  while (start < beforeEnd && start < afterEnd && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  return { start, beforeEnd, afterEnd };
}
