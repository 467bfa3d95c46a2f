import { SnapError } from '../../system/index.ts';
import { sameValue, toValue, type Node, type Value } from '../syntax/node.ts';
import { parseYaml, type Slot, type YamlList, type YamlMap, type YamlNode, type YamlParsed } from '../syntax/yaml.ts';
import type { Splice } from './format.ts';
import { applySplices } from './splices.ts';
import { columnOf, isBlank, lineEnd, lineStart, nextLine, previousLineEnd, startsLine } from './yaml-lines.ts';
import { flowMember, flowText, hasFlowEntries, isSpread, itemLines, memberLines, scalarText, styleOf, valueLines, type YamlStyle } from './yaml-style.ts';

/**
 * Putting one child into a map or list and taking it out again. Each step reads the text it is given: an entry is a handful of
 * steps, and positions are never carried over from one text to the next.
 */

/** Keys, and indices of members or items. */
export type Path = readonly (string | number)[];

export interface Child {
  /** Absent for an item of a list. */
  readonly key?: string;
  readonly value: Value;
  /** How many levels of `value` are containers made on the way to the entry. */
  readonly created: number;
}

interface Located {
  readonly root: YamlNode | undefined;
  readonly node: YamlNode | undefined;
  /** Where the node stands in its parent; neither for the root. */
  readonly slot?: Slot;
  readonly parent?: YamlNode;
}

type Container = YamlMap | YamlList;

/** The spellings of null. The place of each in this list is part of what {@link insertChild} writes. */
const nulls = ['null', '~', 'Null', 'NULL'] as const;

export function refusal(): SnapError {
  return new SnapError('refused', 'This file cannot be edited safely at the place of its servers.', {
    hint: 'The file was left as it is. Change it by hand; "snap tools print" shows the text.',
  });
}

export function requireTree(text: string): YamlParsed & { kind: 'tree' } {
  const parsed = parseYaml(text);
  if (parsed.kind === 'problem') throw refusal();
  return parsed;
}

export function slotIndex(node: Node | undefined, step: string | number): number {
  if (typeof step === 'number') return step;
  return node?.kind === 'map' ? node.members.findLastIndex(({ key }) => key === step) : -1;
}

function locate(text: string, path: Path): Located {
  const { root } = requireTree(text);
  let found: Located = { root, node: root };
  for (const step of path) {
    const parent = found.node;
    const slot = parent?.kind === 'scalar' ? undefined : parent?.slots[slotIndex(parent, step)];
    if (parent === undefined || slot === undefined) throw refusal();
    found = { root, node: slot.value, slot, parent };
  }
  return found;
}

/** What is read through an alias on the way is written out in its place: the anchored text serves others as well. */
function withoutAliases(text: string, path: Path): string {
  for (const depth of path.keys()) {
    const prefix = path.slice(0, depth + 1);
    const { node } = locate(text, prefix);
    if (node?.style === 'alias') return withoutAliases(replaceValue(text, prefix, toValue(node)), path);
  }
  return text;
}

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
  // Comments and `---` stay in front, `...` behind.
  const content = text.replace(/(?:^|(?<=[\r\n]))\.\.\.\s*$/, '').trimEnd();
  const end = lineEnd(text, content.length);
  return insertAt(text, end, style.eol + lines);
}

function insertIntoBlock(text: string, located: Located, container: Container, child: Child, style: YamlStyle): string {
  const first = container.slots[0];
  const last = container.slots.at(-1);
  if (first === undefined || last === undefined) throw refusal();
  const column = columnOf(text, first.start);
  // A list may stand at the column of its key, where a comment belongs to what comes next.
  const isBelowKey = located.slot !== undefined && columnOf(text, located.slot.start) === column;
  const end = endOfComments(text, lineEnd(text, last.end), isBelowKey ? column + 1 : column);
  const lines = hasFlowEntries(container) && child.created === 0 ? flowLine(child, column, style) : childLines(child, column, style);
  const header = lastBlockHeader(text, last.value);
  if (header !== undefined && last.end === text.length && !header.includes('-')) {
    // The file ends inside a `|` or `>` text that has no line end yet; a line below would give it one.
    const before = previousLineEnd(text, lineStart(text, last.start));
    return before === undefined ? insertAt(text, 0, lines + style.eol) : insertAt(text, before, style.eol + lines);
  }
  const gap = isSpacedOut(text, container) && header?.includes('+') !== true ? style.eol : '';
  return insertAt(text, end, style.eol + gap + lines);
}

