import type { Format, Tolerance } from '../edit/format.ts';
import { toValue, type Node, type Span, type SyntaxProblem } from '../syntax/node.ts';
import { isUsual, oddities, theOnly, type Read } from './choose.ts';
import { mayBeCut } from './cut-evidence.ts';
import { isKnownWord, wordsAround } from './known-words.ts';
import { editPatch, hasFinalBreak, lineEdits, mayHideMarks, textSpans, type LineEdit } from './line-edits.ts';
import { lineEnd, linesOf, lineStart } from '../text-lines.ts';
import { applyPatches, type Candidate } from './patch.ts';
import { isWholeWithout, isPlausibleText, touchesQuote } from './quotes.ts';
import { fixLines } from './yaml-lines.ts';
import { withoutTabs } from './yaml-tabs.ts';

const maxEdits = 600;
const maxLines = 12;
const maxContext = 6000;
const manyEdits = 60;

/** The one way to make this YAML text read by writing spaces for tabs, by setting or taking out one mark, or by what a whole line lacks. */
export function fixYaml(text: string, problem: SyntaxProblem, format: Format, tolerance: Tolerance): Candidate | undefined {
  return (
    withoutTabs(text, format, tolerance) ??
    fixMark(text, problem, format, tolerance) ??
    (/\t/.test(text) ? undefined : fixLines(text, problem, format, tolerance))
  );
}

function fixMark(text: string, problem: SyntaxProblem, format: Format, tolerance: Tolerance): Candidate | undefined {
  const lines = linesOf(text);
  const at = Math.min(problem.line, lines.length) - 1;
  const region = regionOf(text, lines, at);
  if (region === undefined) return undefined;
  const section = contextOf(text, lines, region, format, tolerance);
  if (section === undefined) return undefined;
  const chunk = text.slice(section.start, section.end);
  const edits = lineEdits(text, region.start, region.end, ['"', "'", ']', '[', '}', '{', ',', ': '], ',[]{}').filter((edit) =>
    isSensible(text, edit),
  );
  if (edits.length > maxEdits || mayHideMarks(text.slice(region.start, region.end))) return undefined;
  const found = edits.flatMap((edit): readonly Read[] => {
    const alone = applyPatches(chunk, [editPatch({ ...edit, at: edit.at - section.start })]) ?? '';
    // Reading is slow: of many tries only those are read whose marks go in pairs.
    if (edits.length > manyEdits && !hasPairs(alone)) return [];
    const read = format.parse(alone, tolerance);
    if (read.kind !== 'tree' || read.root === undefined) return [];
    const trust = trustOf(alone, { ...edit, at: edit.at - section.start }, read.root, text);
    if (trust === 'none') return [];
    const isDoubtful =
      trust === 'doubtful' || edit.isDoubtful || isCutOff(text, edit) || (/[[\]{}]/.test(edit.mark) && oddities(read.root) > 0);
    const shifted = [editPatch({ ...edit, at: edit.at - section.start })];
    const isCut = mayBeCut(text, { text: alone, patches: shifted }, read.root, 'yaml');
    return [{ text: alone, patches: [editPatch(edit)], root: read.root, value: toValue(read.root), isDoubtful: isDoubtful || isCut }];
  });
  const only = theOnly(found);
  return only && { text: applyPatches(text, only.patches) ?? text, patches: only.patches };
}

