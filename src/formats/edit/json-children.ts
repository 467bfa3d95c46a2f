import { isLineEnd, skipComment, skipTrivia } from '../syntax/json-scan.ts';
import { indentOfLine, lineStart, nextLine, skipBlanks, startsLine } from '../text-lines.ts';
import type { ListNode, MapNode, Member, Node, Span } from '../syntax/node.ts';
import { type Splice, applySplices } from './format.ts';
import type { JsonStyle } from './json-style.ts';

type Container = MapNode | ListNode;
type Write = (style: JsonStyle, indent: string) => string;

/**
 * The text with one more child at the end of a container, in the layout of its last sibling. Existing text is kept; a comment at
 * the end of the last sibling's line stays on that line.
 * @param isEntry the child gets a line of its own in an empty container, as a person would write it.
 */
export function insertChild(text: string, container: Container, write: Write, isEntry = false): string {
  const children = childrenOf(container);
  const last = children.at(-1);
  if (last === undefined) return insertFirst(text, container, write, isEntry);

  const comma = skipTrivia(text, last.end);
  const hasTrailingComma = text[comma] === ',';
  const style = styleBeside(text, container);
  const gap = gapBefore(text, container, children.length - 1);
  const lineBreak = lastLineBreak(gap);
  const afterLast = hasTrailingComma ? comma + 1 : last.end;
  const at = lineBreak === undefined ? afterLast : endOfLineComments(text, afterLast);
  const indent = lineBreak === undefined ? indentOfLine(text, last.start) : gap.slice(gap.lastIndexOf(lineBreak) + lineBreak.length);
  const separator = lineBreak === undefined ? style.comma.slice(1) : lineBreak + indent;

  if (indent.includes(',')) {
    // Each line starts with the comma here, so the separator already contains it.
    const plainIndent = indent.replaceAll(',', ' ');
    return applySplices(text, [{ start: last.end, end: last.end, text: separator + write(style, plainIndent) }]);
  }
  const splices: Splice[] = [{ start: at, end: at, text: separator + write(style, indent) + (hasTrailingComma ? ',' : '') }];
  if (!hasTrailingComma) {
    if (at === last.end) return applySplices(text, [{ start: at, end: at, text: `,${splices[0]?.text}` }]);
    splices.push({ start: last.end, end: last.end, text: ',' });
  }
  return applySplices(text, splices);
}

/**
 * In an empty container the child gets a line of its own, as a person would write it; white space that was between the braces stays
 * behind it. Where the whole file is one line, so is the child. After a comment, the child gets its own line too.
 *
 * A container that was empty and one that snap made look the same afterwards: what was there is remembered with the change.
 */
function insertFirst(text: string, container: Container, write: Write, isEntry: boolean): string {
  const inside = { start: container.start + 1, end: container.end - 1 };
  const style = styleOfEmpty(text, container);
  const commentEnd = lastCommentEnd(text, inside.start, inside.end);
  if (commentEnd === undefined) {
    const outer = indentOfLine(text, container.start);
    // On one line it would look like a container made by snap, so a space is added.
    const inline = write(style, outer) + (style.isMultiLine ? '' : ' ');
    if (!style.isMultiLine || !isEntry) return applySplices(text, [{ start: inside.start, end: inside.start, text: inline }]);
    const indent = outer + style.unit;
    const gap = text.slice(inside.start, inside.end);
    const hasLineBreak = /[\r\n]/.test(gap);
    const written = style.eol + indent + write(style, indent) + (hasLineBreak ? '' : style.eol + outer);
    // Blanks between the braces become a part of the indentation.
    const end = !hasLineBreak && indent.endsWith(gap) ? inside.end : inside.start;
    return applySplices(text, [{ start: inside.start, end, text: written }]);
  }
  const comment = indentOfLine(text, commentEnd);
  const indent =
    text.slice(lineStart(text, commentEnd), commentEnd).trim() === '' ? indentOfLine(text, container.start) + style.unit : comment;
  return applySplices(text, [
    { start: commentEnd, end: commentEnd, text: style.eol + indent + write({ ...style, isMultiLine: true }, indent) },
  ]);
}

