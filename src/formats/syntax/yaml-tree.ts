import { isAlias, isMap, isScalar, isSeq, type CST, type Document, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span, ListNode, MapNode, Member, ScalarNode } from './node.ts';
import { SyntaxStop } from './reading.ts';

/** Aliases of aliases grow without bound ("billion laughs"); no real config comes near. */
const maxAliasedNodes = 100_000;

/** What is known while a document is read from its start to its end. */
interface Reader {
  readonly text: string;
  /** `open` while the anchored value is still being read: an alias to it would contain itself. */
  readonly anchors: Map<string, YamlNode | 'open'>;
  aliasedNodes: number;
}

/**
 * The document's values with their places; no root where it holds no value.
 * @throws SyntaxStop where the library read something that has no value here.
 */
export function readTree(
  text: string,
  { contents }: Document.Parsed,
): { readonly root?: YamlNode; readonly anchors: ReadonlyMap<string, YamlNode> } {
  const reader: Reader = { text, anchors: new Map(), aliasedNodes: 0 };
  // `---` alone is an implied null as well: there is nothing that a person wrote.
  const isEmpty = contents === null || (isImplied(contents) && contents.anchor === undefined && contents.tag === undefined);
  const root = isEmpty ? undefined : readNode(reader, contents, contents.range[0]);
  const anchors = new Map([...reader.anchors].flatMap(([name, node]) => (node === 'open' ? [] : [[name, node] as const])));
  return root === undefined ? { anchors } : { anchors, root };
}

/** @param impliedAt Where a value is of which nothing is written */
function readNode(reader: Reader, node: ParsedNode, impliedAt: number): YamlNode {
  if (isAlias(node)) return readAlias(reader, node.source, { start: node.range[0], end: node.range[1] });
  const { anchor } = node;
  if (anchor !== undefined) reader.anchors.set(anchor, 'open');
  const read = isMap(node) ? readMap(reader, node) : isSeq(node) ? readList(reader, node) : readScalar(reader.text, node, impliedAt);
  if (anchor !== undefined) reader.anchors.set(anchor, read);
  return read;
}

function readAlias(reader: Reader, name: string, span: Span): YamlNode {
  const target = reader.anchors.get(name);
  if (target === undefined) throw new SyntaxStop(span.start, 'an anchor of the same name is expected before this alias');
  if (target === 'open') throw new SyntaxStop(span.start, 'this alias is inside the value it refers to');
  return aliased(reader, target, span);
}

/** The value of an alias, with the alias as the place of everything in it. */
function aliased(reader: Reader, node: YamlNode, { start, end }: Span): YamlNode {
  if (++reader.aliasedNodes > maxAliasedNodes) throw new SyntaxStop(start, 'the aliases of this file grow to too many values');
  const at = { start, end, style: 'alias' } as const;
  const slotOf = (value: YamlNode): Slot => ({ start, end, value, isQualified: false });
  switch (node.kind) {
    case 'scalar':
      return { ...at, kind: 'scalar', value: node.value };
    case 'list': {
      const items = node.items.map((item) => aliased(reader, item, at));
      return { ...at, kind: 'list', items, slots: items.map(slotOf) };
    }
    case 'map': {
      const members = node.members.map(({ key, value }) => ({
        start,
        end,
        key,
        keySpan: { start, end },
        value: aliased(reader, value, at),
      }));
      return { ...at, kind: 'map', members, slots: members.map(({ value }) => slotOf(value)) };
    }
    default:
      return node satisfies never;
  }
}

function readList(reader: Reader, node: YAMLSeq.Parsed): YamlList {
  const tokens = itemTokens(node.srcToken);
  const slots = node.items.map((item, i): Slot => {
    const token = tokens[i];
    const valueAt = endOfMarks(token?.start);
    const value = readNode(reader, item, valueAt ?? item.range[0]);
    return makeSlot(firstMark(token) ?? value.start, value, valueAt, token?.start);
  });
  const style = node.flow === true ? 'flow' : 'block';
  return { kind: 'list', style, items: slots.map(({ value }) => value), slots, ...spanOf(node, style, slots) };
}

function readMap(reader: Reader, node: YAMLMap.Parsed): YamlMap {
  const members: YamlMember[] = [];
  const slots: Slot[] = [];
  for (const pair of node.items) {
    const token = pair.srcToken;
    const from = firstMark(token) ?? pair.key.range[0];
    const key = readNode(reader, pair.key, from);
    const hasColon = token?.sep?.some(({ type }) => type === 'map-value-ind') === true;
    const valueAt = hasColon ? endOfMarks(token?.sep) : undefined;
    const value = pair.value === null ? impliedNull(key.end) : readNode(reader, pair.value, valueAt ?? key.end);
    const slot = makeSlot(from, value, valueAt, token?.sep);
    slots.push(slot);
    members.push({
      key: keyText(reader.text, key),
      keySpan: { start: key.start, end: key.end },
      value,
      start: key.start,
      end: slot.end,
    });
  }
  const style = node.flow === true ? 'flow' : 'block';
  return { kind: 'map', style, members, slots, ...spanOf(node, style, slots) };
}

