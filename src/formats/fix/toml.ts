import type { Format, Tolerance } from '../edit/format.ts';
import { toValue, type Span, type SyntaxProblem } from '../syntax/node.ts';
import { lineEnd, lineStart, linesOf } from '../text-lines.ts';
import { isTable, oddities, theOnly, type Read } from './choose.ts';
import { mayBeCut } from './cut-evidence.ts';
import { editPatch, hasFinalBreak, lineEdits, mayHideMarks, textSpans, type LineEdit } from './line-edits.ts';
import { applyPatches, type Candidate } from './patch.ts';
import { has, tomlPatterns } from './toml-patterns.ts';
import { withoutRepeats } from './toml-repeats.ts';
import { trustOf } from './toml-trust.ts';

const maxLines = 40;
const maxEdits = 6000;
/** Characters of a passage in which a missing mark is looked for. In a longer one no mark could be named with certainty. */
const maxPassage = 20_000;

/** The one way to make this TOML text parse: by adding or deleting one mark, or by deleting what it has twice. */
export function fixToml(text: string, problem: SyntaxProblem, format: Format, tolerance: Tolerance): Candidate | undefined {
  const repeated = withoutRepeats(text, format, tolerance);
  if (repeated !== undefined) return repeated;
  const region = regionOf(text, linesOf(text), problem.line - 1);
  if (region === undefined) return undefined;
  if (region.end - region.start > maxPassage) return undefined;
  const edits = lineEdits(text, region.start, region.end, ['"', "'", ']', '[', '}', '{', ',', ' ='], ',[]{}').filter((edit) =>
    isSensible(text, edit),
  );
  const chunk = text.slice(region.start, region.end);
  // A string over several lines that lost a quote takes the lines below for its own.
  if (edits.length > maxEdits || mayHideMarks(chunk) || has('multiLineQuote', chunk)) return undefined;
  const found = edits.flatMap((edit) => attempt({ text, region, format, tolerance }, edit) ?? []);
  const tables = found.filter(({ isSettled }) => isSettled);
  if (tables.length > 0) return theOnly(tables);
  // A table or a list of tables: only others of the same name tell.
  const uneven = chunk.split(/[\r\n]+/).find((one) => has('unevenHeader', one));
  const name = uneven === undefined ? undefined : tomlPatterns.headerName.pattern.exec(uneven)?.[1];
  if (name !== undefined && !text.includes(`[[${name}]]`)) return undefined;
  return theOnly(found);
}

interface Faulty {
  readonly text: string;
  /** The statement with the fault. */
  readonly region: Span;
  readonly format: Format;
  readonly tolerance: Tolerance;
}

interface Attempted extends Read {
  /** It is preferred to every other edit. */
  readonly isSettled: boolean;
}

/** What one edit makes of the text; `undefined` where the text still does not parse, or where it would change a value. */
function attempt({ text, region, format, tolerance }: Faulty, edit: LineEdit): Attempted | undefined {
  const patch = editPatch(edit);
  const chunk = text.slice(region.start, region.end);
  // First the statement alone: most edits fail there already.
  const alone = applyPatches(chunk, [editPatch({ ...edit, at: edit.at - region.start })]) ?? '';
  if (format.parse(alone, tolerance).kind !== 'tree') return undefined;
  const patched = applyPatches(text, [patch]) ?? '';
  const whole = format.parse(patched, tolerance);
  if (whole.kind !== 'tree' || whole.root === undefined) return undefined;
  const trust = trustOf({ text, patched, edit, spans: textSpans(whole.root) });
  if (trust === 'none') return undefined;
  const isSettled =
    edit.kind === 'delete' && isTableAmongTables(patched, text, edit.at) && (!edit.isDoubtful || text.charAt(edit.at) === '[');
  const isOdd = oddities(whole.root) > 0 && '[]{}'.includes(edit.mark);
  const isDoubtful =
    !isSettled &&
    (trust === 'doubtful' ||
      isHeaderCut(text, edit) ||
      isOdd ||
      edit.isDoubtful ||
      isCutOff(text, edit, region) ||
      mayBeCut(text, { text: patched, patches: [patch] }, whole.root, 'toml'));
  return { text: patched, patches: [patch], root: whole.root, value: toValue(whole.root), isDoubtful, isSettled };
}

