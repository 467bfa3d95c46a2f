import { cutLines, isLongLine, maxShownLine } from './cut-lines.ts';

/** A patch for a screen, and whether something of it was cut: then it is no patch any more. */
export interface CutPatch {
  readonly text: string;
  readonly isCut: boolean;
}

const hunkHead = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Cuts the long lines of a unified diff around what differs in them, and those that do not differ as a whole. */
export function cutPatch(patch: string): CutPatch {
  if (!new RegExp(`[^\\n]{${maxShownLine + 2}}`).test(patch)) return { text: patch, isCut: false };
  const lines = patch.split('\n');
  const left = { before: 0, after: 0 };
  let removed: number[] = [];
  let added: number[] = [];
  let isCut = false;
  const set = (at: number, sign: string, text: string): void => {
    lines[at] = sign + text;
    isCut = true;
  };
  const endRun = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
      const [one, other] = [removed[i], added[i]];
      const [old, fresh] = [one, other].map((at) => (at === undefined ? undefined : (lines[at] ?? '').slice(1)));
      if (!isLongLine(old ?? '') && !isLongLine(fresh ?? '')) continue;
      const [oldShown = '', freshShown = ''] = cutLines(old, fresh);
      if (one !== undefined) set(one, '-', oldShown);
      if (other !== undefined) set(other, '+', freshShown);
    }
    [removed, added] = [[], []];
  };
  for (const [at, line] of lines.entries()) {
    const isInHunk = left.before > 0 || left.after > 0;
    if (line.startsWith('\\')) continue;
    const sign = isInHunk ? line[0] : undefined;
    if (sign === '-' || sign === '+') {
      // A removed line behind an added one begins the next change.
      if (sign === '-' && added.length > 0) endRun();
      (sign === '-' ? removed : added).push(at);
      left[sign === '-' ? 'before' : 'after'] -= 1;
      continue;
    }
    endRun();
    if (isInHunk) {
      left.before -= 1;
      left.after -= 1;
      if (isLongLine(line)) set(at, ' ', cutLines(line.slice(1), undefined)[0]);
      continue;
    }
    const head = hunkHead.exec(line);
    if (head !== null) {
      left.before = Number(head[1] ?? 1);
      left.after = Number(head[2] ?? 1);
    }
  }
  endRun();
  return { text: lines.join('\n'), isCut };
}