/** The text without one child and the comma that belongs to it. Every comment outside the child stays. */
export function cutChild(text: string, container: Container, index: number): string {
  const children = childrenOf(container);
  const child = children[index];
  if (child === undefined) return text;
  const next = skipTrivia(text, child.end);
  const comma = text[next] === ',' ? { start: next, end: next + 1 } : undefined;
  const previous = children[index - 1];
  const isLast = index === children.length - 1;
  if (!isLast) return applySplices(text, cutBeforeSibling(text, child, comma));

  const from = previous === undefined ? container.start + 1 : skipTrivia(text, previous.end) + 1;
  const gap = previous === undefined ? '' : text.slice(previous.end, from - 1);
  if (previous !== undefined && comma === undefined && lastLineBreak(gap) !== undefined && gap.trim() === '') {
    // Here the comma is at the start of the child's line, so it is removed with the child.
    return applySplices(text, [{ start: previous.end, end: child.end, text: '' }]);
  }
  const ownLine = lastLineBreak(text.slice(from, child.start)) !== undefined;
  const keptUntil = ownLine && previous !== undefined ? endOfLineComments(text, from) : from;
  const start = lastCommentEnd(text, keptUntil, child.start) ?? (previous === undefined ? container.start + 1 : keptUntil);
  const splices: Splice[] = [{ start, end: child.end, text: '' }];
  if (comma) splices.push({ ...comma, text: '' });
  // Without a trailing comma, the comma before the child is no longer needed.
  else if (previous !== undefined) splices.push({ start: from - 1, end: from, text: '' });
  return applySplices(text, splices);
}

function cutBeforeSibling(text: string, child: Span, comma: Span | undefined): Splice[] {
  const end = comma?.end ?? child.end;
  const betweenIsEmpty = comma === undefined || text.slice(child.end, comma.start).trim() === '';
  if (!betweenIsEmpty)
    return [
      { ...child, text: '' },
      { start: comma.start, end: comma.end, text: '' },
    ];
  const restEnd = skipBlanks(text, end);
  const isFirst = startsLine(text, child.start);
  const endsLine = restEnd >= text.length || isLineEnd(text.charCodeAt(restEnd));
  if (isFirst && endsLine) return [{ start: lineStart(text, child.start), end: nextLine(text, restEnd) ?? restEnd, text: '' }];
  return [{ start: child.start, end: endsLine ? end : restEnd, text: '' }];
}

/** The layout for a new value of this member, and the indentation of its line. */
export function styleOfMember(text: string, container: MapNode, member: Member): { readonly style: JsonStyle; readonly indent: string } {
  const style = styleBeside(text, container);
  const hasMultiLineLists = member.value.kind === 'list' ? startsOnNewLine(text, member.value) : style.hasMultiLineLists;
  const isMultiLine = style.isMultiLine || text.slice(member.value.start, member.value.end).includes('\n');
  return { style: { ...style, isMultiLine, hasMultiLineLists }, indent: indentOfLine(text, member.start) };
}

/** The style of a container that has children, taken from the last one. */
function styleBeside(text: string, container: Container): JsonStyle {
  const children = childrenOf(container);
  const index = children.length - 1;
  const last = children[index];
  const gap = gapBefore(text, container, index);
  const lineBreak = lastLineBreak(gap);
  const sample = last && nodeOf(last);
  const isMultiLine = lineBreak !== undefined || (last !== undefined && text.slice(last.start, last.end).includes('\n'));
  const indent = last === undefined ? '' : indentOfLine(text, last.start);
  return {
    eol: lineBreak ?? eolOf(text),
    unit: unitOf(text, container, indent, sample, lineBreak !== undefined),
    // Where the last entry is on one line, the new one is too, also if each entry has its own line.
    isMultiLine: isMultiLine && !(sample?.kind === 'map' && sample.members.length > 0 && !startsOnNewLine(text, sample)),
    hasMultiLineLists: children.slice(-maxSamples).some((child) => hasMultiLineList(text, nodeOf(child))),
    ...spacingOf(text, container, sample),
  };
}

/** How many of the last siblings show the style of all. */
const maxSamples = 20;

