import { changedPassages } from './changed-passages.ts';

/** Of a longer line only what differs is shown: some programs keep all that a person ever typed in one line. */
export const maxShownLine = 1_000;

/** Whether a line is too long to be shown whole. The line feed does not count. */
export function isLongLine(line: string): boolean {
  return line.length > maxShownLine + 1;
}

/**
 * Two versions of a line as they are shown, each with its line feed if it has one: of a long line what differs, and how much is beside it. Of one
 * without another version nothing differs.
 */
export function cutLines<Before extends string | undefined, After extends string | undefined>(
  before: Before,
  after: After,
): readonly [Before | string, After | string] {
  const passages = before === undefined || after === undefined ? [] : changedPassages(before, after);
  return [
    before === undefined
      ? before
      : cut(
          before,
          passages.map((passage) => passage.before),
        ),
    after === undefined
      ? after
      : cut(
          after,
          passages.map((passage) => passage.after),
        ),
  ];
}

function cut(line: string, shown: readonly (readonly [number, number])[]): string {
  if (!isLongLine(line)) return line;
  const text = line.replace(/\n$/, '');
  let printed = '';
  let done = 0;
  const skip = (to: number): void => {
    if (to > done) printed += `[${(to - done).toLocaleString('en-US')} characters cut]`;
    done = to;
  };
  for (const [from, to] of shown) {
    if (from === to) continue;
    skip(from);
    done = Math.min(to, from + maxShownLine, text.length);
    printed += text.slice(from, done);
  }
  skip(text.length);
  return line === text ? printed : `${printed}\n`;
}
