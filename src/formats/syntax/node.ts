/**
 * The one tree that every format is read into: values with the place they stand at in the text.
 *
 * Offsets are UTF-16 code units into the decoded text (no byte order mark), `end` is exclusive.
 */

/** A value without positions. Maps are `Map`s, so that `__proto__` is a key like any other. */
export type Value = string | number | boolean | null | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends Span {
  readonly kind: 'scalar';
  /** Numbers keep only their value here; their spelling stays in the text. */
  readonly value: string | number | boolean | null;
}

export interface ListNode extends Span {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export interface MapNode extends Span {
  readonly kind: 'map';
  /** In the order of the text, duplicates included: the last one of a name is the one that counts. */
  readonly members: readonly Member[];
}

/** One `key: value`. Its own span is from the key's start to the value's end. */
export interface Member extends Span {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
}

export type Node = ScalarNode | ListNode | MapNode;

/** Why a text cannot be read: where (1-based) and what would have been right there. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** It is none of the text: it is nested deeper than snap reads, and other programs may read it. */
  readonly isTooDeep?: boolean | undefined;
}

export type Parsed =
  | { readonly kind: 'tree'; /** Absent for a text without any value. */ readonly root?: Node }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/** Every map of a tree, the outer ones first. */
export function* allMaps(node: Node | undefined): Generator<MapNode> {
  if (node?.kind === 'list') for (const item of node.items) yield* allMaps(item);
  if (node?.kind !== 'map') return;
  yield node;
  for (const { value } of node.members) yield* allMaps(value);
}

/** The member that counts under this key: the last one, as every parser of the clients has it. */
export function findMember(node: Node | undefined, key: string): Member | undefined {
  if (node?.kind !== 'map') return undefined;
  // A validation asks this ten thousand times: a function made for each would be most of what it leaves to collect.
  const { members } = node;
  for (let i = members.length - 1; i >= 0; i -= 1) if (members[i]?.key === key) return members[i];
  return undefined;
}

/** The node at the end of a path of keys. */
export function findNode(root: Node | undefined, path: readonly string[]): Node | undefined {
  let node = root;
  for (const key of path) node = findMember(node, key)?.value;
  return node;
}

export function toValue(node: Node): Value {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(toValue);
    case 'map':
      return new Map(node.members.map((member) => [member.key, toValue(member.value)]));
    default:
      return node satisfies never;
  }
}

/** `instanceof Map` alone does not narrow read-only maps. */
export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

/** `Array.isArray` alone does not narrow read-only lists. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function sameValue(a: Value, b: Value): boolean {
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !sameValue(value, other)) return false;
    }
    return true;
  }
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i] ?? null));
  }
  return Object.is(a, b);
}

/** The value with plain objects for maps, as JSON has it. */
export function toPlain(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(toPlain);
    case 'map':
      // A key may be called `__proto__`: entries define it, and set no prototype.
      return Object.fromEntries(node.members.map((member) => [member.key, toPlain(member.value)]));
    default:
      return node satisfies never;
  }
}