function styleOfEmpty(text: string, container: Container): JsonStyle {
  const isOneLine = !/[\r\n]/.test(text.trim()) && text.trim().length > container.end - container.start;
  return {
    eol: eolOf(text),
    unit: unitOfFile(text),
    isMultiLine: !isOneLine,
    hasMultiLineLists: false,
    colon: isOneLine && !/":\s/.test(text) ? ':' : ': ',
    comma: isOneLine && !/,\s/.test(text) && !/":\s/.test(text) ? ',' : ', ',
    pad: '',
  };
}

function spacingOf(text: string, container: Container, sample: Node | undefined): Pick<JsonStyle, 'colon' | 'comma' | 'pad'> {
  const member = container.kind === 'map' ? container.members.at(-1) : sample?.kind === 'map' ? sample.members.at(-1) : undefined;
  const colonGap = member === undefined ? ': ' : text.slice(member.keySpan.end, member.value.start);
  const isTight = colonGap === ':';
  const first = sample?.kind === 'map' ? sample.members[0] : undefined;
  const padded = sample !== undefined && first !== undefined && /^[ \t]+$/.test(text.slice(sample.start + 1, first.start));
  return { colon: isTight ? ':' : ': ', comma: isTight ? ',' : ', ', pad: padded ? ' ' : '' };
}

/** One level of indentation: between a sibling and its members, else between the container and the sibling. */
function unitOf(text: string, container: Container, indent: string, sample: Node | undefined, ownLine: boolean): string {
  const inner = sample === undefined || sample.kind === 'scalar' ? undefined : childrenOf(sample)[0];
  if (inner !== undefined && sample !== undefined && startsOnNewLine(text, sample)) {
    const unit = difference(indentOfLine(text, inner.start), indent);
    if (unit !== undefined) return unit;
  }
  const outer = indentOfLine(text, container.start);
  return (ownLine ? difference(indent, outer) : undefined) ?? unitOfFile(text);
}

function difference(longer: string, shorter: string): string | undefined {
  return longer.length > shorter.length && longer.startsWith(shorter) ? longer.slice(shorter.length) : undefined;
}

function unitOfFile(text: string): string {
  return /[\r\n]([ \t]+)(?=["}\]{[])/.exec(text.slice(0, 10_000))?.[1] ?? '  ';
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function hasMultiLineList(text: string, node: Node): boolean {
  if (node.kind === 'list' && node.items.length > 0) return startsOnNewLine(text, node);
  return node.kind === 'map' && node.members.some((member) => member.value.kind === 'list' && hasMultiLineList(text, member.value));
}

/** Whether the first child of a container has a line of its own. */
function startsOnNewLine(text: string, node: Node): boolean {
  const first = node.kind === 'scalar' ? undefined : childrenOf(node)[0];
  return first !== undefined && lastLineBreak(text.slice(node.start, first.start)) !== undefined;
}

function childrenOf(container: Container): readonly (Member | Node)[] {
  return container.kind === 'map' ? container.members : container.items;
}

function nodeOf(child: Member | Node): Node {
  return 'key' in child ? child.value : child;
}

/** The text between a child and what is before it (its sibling's value, or the opening brace). */
function gapBefore(text: string, container: Container, index: number): string {
  const children = childrenOf(container);
  const child = children[index];
  return text.slice(children[index - 1]?.end ?? container.start + 1, child?.start ?? container.end - 1);
}

function lastLineBreak(gap: string): string | undefined {
  return gap.match(/\r\n|\n|\r/g)?.at(-1);
}

/** The end of the comments on the line of `start`, else `start` itself. A comment that continues on the next line is not included. */
function endOfLineComments(text: string, start: number): number {
  let end = start;
  for (;;) {
    const next = skipBlanks(text, end);
    if (text[next] !== '/') return end;
    const close = skipComment(text, next);
    if (/[\r\n]/.test(text.slice(next, close))) return end;
    end = close;
  }
}

/** The end of the last comment between two offsets that hold nothing but trivia (and at most one comma). */
function lastCommentEnd(text: string, from: number, to: number): number | undefined {
  let end: number | undefined;
  let i = from;
  while (i < to) {
    if (text[i] === '/') {
      i = skipComment(text, i);
      end = i;
    } else {
      i++;
    }
  }
  return end;
}
