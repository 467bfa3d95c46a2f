import { splitLines } from '../lines.ts';

/** A patch that was applied, or why it could not be, in words. `text: undefined`: the file is deleted by it. */
export type AppliedPatch = { readonly text: string | undefined } | { readonly problem: string };

interface PatchHunk {
  /** Where it begins in the old text, from 0. */
  readonly at: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A hunk is looked for so many lines around its place: texts move while others work on them. */
const maxMoved = 1_000;

/**
 * Applies a unified diff of one file to a text. Context and removed lines have to be there exactly, but for the end of lines; hunks may have moved.
 * @param old `undefined` for a file that does not exist.
 */
export function applyPatch(old: string | undefined, patch: string): AppliedPatch {
  const lines = splitLines(patch.replaceAll('\r\n', '\n'));
  const read = readHunks(lines);
  if ('problem' in read) return read;
  if (read.hunks.length === 0) return { problem: 'it has no hunk ("@@ -1,3 +1,4 @@")' };
  const hasReturns = old !== undefined && /\r\n/.test(old) && !/[^\r]\n/.test(old);
  const text = old === undefined ? '' : hasReturns ? old.replaceAll('\r\n', '\n') : old;
  const applied = applyHunks(splitLines(text), read.hunks);
  if ('problem' in applied) return applied;
  if (applied.lines.length === 0 && lines.some((line) => /^\+\+\+ \/dev\/null\s*$/.test(line))) return { text: undefined };
  const joined = applied.lines.join('');
  return { text: hasReturns ? joined.replaceAll('\n', '\r\n') : joined };
}

function readHunks(lines: readonly string[]): { readonly hunks: readonly PatchHunk[] } | { readonly problem: string } {
  const hunks: PatchHunk[] = [];
  let files = 0;
  for (let i = 0; i < lines.length; i += 1) {
    if (lines[i]?.startsWith('+++ ') === true) files += 1;
    if (files > 1) return { problem: 'it changes more than one file' };
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[i] ?? '');
    if (head === null) continue;
    const [oldStart, oldCount, newCount] = [Number(head[1]), Number(head[2] ?? 1), Number(head[4] ?? 1)];
    const [before, after]: [string[], string[]] = [[], []];
    while (before.length < oldCount || after.length < newCount) {
      i += 1;
      const line = lines[i];
      if (line === undefined) return { problem: `hunk ${hunks.length + 1} is shorter than its first line says` };
      const body = line.slice(1).replace(/\n?$/, '\n');
      if (line.startsWith('\\')) continue;
      if (line.startsWith('-')) before.push(body);
      else if (line.startsWith('+')) after.push(body);
      // Programs that trim lines leave an empty one where there was a space.
      else if (line.startsWith(' ') || line === '\n') {
        before.push(line === '\n' ? '\n' : body);
        after.push(line === '\n' ? '\n' : body);
      } else return { problem: `hunk ${hunks.length + 1} has a line that begins with neither a space, "+" nor "-"` };
      if (lines[i + 1]?.startsWith('\\') === true)
        dropEnd(line.startsWith('+') ? [after] : line.startsWith('-') ? [before] : [before, after]);
    }
    hunks.push({ at: Math.max(0, oldCount === 0 ? oldStart : oldStart - 1), before, after });
  }
  return { hunks };
}

/** "\ No newline at end of file". */
function dropEnd(lists: readonly string[][]): void {
  for (const list of lists) {
    const last = list.pop();
    if (last !== undefined) list.push(last.slice(0, -1));
  }
}

function applyHunks(
  lines: readonly string[],
  hunks: readonly PatchHunk[],
): { readonly lines: readonly string[] } | { readonly problem: string } {
  const result: string[] = [];
  let [from, moved] = [0, 0];
  for (const [i, hunk] of hunks.entries()) {
    const at = placeOf(hunk, lines, from, hunk.at + moved);
    if (at === undefined) return { problem: `hunk ${i + 1} does not fit: its lines are not in the file around line ${hunk.at + 1}` };
    moved = at - hunk.at;
    result.push(...lines.slice(from, at), ...hunk.after);
    from = at + hunk.before.length;
  }
  return { lines: [...result, ...lines.slice(from)] };
}

/** The place nearest to where it should be. */
function placeOf({ before }: PatchHunk, lines: readonly string[], from: number, wanted: number): number | undefined {
  for (let off = 0; off <= maxMoved; off += 1)
    for (const at of off === 0 ? [wanted] : [wanted - off, wanted + off])
      if (
        at >= from &&
        at + before.length <= lines.length &&
        before.every((line, i) => isSame(line, lines[at + i], at + i === lines.length - 1))
      )
        return at;
  return undefined;
}

/** Whether the last line of a text ends in a line feed is often left out of a patch. */
function isSame(line: string, other: string | undefined, isLast: boolean): boolean {
  return line === other || (isLast && line.replace(/\n$/, '') === other?.replace(/\n$/, ''));
}