function flowLine(child: Child, column: number, style: YamlStyle): string {
  const dash = child.key === undefined ? '-'.padEnd(style.itemStep) : '';
  return ' '.repeat(column) + dash + flowChild(child, style, true);
}

/** `|-`, where the last thing in a node is such a text. */
function lastBlockHeader(text: string, node: YamlNode): string | undefined {
  if (node.kind === 'scalar') return node.style === 'block' ? text.slice(node.start, lineEnd(text, node.start)).split(' ', 1)[0] : undefined;
  const last = node.style === 'block' ? node.slots.at(-1) : undefined;
  return last && lastBlockHeader(text, last.value);
}

/** Whether the children have blank lines between them. */
function isSpacedOut(text: string, { slots }: Container): boolean {
  const last = slots.at(-1);
  const before = slots.at(-2);
  return last !== undefined && before !== undefined && /(?:\r\n|\r|\n)[ \t]*[\r\n]/.test(text.slice(before.end, last.start));
}

/** The end of the last comment line below a line that is indented far enough to belong to what is above it. */
function endOfComments(text: string, end: number, indent: number): number {
  let result = end;
  for (let start = nextLine(text, end); start !== undefined; ) {
    const thisEnd = lineEnd(text, start);
    const line = text.slice(start, thisEnd);
    const column = line.search(/\S/);
    if (line[column] === '#' && column >= indent) result = thisEnd;
    else if (column !== -1 && line[column] !== '#') break;
    start = nextLine(text, thisEnd);
  }
  return result;
}

function insertIntoFlow(text: string, container: Container, child: Child, style: YamlStyle): string {
  const close = container.end - 1;
  // `[a: 1]` holds a map without braces.
  if (text[close] !== (container.kind === 'map' ? '}' : ']')) throw refusal();
  const last = container.slots.at(-1);
  if (last === undefined) return fillEmptyFlow(text, container, flowChild(child, style));

  const comma = commaIn(text, last.end, close);
  const behind = comma === undefined ? last.end : comma + 1;
  const added = flowChild(child, style);
  if (!startsLine(text, last.start)) {
    return comma === undefined ? insertAt(text, behind, `, ${added}`) : insertAt(text, behind, ` ${added},`);
  }
  const indent = text.slice(lineStart(text, last.start), last.start);
  const end = Math.min(lineEnd(text, behind), close);
  const isEnd = end === close;
  return applySplices(text, [
    ...(comma === undefined && !(isEnd || end === behind) ? [{ start: behind, end: behind, text: ',' }] : []),
    {
      start: isEnd ? behind : end,
      end: isEnd ? behind : end,
      text: (comma === undefined && (isEnd || end === behind) ? ',' : '') + style.eol + indent + added + (comma === undefined ? '' : ','),
    },
  ]);
}

/** `{}` and `{ }` keep their look. */
function fillEmptyFlow(text: string, container: Container, added: string): string {
  const inner = text.slice(container.start + 1, container.end - 1);
  const isSpace = inner !== '' && isBlank(inner);
  return insertAt(text, container.start + 1 + (isSpace ? inner.length : 0), isSpace ? `${added} ` : added);
}

/** The first comma that is not in a comment. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const gap = text.slice(from, to).replace(/(?<=^|\s)#[^\r\n]*/g, (comment) => ' '.repeat(comment.length));
  const index = gap.indexOf(',');
  return index === -1 ? undefined : from + index;
}

/** A child on one line. A container made by us is told from one that was empty before by the space before its end. */
function flowChild({ key, value, created }: Child, style: YamlStyle, isInBlock = false): string {
  const quotes = isInBlock ? 'as needed' : style.quotes;
  const text = (inner: Value, depth: number): string => {
    if (depth === 0) return flowText(inner, quotes, true);
    if (inner instanceof Map) return `{${[...inner].map(([k, v]: [string, Value]) => `${scalarText(k, quotes, true)}: ${text(v, depth - 1)}`).join(', ')} }`;
    return `[${flowText(inner, quotes).slice(1, -1)} ]`;
  };
  return key === undefined ? text(value, created) : `${scalarText(key, quotes, true)}: ${text(value, created)}`;
}