function readScalar(text: string, node: Scalar.Parsed, impliedAt: number): YamlScalar {
  const { value, type } = node;
  const [start, end] = node.range;
  if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new SyntaxStop(start, 'a text, a number, true, false or null is expected here');
  }
  if (isImplied(node)) return { kind: 'scalar', value, style: 'implied', start: impliedAt, end: impliedAt };
  switch (type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      // Without the end of its last line, so that like every other value it ends on the line it is written on.
      return { kind: 'scalar', value, style: 'block', start, end: start + text.slice(start, end).replace(/\r?\n$/, '').length };
    case 'QUOTE_DOUBLE':
      return { kind: 'scalar', value, style: 'double-quoted', start, end };
    case 'QUOTE_SINGLE':
      return { kind: 'scalar', value, style: 'single-quoted', start, end };
    default:
      return { kind: 'scalar', value, style: 'plain', start, end };
  }
}

function impliedNull(at: number): YamlScalar {
  return { kind: 'scalar', value: null, style: 'implied', start: at, end: at };
}

function isImplied(node: ParsedNode): boolean {
  return isScalar(node) && node.type === 'PLAIN' && node.source === '';
}

function makeSlot(start: number, value: YamlNode, valueAt: number | undefined, tokens: readonly CST.SourceToken[] | undefined): Slot {
  const isQualified = tokens?.some(({ type }) => type === 'anchor' || type === 'tag') === true;
  return { start, end: value.end, value, isQualified, valueAt };
}

/** A block reaches to its last value, not over the comments after it as the library has it. */
function spanOf(node: YAMLMap.Parsed | YAMLSeq.Parsed, style: 'block' | 'flow', slots: readonly Slot[]): Span {
  const [start, end] = node.range;
  return { start, end: style === 'block' ? (slots.at(-1)?.end ?? end) : end };
}

/** The parts of a list's text that are items: a comment at the end or a trailing comma is a part of its own. */
function itemTokens(token: CST.Token | undefined): readonly CST.CollectionItem[] {
  if (token?.type === 'block-seq') return token.items.filter(({ start }) => start.some(({ type }) => type === 'seq-item-ind'));
  if (token?.type !== 'flow-collection') return [];
  return token.items.filter((item) => item.key ?? item.sep ?? item.value ?? firstMark(item));
}

const marks: ReadonlySet<CST.SourceToken['type']> = new Set(['anchor', 'tag', 'explicit-key-ind', 'map-value-ind', 'seq-item-ind']);

function firstMark(item: CST.CollectionItem | undefined): number | undefined {
  const mark = item?.start.find(({ type }) => marks.has(type));
  return mark?.offset ?? item?.key?.offset ?? item?.sep?.find(({ type }) => marks.has(type))?.offset;
}

function endOfMarks(tokens: readonly CST.SourceToken[] | undefined): number | undefined {
  const mark = tokens?.findLast(({ type }) => marks.has(type));
  return mark && mark.offset + mark.source.length;
}

/** A key that is itself a list or a map is known by the way it is written. */
function keyText(text: string, key: YamlNode): string {
  return key.kind === 'scalar' ? String(key.value) : text.slice(key.start, key.end);
}

/**
 * A value with what an edit must know about how it is written.
 * - `implied`: nothing is written (`key:`), the value is null and its span is empty
 * - `alias`: it is read through `*name`. The span of it and of all that is in it is the alias's: nothing in it can be edited there
 */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar extends ScalarNode {
  readonly style: 'plain' | 'single-quoted' | 'double-quoted' | 'block' | 'implied' | 'alias';
}

export interface YamlList extends ListNode {
  readonly style: 'block' | 'flow' | 'alias';
  readonly items: readonly YamlNode[];
  /** One for each item. */
  readonly slots: readonly Slot[];
}

export interface YamlMap extends MapNode {
  readonly style: 'block' | 'flow' | 'alias';
  readonly members: readonly YamlMember[];
  /** One for each member. */
  readonly slots: readonly Slot[];
}

export interface YamlMember extends Member {
  readonly value: YamlNode;
}

/** A `key: value` or a `- item` as a whole: from its first mark (`?`, `-`, `&anchor`, the key) to the value's end. */
export interface Slot extends Span {
  readonly value: YamlNode;
  /** After the `:` or `-` and what qualifies the value (`&anchor`, `!tag`): where an implied value is. Absent without any. */
  readonly valueAt?: number | undefined;
  /** Whether the value has an anchor or a tag. */
  readonly isQualified: boolean;
}
