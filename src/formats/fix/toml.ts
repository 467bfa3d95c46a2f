import type { Format, Tolerance } from '../edit/format.ts';
import { sameValue, toValue, type Span, type SyntaxProblem } from '../syntax/node.ts';
import { isUsual, oddities, theOnly, type Read } from './choose.ts';
import { editPatch, hasFinalBreak, lineEdits, mayHideMarks, textSpans, type LineEdit } from './line-edits.ts';
import { lineEnd, linesOf, lineStart } from '../text-lines.ts';
import { applyPatches, type Candidate, type Patch } from './patch.ts';
import { isPlausibleText, touchesQuote } from './quotes.ts';

const mostRepeats = 20;
const mostLines = 40;
const mostEdits = 6000;

/** The one way to make this TOML text read by setting or taking out one mark, or by taking out what stands there twice. */
export function fixToml(text: string, problem: SyntaxProblem, format: Format, tolerance: Tolerance): Candidate | undefined {
  const repeated = withoutRepeats(text, format, tolerance);
  if (repeated !== undefined) return repeated;
  const lines = linesOf(text);
  const region = regionOf(text, lines, problem.line - 1);
  if (region === undefined) return undefined;
  const edits = lineEdits(text, region.start, region.end, ['"', "'", ']', '[', '}', '{', ',', ' ='], ',[]{}').filter((edit) =>
    isSensible(text, edit),
  );
  const chunk = text.slice(region.start, region.end);
  // A text over several lines that lost a quote takes the lines below for its own.
  if (edits.length > mostEdits || mayHideMarks(chunk) || /"""|'''/.test(chunk)) return undefined;
  const found = edits.flatMap((edit): readonly (Read & { readonly isSettled: boolean })[] => {
    const patch = editPatch(edit);
    const alone = applyPatches(chunk, [editPatch({ ...edit, at: edit.at - region.start })]) ?? '';
    const read = format.parse(alone, tolerance);
    if (read.kind !== 'tree') return [];
    const patched = applyPatches(text, [patch]) ?? '';
    const whole = format.parse(patched, tolerance);
    if (whole.kind !== 'tree' || whole.root === undefined) return [];
    const trust = trustOf(text, patched, edit, textSpans(whole.root));
    if (trust === 'none') return [];
    const isSettled = edit.kind === 'delete' && isListHeader(patched, text, edit.at);
    const isOdd = oddities(whole.root) > 0 && /[[\]{}]/.test(edit.mark);
    const isDoubtful = !isSettled && (trust === 'doubtful' || isOdd || edit.isDoubtful || isCutOff(text, edit, region));
    return [{ text: patched, patches: [patch], root: whole.root, value: toValue(whole.root), isDoubtful, isSettled }];
  });
  const tables = found.filter(({ isSettled }) => isSettled);
  return theOnly(tables.length > 0 ? tables : found);
}

/** At the end of a file that was cut off anything may be missing; a list over several lines may have had more of them. */
function isCutOff(text: string, { at }: LineEdit, region: Span): boolean {
  if (!hasFinalBreak(text) && !/[\r\n]/.test(text.slice(at).trimEnd())) return true;
  return (
    text
      .slice(at)
      .replaceAll(/#[^\r\n]*/g, '')
      .trim() === '' && text.slice(region.start, at).trimEnd().includes('\n')
  );
}

/** `[a.b]` made of a `[[a.b]` whose siblings under `a` are all `[a.c]`: one that lost a bracket would be a list among tables. */
function isListHeader(patched: string, text: string, at: number): boolean {
  const before = text.slice(lineStart(text, at), lineEnd(text, at));
  const name = /^[ \t]*\[([^[\]]*)\]/.exec(patched.slice(lineStart(patched, at), lineEnd(patched, at)))?.[1];
  const parent = name?.slice(0, name.lastIndexOf('.') + 1) ?? '';
  if (parent === '' || !/^[ \t]*\[\[/.test(before)) return false;
  // Of the same depth: `[a.b.env]` goes with either.
  const others = text.split(/[\r\n]+/).filter((line) => {
    const own = /^[ \t]*\[+([^\]]*)\]/.exec(line)?.[1];
    return own !== undefined && line !== before && own.startsWith(parent) && /^(?:[\w-]+|"[^"]*"|'[^']*')$/.test(own.slice(parent.length));
  });
  return others.length > 0 && others.every((line) => !/^[ \t]*\[\[/.test(line));
}

/** A quote has the text on one side and a mark on the other; a bracket touches what it holds. */
function isSensible(text: string, { at, kind, mark }: LineEdit): boolean {
  if (kind !== 'insert') return true;
  if (mark === '[' || mark === '{') return /\S/.test(text.charAt(at));
  if (mark === ']' || mark === '}') return /\S/.test(text.charAt(at - 1));
  if (mark !== '"' && mark !== "'") return true;
  const before = text.slice(Math.max(0, at - 40), at);
  const after = text.slice(at, at + 40);
  return (/^\S/.test(after) && /(?:^|[\r\n[{,=.])[ \t]*$/.test(before)) || (/\S$/.test(before) && /^[ \t]*(?:$|[\r\n,\]}=.#])/.test(after));
}

type Trust = 'certain' | 'doubtful' | 'none';

/** Whether nothing else can have been meant here. `none`: an edit inside a text, which is no candidate at all. */
function trustOf(text: string, patched: string, { at, kind, mark }: LineEdit, spans: readonly Span[]): Trust {
  const when = (isCertain: boolean): Trust => (isCertain ? 'certain' : 'doubtful');
  const bare = mark.trim();
  if (kind === 'insert' && (bare === '"' || bare === "'")) {
    const span = spans.find((one) => one.start === at || one.end === at + 1) ?? headerKey(patched, at);
    // "b."" may have been "b.c".
    if (/[^\s=,[{(:"'](?:""|'')/.test(text.slice(lineStart(text, at), lineEnd(text, at)))) return 'doubtful';
    // A part of a dotted key has no span of its own.
    if (span === undefined) return 'doubtful';
    const content = patched.slice(span.start + 1, span.end - 1);
    if (!patched.slice(span.start, span.end).startsWith(bare)) return 'none';
    const isKey = /^[ \t]*[.=]/.test(patched.slice(span.end)) || headerKey(patched, at) !== undefined;
    // Without quotes a key has letters like these: one of them may have become the quote.
    return when(!touchesQuote(patched, at) && isPlausibleText(content) && !(isKey && /^[\w. -]+$/.test(content)));
  }
  if (spans.some((span) => at > span.start && at < span.end && kind === 'insert')) return 'none';
  const before = /\S\s*$/.exec(text.slice(Math.max(0, at - 60), at))?.[0].charAt(0) ?? '';
  const after = /^\s*\S/.exec(text.slice(at, at + 60))?.[0].at(-1) ?? '';
  const isMark = (character: string): boolean => character !== '' && `"'[]{}`.includes(character);
  if (kind === 'insert' && bare !== ',' && bare !== '=' && isEmptyPair(patched, at)) return 'doubtful';
  if (kind === 'replace') return 'certain';
  if (bare === ',') {
    if (kind === 'insert') return when(isMark(before) || isMark(after));
    const isInValue = /=/.test(text.slice(lineStart(text, at), at)) || !/^[ \t]*\[/.test(text.slice(lineStart(text, at), at));
    return when(isInValue && !/[[{]\s*,\s*[\]}]|[[{]\s+,|, *,\s*[\]}]|, +,/.test(text.slice(Math.max(0, at - 20), at + 20)));
  }
  if (bare === '=') return when(isMark(after) || /^[ \t]*[\w"'.-]+[ \t]*$/.test(text.slice(lineStart(text, at), at)));
  // One that is one too many stands beside its like.
  if (kind === 'delete' && !/^([\]}[{])\1/.test(text.slice(at)) && text[at - 1] !== bare) return 'doubtful';
  if (kind === 'insert' && (bare === '[' || bare === '{') && !mayOpen(text, at, bare)) return 'doubtful';
  // In a list of numbers a bracket may have been a digit.
  return when(!/[[{,][ \t]*[-+.\d]\S*$/.test(text.slice(Math.max(0, at - 60), at)));
}

/** Where an opener may have been: at the start of a header or an item, or behind a name that goes with it here or everywhere. */
function mayOpen(text: string, at: number, mark: string): boolean {
  const before = text.slice(lineStart(text, at), at);
  const key = /([\w-]+)["']?[ \t]*=[ \t]*$/.exec(before)?.[1];
  if (key === undefined) return !before.includes('=');
  return isUsual(key, mark) || text.split(new RegExp(`${key}["']?[ \\t]*=[ \\t]*\\${mark}`)).length > 1;
}

/** Brackets with nothing in them: one may have been a value of one character. */
function isEmptyPair(patched: string, at: number): boolean {
  const mark = patched.charAt(at);
  if (mark === '[' || mark === '{') return /^.\s*[\]}]/.test(patched.slice(at));
  return /[[{](?:\s|#[^\r\n]*)*$/.test(patched.slice(0, at));
}

/** A quoted part of a table's name. */
function headerKey(patched: string, at: number): Span | undefined {
  const line = linesOf(patched).find(({ start, end }) => start <= at && at < end);
  if (line === undefined || !/^[ \t]*\[/.test(patched.slice(line.start, line.end))) return undefined;
  for (const found of patched.slice(line.start, line.end).matchAll(/"[^"]*"|'[^']*'/g)) {
    const span = { start: line.start + found.index, end: line.start + found.index + found[0].length };
    if (span.start === at || span.end === at + 1) return span;
  }
  return undefined;
}

const statement = /^[ \t]*(?:\[\[?[ \t]*["'\w]|(?:[\w-]+|"[^"]*"|'[^']*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"]*"|'[^']*'))*[ \t]*=)/;

/** The statement with the problem: from its first line to the one before the next statement. */
function regionOf(text: string, lines: readonly Span[], at: number): Span | undefined {
  const isStart = (line: number): boolean => {
    const span = lines[line];
    return span !== undefined && statement.test(text.slice(span.start, span.end));
  };
  const isOwn = (line: number): boolean => {
    const span = lines[line];
    return span !== undefined && !/^[ \t]*(?:#|$)/.test(text.slice(span.start, span.end));
  };
  const problem = Math.min(at, lines.length - 1);
  let first = problem;
  if (isStart(first) && first > 0) first--;
  // What cannot start a statement belongs to one above, and a list that lost its end is noticed at the next one.
  while (first > 0 && (!isStart(first) || !isOwn(first)) && problem - first < mostLines) first--;
  let last = problem;
  while (last + 1 < lines.length && !isStart(last + 1) && last - first < mostLines) last++;
  const [from, to] = [lines[first], lines[last]];
  return from === undefined || to === undefined ? undefined : { start: from.start, end: to.end };
}

/** Tables and pairs that a text has twice with the same content: the second ones are taken out. */
function withoutRepeats(text: string, format: Format, tolerance: Tolerance): Candidate | undefined {
  let now = text;
  const patches: Patch[] = [];
  for (let round = 0; round < mostRepeats; round++) {
    const parsed = format.parse(now, tolerance);
    if (parsed.kind === 'tree') return patches.length > 0 && parsed.root !== undefined ? { text: now, patches } : undefined;
    if (!/defined|twice|already/.test(parsed.problem.message)) return undefined;
    const lines = linesOf(now);
    const line = lines[parsed.problem.line - 1];
    const span = line && repeatedAt(now, lines, line, format, tolerance);
    if (span === undefined) return undefined;
    patches.push({ splices: [span].map((one) => ({ ...one, text: '' })), at: span.start, says: 'the same stood here a second time' });
    now = now.slice(0, span.start) + now.slice(span.end);
  }
  return undefined;
}

function repeatedAt(text: string, lines: readonly Span[], line: Span, format: Format, tolerance: Tolerance): Span | undefined {
  const isHeader = (span: Span): boolean => /^[ \t]*\[/.test(text.slice(span.start, span.end));
  const valueOf = (span: Span) => {
    const parsed = format.parse(text.slice(span.start, span.end), tolerance);
    return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : undefined;
  };
  if (!isHeader(line)) return undefined;
  const blockOf = (start: Span): Span => {
    const next = lines.find((other) => other.start > start.start && isHeader(other));
    return { start: start.start, end: next?.start ?? text.length };
  };
  const block = blockOf(line);
  const value = valueOf(block);
  if (value === undefined) return undefined;
  const twin = lines.find((other) => {
    if (other.start >= line.start || !isHeader(other)) return false;
    const own = valueOf(blockOf(other));
    return own !== undefined && sameValue(own, value);
  });
  if (twin === undefined) return undefined;
  // Comments of the second one may say something of their own, and a "[[…]]" below it would be one more element.
  const written = (span: Span): string => text.slice(span.start, span.end).replaceAll(/\s+/g, ' ').trim();
  const isSame = written(block) === written(blockOf(twin)) || !/^[ \t]*#/m.test(text.slice(block.start, block.end));
  const isLast = !/^[ \t]*\[\[/.test(text.slice(block.end, block.end + 200));
  return isSame && isLast ? block : undefined;
}