/** A key without value, or with null, gets a container. */
function fillNull(text: string, { root, node, slot, parent }: Located, child: Child): string {
  if (node?.kind !== 'scalar' || node.value !== null) throw refusal();
  const style = styleOf(text, root, undefined);
  const isInBlock = parent?.kind === 'map' && parent.style === 'block' && slot !== undefined;
  const box = (left: string, right: string): string => {
    const inner = left + flowChild(child, style) + right;
    return child.key === undefined ? `[${inner}]` : `{${inner}}`;
  };
  if (node.style === 'implied') {
    if (slot?.valueAt === undefined) throw refusal();
    if (!isInBlock) return insertAt(text, slot.valueAt, ` ${box('', '  ')}`);
    return nest(text, slot, childLines(child, columnBelow(text, slot, child, style), style), style, parent.slots.at(-1) === slot);
  }
  const spelling = nulls.findIndex((word) => word === text.slice(node.start, node.end));
  const isAloneOnLine =
    slot?.valueAt !== undefined && lineEnd(text, slot.valueAt) >= node.end && isBlank(text.slice(node.end, lineEnd(text, node.end)));
  if (isInBlock && isAloneOnLine && !slot.isQualified) {
    const lines = childLines(child, columnBelow(text, slot, child, style), style);
    return applySplices(text, [{ start: node.start, end: node.end, text: ' '.repeat(spelling + 1) + style.eol + lines }]);
  }
  return applySplices(text, [{ start: node.start, end: node.end, text: box(' '.repeat(spelling + 1), '') }]);
}

function columnBelow(text: string, slot: Slot, child: Child, style: YamlStyle): number {
  return columnOf(text, slot.start) + (child.key === undefined ? style.listStep : style.step);
}

/**
 * Puts lines below a key without value, behind comments that stand there. A key that would now look as if it had been made with
 * its content is marked by a space behind its colon.
 */
function nest(text: string, slot: Slot, lines: string, style: YamlStyle, isMarked: boolean): string {
  if (slot.valueAt === undefined) throw refusal();
  const keyEnd = lineEnd(text, slot.valueAt);
  const end = endOfComments(text, keyEnd, columnOf(text, slot.start) + 1);
  if (end !== keyEnd || !isBlank(text.slice(slot.valueAt, keyEnd))) return insertAt(text, end, style.eol + lines);
  return insertAt(text, slot.valueAt, (isMarked ? ' ' : '') + style.eol + lines);
}

/** The text with another value at `path`; an anchor or a tag before the value stays. */
export function replaceValue(aliased: string, path: Path, value: Value): string {
  const text = withoutAliases(aliased, path.slice(0, -1));
  const { root, node, slot, parent } = locate(text, path);
  if (node === undefined || node.kind === undefined) throw refusal();
  const style = styleOf(text, root, parent);
  const isMember = parent?.kind === 'map' && parent.style === 'block' && slot?.valueAt !== undefined;
  if (isMember && isSpread(value, style) && node.style !== 'flow') {
    const emptied = applySplices(text, [cutValue(text, node, slot.valueAt)]);
    const keyless = locate(emptied, path).slot;
    if (keyless === undefined) throw refusal();
    return nest(emptied, keyless, valueLines(value, columnOf(text, slot.start), style).join(style.eol), style, node.style === 'alias');
  }
  const isInFlow = parent !== undefined && parent.kind !== 'scalar' && parent.style === 'flow';
  const written = sameQuotes(node, value) ?? flowText(value, isInFlow ? style.quotes : 'as needed', isInFlow);
  if (node.style === 'implied') return insertAt(text, node.start, ` ${written}`);
  if (isMember && node.style === 'block' && node.kind !== 'scalar') return replaceBlock(text, node, slot.valueAt, ` ${written}`);
  return applySplices(text, [{ start: node.start, end: node.end, text: written }]);
}

