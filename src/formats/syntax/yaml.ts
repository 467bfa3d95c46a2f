import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type CST,
  type Document,
  type ParsedNode,
  type Scalar,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { positionAt, type ListNode, type MapNode, type Member, type ScalarNode, type Span, type SyntaxProblem } from './node.ts';

/**
 * A value with what an edit must know about how it stands there.
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
  /** Behind the `:` or `-` and what qualifies the value (`&anchor`, `!tag`): where an implied value stands. Absent without any. */
  readonly valueAt?: number;
  /** Whether the value has an anchor or a tag. */
  readonly isQualified: boolean;
}

export type YamlParsed =
  | {
      readonly kind: 'tree';
      readonly root?: YamlNode;
      /** Every `&anchor` with its value. */ readonly anchors: ReadonlyMap<string, YamlNode>;
    }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/**
 * YAML 1.2 with the core schema, one document. Keys of other types are read as text, aliases as their value, `<<` as a key like
 * any other. A text that cannot be read gives the first problem; it never throws.
 */
export function parseYaml(text: string): YamlParsed {
  // A lone CR ends a line in YAML, but the library does not know it. The same length keeps every offset.
  const readable = text.replace(/\r(?!\n)/g, '\n');
  const deep = tooDeepAt(readable);
  if (deep !== undefined) return problemAt(text, deep, tooDeep);
  try {
    const document = parseDocument(readable, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      keepSourceTokens: true,
      prettyErrors: false,
      // Clients keep the last one, and so do their own writers' files.
      uniqueKeys: false,
    });
    const [first] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
    if (first !== undefined) return problemAt(text, ...explain(first, readable, document));
    return readTree(readable, document);
  } catch (error) {
    if (error instanceof Unreadable) return problemAt(text, error.offset, error.message);
    // The library descends by recursion.
    if (error instanceof RangeError) return problemAt(text, 0, tooDeep);
    throw error;
  }
}

const maxDepth = 200;
const tooDeep = `the values are nested too deeply (more than ${maxDepth} levels)`;

/**
 * Where brackets, dashes on one line, or lines each indented further than the one before go deeper than the library can follow. Quotes
 * are not looked at: so many open brackets are in no text. A stack that ends while a regular expression is compiled ends the process,
 * and no `catch` hears of it.
 */
function tooDeepAt(text: string): number | undefined {
  const dashes = /(?:[-?][ \t]{1,9}){200}/.exec(text);
  if (dashes !== null) return dashes.index;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '[' || character === '{') depth += 1;
    else if (depth > 0 && (character === ']' || character === '}')) depth -= 1;
    if (depth > maxDepth) return i;
  }
  return deepLineIn(text);
}

