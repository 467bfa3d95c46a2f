import type { Value } from '../syntax/node.ts';
import type { Slot, YamlList, YamlMap, YamlNode } from '../syntax/yaml-tree.ts';
import { applySplices, insertAt } from './format.ts';
import { columnOf, isBlank, lineEnd, lineStart, previousLineEnd, startsLine } from '../text-lines.ts';
import {
  commaIn,
  endOfComments,
  flowText,
  hasFlowEntries,
  itemLines,
  memberLines,
  nulls,
  scalarText,
  styleOf,
  type Quotes,
  type YamlStyle,
} from './yaml-style.ts';
import { locate, refusal, type Located, type Path, nest, withoutAliases } from './yaml-locate.ts';

export interface Child {
  /** Absent for an item of a list. */
  readonly key?: string;
  readonly value: Value;
  /** How many levels of `value` are containers made on the way to the entry. */
  readonly created: number;
}

type Container = YamlMap | YamlList;

/**
 * The text with a child added at the end of the container at `path`: a map, a list, null or, for the root, nothing at all.
 *
 * Different texts give different results, so that `remove` can tell what it came from. Where the natural results would be equal
 * (a missing container, an empty and a null one) the spaces inside our own text tell them apart.
 */
export function insertChild(aliased: string, path: Path, child: Child): string {
  const text = withoutAliases(aliased, path);
  const located = locate(text, path);
  const { root, node } = located;
  if (node === undefined) return insertRoot(text, child);
  if (node.kind === 'scalar') return fillNull(text, located, child);
  if ((node.kind === 'map') !== (child.key !== undefined)) throw refusal();
  const style = styleOf(text, root, node);
  return node.style === 'block' ? insertIntoBlock(text, located, node, child, style) : insertIntoFlow(text, node, child, style);
}

function childLines(child: Child, column: number, style: YamlStyle): string {
  const lines = child.key === undefined ? itemLines(child.value, column, style) : memberLines(child.key, child.value, column, style);
  return lines.join(style.eol);
}

function insertRoot(text: string, child: Child): string {
  const style = styleOf(text, undefined, undefined);
  const lines = childLines(child, 0, style);
  if (text === '') return lines;
  if (text.trim() === '') return lines + style.eol + text;
  // Comments and `---` stay in front, `...` after.
  const content = text.replace(/(?:^|(?<=[\r\n]))\.\.\.\s*$/, '').trimEnd();
  const end = lineEnd(text, content.length);
  return insertAt(text, end, style.eol + lines);
}

function insertIntoBlock(text: string, located: Located, container: Container, child: Child, style: YamlStyle): string {
  const first = container.slots[0];
  const last = container.slots.at(-1);
  if (first === undefined || last === undefined) throw refusal();
  const column = columnOf(text, first.start);
  // A list may be at the column of its key, where a comment belongs to what comes next.
  const isBelowKey = located.slot !== undefined && columnOf(text, located.slot.start) === column;
  const end = endOfComments(text, lineEnd(text, last.end), isBelowKey ? column + 1 : column);
  const lines = hasFlowEntries(container) && child.created === 0 ? flowLine(child, column, style) : childLines(child, column, style);
  if (endsInsideText(text, last)) {
    const before = previousLineEnd(text, lineStart(text, last.start));
    return before === undefined ? insertAt(text, 0, lines + style.eol) : insertAt(text, before, style.eol + lines);
  }
  const gap = isSpacedOut(text, container) && lastBlockHeader(text, last.value)?.includes('+') !== true ? style.eol : '';
  return insertAt(text, end, style.eol + gap + lines);
}

function flowLine(child: Child, column: number, style: YamlStyle): string {
  const dash = child.key === undefined ? '-'.padEnd(style.itemStep) : '';
  return ' '.repeat(column) + dash + flowChild(child, 'as needed');
}

/** Whether the file ends inside a `|` or `>` text that has no line end yet: a line below would give it one. */
function endsInsideText(text: string, { value, end }: Slot): boolean {
  return end === text.length && lastBlockHeader(text, value)?.includes('-') === false;
}

/** `|-`, where the last thing in a node is such a text. */
function lastBlockHeader(text: string, node: YamlNode): string | undefined {
  if (node.kind === 'scalar')
    return node.style === 'block' ? text.slice(node.start, lineEnd(text, node.start)).split(' ', 1)[0] : undefined;
  const last = node.style === 'block' ? node.slots.at(-1) : undefined;
  return last && lastBlockHeader(text, last.value);
}