/** A header without its end may have lost a part of its name. */
function isHeaderCut(text: string, { at, kind, mark }: LineEdit): boolean {
  return kind === 'insert' && mark === ']' && at === lineEnd(text, at) && /^[ \t]*\[[^[\]]*$/.test(text.slice(lineStart(text, at), at));
}

/** Where only the end is missing, nobody knows what was there. */
function isCutOff(text: string, { at, kind, mark }: LineEdit, region: Span): boolean {
  const rest = text.slice(at);
  if (!hasFinalBreak(text) && !/[\r\n]/.test(rest.trimEnd())) return true;
  if (
    rest
      .replaceAll(/#[^\r\n]*/g, '')
      .replaceAll(mark, '')
      .trim() !== ''
  )
    return false;
  return kind === 'insert' || text.slice(region.start, at).trimEnd().includes('\n');
}

/**
 * `[a.b]` made of `[[a.b]` or `[a.b]]`, where it would be a list among tables if it had lost a bracket: its siblings under `a` are all
 * `[a.c]`, or it is a table in every client.
 */
function isTableAmongTables(patched: string, text: string, at: number): boolean {
  const before = text.slice(lineStart(text, at), lineEnd(text, at));
  const name = tomlPatterns.tableName.pattern.exec(patched.slice(lineStart(patched, at), lineEnd(patched, at)))?.[1];
  if (name === undefined || !has('unevenHeader', before)) return false;
  const parent = name.slice(0, name.lastIndexOf('.') + 1);
  const last = name.slice(parent.length);
  // Of the same depth: `[a.b.env]` goes with either.
  const siblings = text.split(/[\r\n]+/).filter((line) => {
    const own = tomlPatterns.headerName.pattern.exec(line)?.[1];
    return parent !== '' && own !== undefined && line !== before && own.startsWith(parent) && has('singleKey', own.slice(parent.length));
  });
  return siblings.length > 0 ? siblings.every((line) => !has('listHeader', line)) : parent === 'mcp_servers.' || isTable(last, parent);
}

/** A quote has the text on one side and a mark on the other; a bracket touches what it holds. */
function isSensible(text: string, { at, kind, mark }: LineEdit): boolean {
  if (kind !== 'insert') return true;
  const isText = (character: string): boolean => character.trim() !== '';
  if (mark === '[' || mark === '{') return isText(text.charAt(at));
  if (mark === ']' || mark === '}') return isText(text.charAt(at - 1)) || /[ \t][\r\n,]/.test(text.slice(at - 1, at + 1));
  if (mark !== '"' && mark !== "'") return true;
  const before = text.slice(Math.max(0, at - 40), at);
  const after = text.slice(at, at + 40);
  return (isText(after.charAt(0)) && has('beforeOpeningQuote', before)) || (isText(before.slice(-1)) && has('afterClosingQuote', after));
}

/** The statement with the problem: from its first line to the one before the next statement. */
function regionOf(text: string, lines: readonly Span[], at: number): Span | undefined {
  const shows = (line: number, name: keyof typeof tomlPatterns): boolean => {
    const span = lines[line];
    return span !== undefined && has(name, text.slice(span.start, span.end));
  };
  const problem = Math.min(at, lines.length - 1);
  let first = problem;
  if (shows(first, 'statement') && first > 0) first--;
  // What cannot start a statement belongs to one above, and a list that lost its end is noticed at the next one.
  while (first > 0 && (!shows(first, 'statement') || shows(first, 'blankOrComment')) && problem - first < maxLines) first--;
  let last = problem;
  while (last + 1 < lines.length && !shows(last + 1, 'statement') && last - first < maxLines) last++;
  const [from, to] = [lines[first], lines[last]];
  return from === undefined || to === undefined ? undefined : { start: from.start, end: to.end };
}