function deepLineIn(text: string): number | undefined {
  const indents: number[] = [];
  for (const line of text.matchAll(/^ *(?=[^ \r\n#])/gm)) {
    const indent = line[0].length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > maxDepth) return line.index + indent;
  }
  return undefined;
}

function problemAt(text: string, offset: number, message: string): YamlParsed {
  return { kind: 'problem', problem: { ...positionAt(text, offset), message } };
}

/** A text that the library accepts and that has no value for us. */
class Unreadable extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Aliases of aliases grow without bound ("billion laughs"); no real config comes near. */
const mostAliasedNodes = 100_000;

function readTree(text: string, { contents }: Document.Parsed): YamlParsed {
  /** `open` while the anchored value is still being read: an alias to it would contain itself. */
  const anchors = new Map<string, YamlNode | 'open'>();
  let aliasedNodes = 0;

  /** `impliedAt` is where a value stands of which nothing is written. */
  function readNode(node: ParsedNode, impliedAt: number): YamlNode {
    if (isAlias(node)) return readAlias(node.source, { start: node.range[0], end: node.range[1] });
    const { anchor } = node;
    if (anchor !== undefined) anchors.set(anchor, 'open');
    const read = isMap(node) ? readMap(node) : isSeq(node) ? readList(node) : readScalar(text, node, impliedAt);
    if (anchor !== undefined) anchors.set(anchor, read);
    return read;
  }

  function readAlias(name: string, span: Span): YamlNode {
    const target = anchors.get(name);
    if (target === undefined) throw new Unreadable(span.start, 'an anchor of the same name is expected before this alias');
    if (target === 'open') throw new Unreadable(span.start, 'this alias stands inside the value it refers to');
    return aliased(target, span);
  }

  function aliased(node: YamlNode, { start, end }: Span): YamlNode {
    if (++aliasedNodes > mostAliasedNodes) throw new Unreadable(start, 'the aliases of this file grow to too many values');
    const at = { start, end, style: 'alias' } as const;
    const slotOf = (value: YamlNode): Slot => ({ start, end, value, isQualified: false });
    switch (node.kind) {
      case 'scalar':
        return { ...at, kind: 'scalar', value: node.value };
      case 'list': {
        const items = node.items.map((item) => aliased(item, at));
        return { ...at, kind: 'list', items, slots: items.map(slotOf) };
      }
      case 'map': {
        const members = node.members.map(({ key, value }) => ({ start, end, key, keySpan: { start, end }, value: aliased(value, at) }));
        return { ...at, kind: 'map', members, slots: members.map(({ value }) => slotOf(value)) };
      }
      default:
        return node satisfies never;
    }
  }

  function readList(node: YAMLSeq.Parsed): YamlList {
    const tokens = itemTokens(node.srcToken);
    const slots = node.items.map((item, i): Slot => {
      const token = tokens[i];
      const valueAt = endOfMarks(token?.start);
      const value = readNode(item, valueAt ?? item.range[0]);
      return makeSlot(firstMark(token) ?? value.start, value, valueAt, token?.start);
    });
    const style = node.flow === true ? 'flow' : 'block';
    return { kind: 'list', style, items: slots.map(({ value }) => value), slots, ...spanOf(node, style, slots) };
  }

  function readMap(node: YAMLMap.Parsed): YamlMap {
    const members: YamlMember[] = [];
    const slots: Slot[] = [];
    for (const pair of node.items) {
      const token = pair.srcToken;
      const from = firstMark(token) ?? pair.key.range[0];
      const key = readNode(pair.key, from);
      const hasColon = token?.sep?.some(({ type }) => type === 'map-value-ind') === true;
      const valueAt = hasColon ? endOfMarks(token?.sep) : undefined;
      const value = pair.value === null ? impliedNull(key.end) : readNode(pair.value, valueAt ?? key.end);
      const slot = makeSlot(from, value, valueAt, token?.sep);
      slots.push(slot);
      members.push({ key: keyText(text, key), keySpan: { start: key.start, end: key.end }, value, start: key.start, end: slot.end });
    }
    const style = node.flow === true ? 'flow' : 'block';
    return { kind: 'map', style, members, slots, ...spanOf(node, style, slots) };
  }

  // `---` alone is an implied null as well: there is nothing that a person wrote.
  const isEmpty = contents === null || (isImplied(contents) && contents.anchor === undefined && contents.tag === undefined);
  const root = isEmpty ? undefined : readNode(contents, contents.range[0]);
  return {
    kind: 'tree',
    anchors: new Map([...anchors].flatMap(([name, node]) => (node === 'open' ? [] : [[name, node] as const]))),
    ...(root === undefined ? {} : { root }),
  };
}

function readScalar(text: string, node: Scalar.Parsed, impliedAt: number): YamlScalar {
  const { value, type } = node;
  const [start, end] = node.range;
  if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new Unreadable(start, 'a text, a number, true, false or null is expected here');
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
  return { start, end: value.end, value, isQualified, ...(valueAt === undefined ? {} : { valueAt }) };
}

/** A block reaches to its last value, not over the comments behind it as the library has it. */
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

/** Offset and message; the offset is a better one where the library points behind the place a person has to look at. */
function explain(error: YAMLError, text: string, document: Document.Parsed): [offset: number, message: string] {
  const [offset] = error.pos;
  const conflict = /^[<>]{7} /m.exec(text);
  if (conflict) return [conflict.index, 'a merge conflict has to be resolved here'];
  switch (error.code) {
    case 'RESOURCE_EXHAUSTION':
      return [offset, tooDeep];
    case 'MULTIPLE_DOCS':
      return [offset, 'only one document is read; a second one starts here'];
    case 'TAB_AS_INDENT':
      return [offset, 'spaces are expected as indentation, not a tab'];
    case 'BLOCK_AS_IMPLICIT_KEY':
      return [offset, 'only one "key: value" is expected on a line; a text with ": " in it needs quotes'];
    case 'MULTILINE_IMPLICIT_KEY':
      return [offset, 'a ":" is expected behind the key on this line'];
    case 'BAD_SCALAR_START':
      return [offset, 'quotes are expected around a text that starts with this character'];
    case 'BAD_DQ_ESCAPE':
      return [offset, 'a backslash inside double quotes is expected to be written "\\\\"'];
    case 'BAD_INDENT':
      return [offset, missingBracket(error) ?? 'the indentation is expected to fit the lines above'];
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing'))
        return [startOfUnclosed(document, offset) ?? offset, 'this text has no closing quote'];
      if (error.message.startsWith('Implicit')) return [offset, 'a ":" is expected behind this key'];
      return [offset, missingBracket(error) ?? firstLine(error.message)];
    default:
      return [offset, missingBracket(error) ?? firstLine(error.message)];
  }
}

function missingBracket({ message }: YAMLError): string | undefined {
  const bracket = /end with a ([\]}])$/.exec(message)?.[1];
  return bracket && `a "${bracket}" is expected before this`;
}

/** The library's own words without the piece of the file it quotes, which may be a secret. */
function firstLine(message: string): string {
  return message.split(/[\r\n]|: |["`]/, 1)[0] ?? message;
}

/** The quoted text that ends where the quote was missed; when none does, the last one: it reaches to the end. */
function startOfUnclosed(document: Document.Parsed, offset: number): number | undefined {
  let last: number | undefined;
  let here: number | undefined;
  visit(document, {
    Scalar(_, node) {
      if ((node.type !== 'QUOTE_DOUBLE' && node.type !== 'QUOTE_SINGLE') || !node.range) return;
      const [start, end] = node.range;
      last = Math.max(last ?? 0, start);
      if (start < offset && offset <= end + 1) here = start;
    },
  });
  return here ?? last;
}