/** Whether the children have blank lines between them. */
function isSpacedOut(text: string, { slots }: Container): boolean {
  const last = slots.at(-1);
  const before = slots.at(-2);
  return last !== undefined && before !== undefined && /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(text.slice(before.end, last.start));
}

function insertIntoFlow(text: string, container: Container, child: Child, style: YamlStyle): string {
  const close = container.end - 1;
  // `[a: 1]` holds a map without braces.
  if (text[close] !== (container.kind === 'map' ? '}' : ']')) throw refusal();
  const added = flowChild(child, style.quotes);
  const last = container.slots.at(-1);
  if (last === undefined) return fillEmptyFlow(text, container, added);

  const comma = commaIn(text, last.end, close);
  const after = comma === undefined ? last.end : comma + 1;
  if (!startsLine(text, last.start)) return insertAt(text, after, comma === undefined ? `, ${added}` : ` ${added},`);
  // One child a line: below the last one and the comment after it.
  const line = style.eol + text.slice(lineStart(text, last.start), last.start) + added;
  const endOfLine = lineEnd(text, after);
  const place = endOfLine < close ? endOfLine : after;
  if (comma !== undefined) return insertAt(text, place, `${line},`);
  return applySplices(text, [
    { start: after, end: after, text: ',' },
    { start: place, end: place, text: line },
  ]);
}

/** `{}` and `{ }` keep their look. */
function fillEmptyFlow(text: string, container: Container, added: string): string {
  const inner = text.slice(container.start + 1, container.end - 1);
  const isSpace = inner !== '' && isBlank(inner);
  return insertAt(text, container.start + 1 + (isSpace ? inner.length : 0), isSpace ? `${added} ` : added);
}

/** A child on one line. */
function flowChild({ key, value, created }: Child, quotes: Quotes): string {
  const text = flowChain(value, created, quotes);
  return key === undefined ? text : `${scalarText(key, quotes, true)}: ${text}`;
}

/** A container made by snap has a space before its end; one that was empty before has none. So removal can restore either. */
function flowChain(value: Value, created: number, quotes: Quotes): string {
  if (created === 0) return flowText(value, quotes, true);
  if (!(value instanceof Map)) return `${flowText(value, quotes).slice(0, -1)} ]`;
  const members = [...value].map(([key, inner]: [string, Value]) => flowChild({ key, value: inner, created: created - 1 }, quotes));
  return `{${members.join(', ')} }`;
}

/** A key without value, or with null, gets a container. */
function fillNull(text: string, { root, node, slot, parent }: Located, child: Child): string {
  if (node?.kind !== 'scalar' || node.value !== null) throw refusal();
  const style = styleOf(text, root, undefined);
  const isInBlock = parent?.kind === 'map' && parent.style === 'block';
  if (node.style === 'implied') {
    if (slot?.valueAt === undefined) throw refusal();
    if (!isInBlock) return insertAt(text, slot.valueAt, ` ${flowBox(child, '', '  ', style)}`);
    return nest(text, slot.start, slot.valueAt, linesBelow(text, slot, child, style), isWhereKeysAreAdded(text, parent, slot));
  }
  const spelling = nulls.findIndex((word) => word === text.slice(node.start, node.end));
  const mark = ' '.repeat(spelling + 1);
  const written =
    isInBlock && slot !== undefined && isAloneBehindKey(text, slot)
      ? mark + linesBelow(text, slot, child, style)
      : flowBox(child, mark, '', style);
  return applySplices(text, [{ start: node.start, end: node.end, text: written }]);
}

/** Whether a missing key of this map would be written where this one is. */
function isWhereKeysAreAdded(text: string, { slots }: Container, slot: Slot): boolean {
  const last = slots.at(-1);
  return last === slot || (slots.at(-2) === slot && last !== undefined && endsInsideText(text, last));
}

function flowBox(child: Child, left: string, right: string, style: YamlStyle): string {
  const inner = left + flowChild(child, style.quotes) + right;
  return child.key === undefined ? `[${inner}]` : `{${inner}}`;
}

/** A child's lines as the only content below a key. */
function linesBelow(text: string, { start }: Slot, child: Child, style: YamlStyle): string {
  const step = child.key === undefined ? style.listStep : style.step;
  return style.eol + childLines(child, columnOf(text, start) + step, style);
}

/** Whether a value is on the line of its key, with nothing but spaces beside it. */
function isAloneBehindKey(text: string, { value, valueAt, isQualified }: Slot): boolean {
  if (valueAt === undefined || isQualified) return false;
  const end = lineEnd(text, valueAt);
  return value.end <= end && isBlank(text.slice(value.end, end));
}