/** Cuts a value together with what is between it and its key; comments on the key's line and on lines of their own stay. */
function cutValue(text: string, node: YamlNode, valueAt: number): Splice {
  const before = startsLine(text, node.start) ? previousLineEnd(text, lineStart(text, node.start)) : undefined;
  if (before === undefined || isBlank(text.slice(valueAt, before))) return { start: valueAt, end: node.end, text: '' };
  // A comment behind the last line would run into the one before the value.
  return { start: before, end: lineEnd(text, node.end), text: '' };
}

/** Puts a value on the line of its key instead of the block below it. */
function replaceBlock(text: string, node: YamlNode, valueAt: number, written: string): string {
  const cut = cutValue(text, node, valueAt);
  if (cut.start === valueAt) return applySplices(text, [{ ...cut, text: written }]);
  return applySplices(text, [{ start: valueAt, end: valueAt, text: written }, cut]);
}

function sameQuotes(node: YamlNode, value: Value): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (node.style === 'double-quoted') return scalarText(value, 'always');
  return node.style === 'single-quoted' && /^[\x20-\x7e]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : undefined;
}

/** The text without one child. A container that loses its last one stays as `{}` or `[]`. */
export function cutChild(aliased: string, path: Path, index: number): string {
  const text = withoutAliases(aliased, path);
  const { node, slot } = locate(text, path);
  if (node === undefined || node.kind === 'scalar') throw refusal();
  if (node.style === 'block' && node.slots.length === 1) {
    const [child] = node.slots;
    if (slot?.valueAt === undefined || child === undefined) throw refusal();
    const whole = { ...node, end: endOfOwnLines(text, child) };
    return replaceBlock(text, whole, slot.valueAt, node.kind === 'map' ? ' {}' : ' []');
  }
  const rest = node.slots.filter((_, i) => i !== index).map(({ value }) => toValue(value));
  const isRest = (candidate: string): boolean => {
    const parsed = parseYaml(candidate);
    if (parsed.kind === 'problem') return false;
    const left = findAt(parsed.root, path);
    return left !== undefined && left.kind !== 'scalar' && sameValue(left.slots.map(({ value }) => toValue(value)), rest);
  };
  for (const candidate of waysToCut(text, path, index)) if (isRest(candidate)) return candidate;
  throw refusal();
}

export function findAt(root: YamlNode | undefined, path: Path): YamlNode | undefined {
  let node = root;
  for (const step of path) node = node?.kind === 'scalar' ? undefined : node?.slots[slotIndex(node, step)]?.value;
  return node;
}

/** The texts {@link insertChild} may have put this child into, the likeliest first; not all of them can be read. */
export function* waysToCut(text: string, path: Path, index: number): Generator<string> {
  const { node } = locate(text, path);
  if (node === undefined || node.kind === 'scalar' || node.style === 'alias') return;
  const ways = node.style === 'block' ? blockCuts(text, node, index) : flowCuts(text, node, index);
  for (const splices of ways) yield applySplices(text, splices);
}

function* blockCuts(text: string, { slots }: Container, index: number): Generator<readonly Splice[]> {
  const slot = slots[index];
  const next = slots[index + 1];
  if (slot === undefined || slots.length === 1) return;
  if (!startsLine(text, slot.start)) {
    // `- first: 1`: the next member moves up behind the dash.
    if (next !== undefined) yield [{ start: slot.start, end: next.start, text: '' }];
    return;
  }
  const start = lineStart(text, slot.start);
  const end = endOfOwnLines(text, slot);
  const before = previousLineEnd(text, start);
  if (before !== undefined) {
    yield [{ start: before, end, text: '' }];
    yield [{ start: before, end: slot.end, text: '' }];
    const beforeBlank = previousLineEnd(text, lineStart(text, before));
    if (beforeBlank !== undefined && isBlank(text.slice(lineStart(text, before), before))) yield [{ start: beforeBlank, end: slot.end, text: '' }];
  }
  yield [{ start, end: nextLine(text, end) ?? end, text: '' }];
  // Blank lines that were nothing behind this child would be part of a `|+` text before it.
  const blankEnd = endOfBlankLines(text, end);
  if (before !== undefined) yield [{ start: before, end: blankEnd, text: '' }];
  yield [{ start, end: blankEnd, text: '' }];
}