/** Where only the end is missing, nobody knows what was there: a quote or a bracket at the end of the last line, or of a list over several. */
function isCutOff(text: string, { at, kind, mark }: LineEdit): boolean {
  const rest = text
    .slice(at)
    .replaceAll(/(?<=^|\s)#[^\r\n]*/g, '')
    .replaceAll(mark, '');
  if (rest.trim() !== '') return !hasFinalBreak(text) && !/[\r\n]/.test(rest.trimEnd());
  return kind === 'insert' || !hasFinalBreak(text);
}

/** The line with the problem, with the lines above that a flow or a quote may have come from, and the one below. */
function regionOf(text: string, lines: readonly Span[], at: number): Span | undefined {
  const lineText = (i: number): string => (lines[i] === undefined ? '' : text.slice(lines[i].start, lines[i].end));
  let first = at;
  while (first > 0 && at - first < maxLines && !/[^\s#]/.test(lineText(first - 1))) first--;
  first = Math.max(0, first - 1);
  for (let i = at; i >= 0 && at - i < maxLines; i--) {
    if (!isBalanced(lineText(i))) first = Math.min(first, i);
  }
  const last = Math.min(at, lines.length - 1);
  const [from, to] = [lines[first], lines[last]];
  return from === undefined || to === undefined ? undefined : { start: from.start, end: to.end };
}

function hasPairs(text: string): boolean {
  const rest = text.replaceAll(/"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|(?<=\s)#[^\r\n]*/g, '');
  return !rest.includes('"') && isBalanced(rest);
}

function isBalanced(line: string): boolean {
  const count = (mark: string): number => line.split(mark).length - 1;
  return count('[') === count(']') && count('{') === count('}') && count('"') % 2 === 0;
}

/**
 * What is read for every try: of a large file only the lines from the parent of the region to the end of what is in it. `undefined`
 * when they read well by themselves: then the problem lies elsewhere.
 */
function contextOf(text: string, lines: readonly Span[], region: Span, format: Format, tolerance: Tolerance): Span | undefined {
  if (text.length < 3000) return { start: 0, end: text.length };
  const indentOf = ({ start, end }: Span): number => text.slice(start, end).search(/[^\s#]/);
  const own = lines.filter((line) => indentOf(line) >= 0 && !/^[\]}]/.test(text.slice(line.start, line.end).trimStart()));
  const inside = own.filter(({ start }) => start >= region.start && start < region.end);
  const depth = Math.min(...inside.map(indentOf));
  const isNear = (line: Span | undefined): boolean => line !== undefined && region.end - line.start <= maxContext;
  const above = own.findLast((line) => line.start < region.start && indentOf(line) < depth);
  const sibling = own.findLast((line) => line.start <= region.start && indentOf(line) <= depth);
  const parent = isNear(above) ? above : sibling;
  if (parent === undefined || !isNear(parent)) return undefined;
  const next = own.find((line) => line.start > region.end && indentOf(line) <= indentOf(parent));
  const context = { start: parent.start, end: Math.min(next?.start ?? text.length, parent.start + maxContext) };
  const end = context.end === next?.start ? context.end : (lines.findLast((line) => line.end < context.end)?.end ?? context.end);
  return format.parse(text.slice(context.start, end), tolerance).kind === 'problem' ? { start: context.start, end } : undefined;
}

/** Leaves out what cannot be: brackets and colons in the middle of a line's words. */
function isSensible(text: string, { at, kind, mark }: LineEdit): boolean {
  if (kind === 'delete') return true;
  const before = text.slice(Math.max(0, at - 80), at);
  const after = text.slice(at, at + 80);
  const starts = /(?:^|[\r\n]|[:\-,[{])[ \t]*$/.test(before);
  const ends = /^[ \t]*(?:$|[\r\n,\]}:]|#)/.test(after);
  if (mark === ': ') return /["'\w]$/.test(before) && /^[ \t]+["'[{\w]/.test(after);
  if (mark === ',' && /^[ \t]*:/.test(after)) return false;
  if (mark === ',') return /["'\]}][ \t]*$/.test(before) || (/(?:^|[\s,[{])$/.test(before) && /^[ \t]*["'[{]/.test(after));
  if (mark === '[' || mark === '{') return starts && /^\S/.test(after);
  if (mark === ']' || mark === '}') return ends;
  return (starts && /^\S/.test(after)) || (ends && /\S$/.test(before));
}

type Trust = 'certain' | 'doubtful' | 'none';

/** Whether the edit is the only plausible one. `none`: the result would be an implausible value. */
function trustOf(patched: string, { at, kind, mark }: LineEdit, root: Node, text: string): Trust {
  const when = (isCertain: boolean): Trust => (isCertain ? 'certain' : 'doubtful');
  const spans = textSpans(root);
  const textOf = ({ start, end }: Span): string => patched.slice(start, end);
  // What a reader would not write: a plain text with a quote or a bracket at its edge, a quoted one over several lines.
  const line = { start: lineStart(patched, at), end: lineEnd(patched, at) };
  const isOdd = spans.some((span) => {
    const text = textOf(span);
    if (/^[{[]/.test(text)) return true;
    if (span.start < line.start || span.start > line.end) return false;
    return /^["']/.test(text)
      ? /[\r\n]/.test(text)
      : !/^[|>]/.test(text) && (/^[{[]|["'[{]$|["'] *[,:]|\s["']|[\r\n]/.test(text) || !isBalanced(text));
  });
  if (isOdd) return 'none';
  if (kind === 'insert' && (mark === '"' || mark === "'")) {
    const span = spans.find((one) => (one.start === at || one.end === at + 1) && textOf(one).startsWith(mark));
    if (span === undefined) return 'doubtful';
    if (!isWholeWithout(text, patched, at, span)) return 'doubtful';
    const content = textOf(span).slice(1, -1);
    const isKey = /^[ \t]*:/.test(patched.slice(span.end));
    const key = keyBefore(patched, span.start);
    if (content === '') return when(key !== undefined && (isForPeople(key) || text.split(`${key}: ${mark}${mark}`).length > 1));
    const isWhole = isKnownWord(content, text) || isAlwaysQuoted(patched, span, root);
    return when(
      isPlausibleText(content) &&
        !touchesQuote(patched, at) &&
        !/^[*&!|>]/.test(content) &&
        (!isPlainSafe(content, isKey) || hasQuotedSiblings(patched, span, root) || (!isKey && isWhole)),
    );
  }
  if (spans.some((span) => at > span.start && at < span.end && kind === 'insert')) return 'none';
  const flow = flowAround(root, at);
  if (mark === ': ') return when(flow?.kind === 'map');
  if (mark === ',') {
    // In a map a name without a value says that a colon is missing, not a comma.
    const isNameAlone =
      flow?.kind === 'map' &&
      flow.members.some(({ value }) => value.kind === 'scalar' && value.value === null && !/^(?:~|null)$/i.test(textOf(value)));
    if (kind === 'insert') return isNameAlone ? 'none' : 'certain';
    const around = `${patched.slice(Math.max(0, at - 20), at)},${patched.slice(at, at + 20)}`;
    // A value of one character may have become the comma, or the line break before it.
    if (flow !== undefined && mayBeEmpty(patched, flow, text)) return 'certain';
    return when(flow !== undefined && !/[[{]\s+,|[[{],\s*[\]}]|,\s+,|,,(?! )|[.-],|,[.-]/.test(around));
  }
  if (kind === 'replace') return 'certain';
  const isAfterMark = kind === 'delete' && (patched[at - 1] === mark || patched[at] === mark);
  if (kind === 'delete' && !isAfterMark) return 'doubtful';
  const isOpener = mark === '[' || mark === '{';
  if (isAfterMark) return 'certain';
  if (flow === undefined) return 'doubtful';
  const first = wordsAround(patched, flow.start, flow.start + 1).after;
  return when((!isOpener && (hasOwnMarks(patched, flow) || isKnownWord(first, text))) || isUsualFlow(patched, flow, text));
}

/** Brackets with only the comma in them: `[,]` was empty where no text of one letter can be. */
function mayBeEmpty(patched: string, flow: Span, text: string): boolean {
  const brackets = patched.slice(flow.start, flow.end);
  const key = keyBefore(patched, flow.start);
  if (!/^(?:\[\]|\{\})$/.test(brackets) || key === undefined) return false;
  return (key !== 'args' && isUsual(key, brackets.charAt(0))) || text.split(`${key}: ${brackets}`).length > 1;
}

function keyBefore(text: string, at: number): string | undefined {
  return /(?:^|[\s{,])([\w-]+): *$/.exec(text.slice(Math.max(0, at - 80), at))?.[1];
}

/** Where the key holds brackets in every client, or does so elsewhere in this file. */
function isUsualFlow(patched: string, flow: Span, text: string): boolean {
  const key = keyBefore(patched, flow.start);
  if (key === undefined) return false;
  const bracket = patched.charAt(flow.start);
  return isUsual(key, bracket) || text.split(`${key}: ${bracket === '[' ? '[]' : '{}'}`).length > 1;
}

/** A text that needs no quotes may have had none, and its first letter another shape. */
function isPlainSafe(content: string, isKey: boolean): boolean {
  if (!isKey && /^(?:Bearer |https?:\/\/|\$\{|@[\w-]+\/|--\w)/.test(content)) return false;
  return /^(?:[\p{L}\p{N}_./~$(<+]|-(?! ))/u.test(content) && !/: | #|:$/.test(content);
}

/** A value that is never one letter, and often empty. */
function isForPeople(key: string): boolean {
  return /^(?:description|display_name|title|prompt|instructions)$/.test(key);
}

/** Whether all other texts of the file that are values have this quote. */
function isAlwaysQuoted(patched: string, span: Span, root: Node): boolean {
  const others: Span[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'scalar') {
      if (typeof node.value === 'string' && node.start !== span.start && node.end > node.start) others.push(node);
    } else for (const child of node.kind === 'list' ? node.items : node.members.map(({ value }) => value)) visit(child);
  };
  visit(root);
  return others.length > 3 && others.every(({ start }) => patched.charAt(start) === patched.charAt(span.start));
}

function hasQuotedSiblings(patched: string, span: Span, root: Node): boolean {
  const quote = patched.charAt(span.start);
  const list = listAround(root, span);
  if (list === undefined || list.items.length < 2) return false;
  return list.items.every((item) => patched.charAt(item.start) === quote);
}

function listAround(root: Node, span: Span): Extract<Node, { kind: 'list' }> | undefined {
  if (root.kind === 'scalar') return undefined;
  const children = root.kind === 'list' ? root.items : root.members.map(({ value }) => value);
  if (root.kind === 'list' && children.some(({ start, end }) => start === span.start && end === span.end)) return root;
  for (const child of children) {
    const found = child.start <= span.start && child.end >= span.end ? listAround(child, span) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The innermost list or map in brackets at this place. */
function flowAround(root: Node, at: number): Node | undefined {
  if (root.kind === 'scalar' || at < root.start || at > root.end) return undefined;
  const children = root.kind === 'list' ? root.items : root.members.map(({ value }) => value);
  for (const child of children) {
    const found = flowAround(child, at);
    if (found !== undefined) return found;
  }
  return 'style' in root && root.style === 'flow' ? root : undefined;
}

/** After a name, with quotes or names inside the brackets: a plain text whose first letter became a bracket has none. */
function hasOwnMarks(patched: string, { start, end }: Span): boolean {
  const flow = patched.slice(start, end).replaceAll(/ #[^\r\n]*/g, '');
  return /:[ \t]+$/.test(patched.slice(0, start)) && (/["']/.test(flow) || /\{[^]*: [^]*\}/.test(flow));
}