function endOfBlankLines(text: string, end: number): number {
  const next = nextLine(text, end);
  return next !== undefined && isBlank(text.slice(next, lineEnd(text, next))) ? endOfBlankLines(text, lineEnd(text, next)) : end;
}

/** To the end of the last line, and over comments directly below that are indented deeper than the child itself. */
function endOfOwnLines(text: string, slot: Slot): number {
  const column = columnOf(text, slot.start);
  let end = lineEnd(text, slot.end);
  for (let start = nextLine(text, end); start !== undefined; start = nextLine(text, end)) {
    const line = text.slice(start, lineEnd(text, start));
    if (!/^ *#/.test(line) || line.indexOf('#') <= column) break;
    end = start + line.length;
  }
  return end;
}

function* flowCuts(text: string, container: Container, index: number): Generator<readonly Splice[]> {
  const slot = container.slots[index];
  const next = container.slots[index + 1];
  const before = container.slots[index - 1];
  if (slot === undefined) return;
  const { start, end } = slot;
  const comma = commaIn(text, end, next?.start ?? container.end - 1);
  const commaEnd = comma === undefined ? end : comma + 1;
  const blankStart = text.slice(0, start).trimEnd().length;
  if (before !== undefined && comma === undefined) {
    const commaBefore = commaIn(text, before.end, start);
    if (commaBefore === undefined) return;
    const splice = { start: commaBefore, end: commaBefore + 1, text: '' };
    if (blankStart >= splice.end) yield [splice, { start: blankStart, end, text: '' }];
    yield [splice, { start, end, text: '' }];
  } else if (before !== undefined) {
    yield [{ start: blankStart, end: commaEnd, text: '' }];
    yield [{ start, end: commaEnd, text: '' }];
  } else {
    if (next !== undefined && isBlank(text.slice(commaEnd, next.start).replace(/[\r\n]/g, ''))) yield [{ start, end: next.start, text: '' }];
    yield [{ start, end: commaEnd, text: '' }];
    if (text[commaEnd] === ' ') yield [{ start, end: commaEnd + 1, text: '' }];
  }
}

/** The texts in which the value at `path` may have been null, or in which the root may have been missing. */
export function* waysToEmpty(text: string, path: Path): Generator<string> {
  const { node, slot } = locate(text, path);
  if (node === undefined || node.kind === 'scalar' || node.style === 'alias') return;
  const { start, end } = node;
  if (node.style === 'flow') {
    for (const word of nulls) yield applySplices(text, [{ start, end, text: word }]);
    if (slot?.valueAt !== undefined) yield applySplices(text, [{ start: slot.valueAt, end, text: '' }]);
    return;
  }
  const before = previousLineEnd(text, lineStart(text, start));
  if (slot?.valueAt !== undefined) {
    yield applySplices(text, [{ start: slot.valueAt, end, text: '' }]);
  } else {
    yield text.slice(end);
    yield text.slice(nextLine(text, end) ?? text.length);
  }
  if (before === undefined) return;
  yield applySplices(text, [{ start: before, end, text: '' }]);
  // One space stood before the word, as it nearly always does; else any number.
  const spaces = /[ ]*$/.exec(text.slice(0, before))?.[0].length ?? 0;
  for (const spelling of [spaces - 2, ...nulls.keys()]) {
    const word = nulls[spelling];
    if (word !== undefined && spelling < spaces) yield applySplices(text, [{ start: before - spelling - 1, end, text: word }]);
  }
}

/** The texts in which the value at `path` may have been an alias: one that was written out leaves the space before it. */
export function* waysToAlias(text: string, path: Path): Generator<string> {
  const { node, slot } = locate(text, path);
  if (node?.style !== 'block' || slot?.valueAt === undefined || text[slot.valueAt] !== ' ') return;
  for (const [name, { kind, start }] of requireTree(text).anchors) {
    if (kind === node.kind && start < node.start) yield applySplices(text, [{ start: slot.valueAt, end: node.end, text: ` *${name}` }]);
  }
}

function insertAt(text: string, at: number, added: string): string {
  return applySplices(text, [{ start: at, end: at, text: added }]);
}
