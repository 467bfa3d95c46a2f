import { parseJson } from '../syntax/json.ts';
import { nodeAt } from '../syntax/json-nodes.ts';
import {
  findMember,
  sameValue,
  toValue,
  type ListNode,
  type MapNode,
  type Node,
  type Parsed,
  type Value,
  type ValueMap,
} from '../syntax/node.ts';
import {
  entriesOf,
  findContainer,
  findEntry,
  type EntryChange,
  type Format,
  type ServersAt,
  type Tolerance,
  applySplices,
} from './format.ts';
import { cutChild, insertChild, styleOfMember } from './json-children.ts';
import { plainStyle, renderJson, renderMember, type JsonStyle } from './json-style.ts';
import { requireOnlyEntryChanged } from './verify.ts';

/** JSON and JSON with comments. */
export const json: Format = {
  parse: parseJson,

  change(text, tolerance, at, change) {
    const result = change.kind === 'set' ? setEntry(text, tolerance, at, change) : removeEntry(text, tolerance, at, change);
    if (result !== text) requireUntouched(text ?? '', result ?? '', tolerance, at, change);
    return result;
  },

  snippet: (at, name, fields) => renderJson(chain(at.path, at, name, fields), plainStyle, ''),
};

/**
 * Everything beside the entry is compared as text, not as value: that is what lossless means, and it is cheaper. Where the text
 * around the container is the same to the letter and is most of the file, only the container is read again, and a large file not a
 * second time. A file that is nearly all container is read whole: the next change of it begins with that reading.
 */
function requireUntouched(before: string, after: string, tolerance: Tolerance, at: ServersAt, change: EntryChange): void {
  const container = findContainer(rootOf(parseJson(before, tolerance)), at);
  const tail = container === undefined ? 0 : before.length - container.end;
  const isAroundSame =
    container !== undefined &&
    container.end - container.start < before.length / 2 &&
    before.slice(0, container.start) === after.slice(0, container.start) &&
    before.slice(container.end) === after.slice(Math.max(container.start, after.length - tail));
  if (isAroundSame)
    requireSameInside(
      before.slice(container.start, container.end),
      after.slice(container.start, after.length - tail),
      tolerance,
      { ...at, path: [] },
      change,
    );
  else requireSameInside(before, after, tolerance, at, change);
}

function requireSameInside(before: string, after: string, tolerance: Tolerance, at: ServersAt, change: EntryChange): void {
  requireOnlyEntryChanged(
    parseJson(before, tolerance),
    parseJson(after, tolerance),
    at,
    change,
    (a, b) => a.end - a.start === b.end - b.start && before.slice(a.start, a.end) === after.slice(b.start, b.end),
  );
}

function setEntry(text: string | undefined, tolerance: Tolerance, at: ServersAt, change: EntryChange & { kind: 'set' }): string {
  const root = rootOf(parseJson(text ?? '', tolerance));
  if (text === undefined || root === undefined) return createRoot(text, chain(at.path, at, change.name, change.fields));
  const entry = findEntry(findContainer(root, at), at, change.name);
  if (entry) return setFields(text, entry.fields, change);
  return insertEntry(text, root, at, change);
}

/** A new entry is inserted into the deepest existing container of the path; the missing containers are created around it. */
function insertEntry(text: string, root: Node, at: ServersAt, change: EntryChange & { kind: 'set' }): string {
  let parent = root;
  for (const [depth, key] of at.path.entries()) {
    const next = findMember(parent, key)?.value;
    if (next === undefined) {
      const missing = chain(at.path.slice(depth + 1), at, change.name, change.fields);
      return insertChild(text, requireContainer(parent), (style, indent) => renderMember(key, missing, style, indent), true);
    }
    parent = next;
  }
  return insertChild(
    text,
    requireContainer(parent),
    (style, indent) =>
      at.kind === 'map'
        ? renderMember(change.name, change.fields, style, indent)
        : renderJson(listItem(at, change.name, change.fields), style, indent),
    true,
  );
}

/** The entry with every missing container of the path around it. */
function chain(path: readonly string[], at: ServersAt, name: string, fields: ValueMap): Value {
  const container: Value = at.kind === 'map' ? new Map([[name, fields]]) : [listItem(at, name, fields)];
  return path.reduceRight<Value>((inner, key) => new Map([[key, inner]]), container);
}

function listItem(at: ServersAt, name: string, fields: ValueMap): ValueMap {
  if (at.wrap !== undefined)
    return new Map<string, Value>([
      ['name', name],
      [at.wrap, fields],
    ]);
  return new Map<string, Value>([['name', name], ...fields]);
}

/** A text without any value: no file, an empty one, or nothing but comments. Existing text is kept in front of the new value. */
export function createRoot(text: string | undefined, value: Value): string {
  if (text === undefined) return `${renderJson(value, plainStyle, '')}\n`;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const endsLine = /[\r\n]$/.test(text);
  const gap = endsLine || text.trim() === '' ? '' : eol;
  return text + gap + renderJson(value, { ...plainStyle, eol }, '') + (endsLine ? eol : '');
}

/** Leaf by leaf, so that the user's own fields, their order and their comments stay. */
function setFields(text: string, entry: Node, change: { readonly fields: ValueMap; readonly drop: readonly string[] }): string {
  if (entry.kind !== 'map') return replaceValue(text, entry, change.fields, plainStyle, '');
  let result = text;
  // Every edit below happens inside the entry, so its start stays where it is.
  const current = (): MapNode => requireMap(nodeAt(result, entry.start));
  for (const key of change.drop) {
    if (change.fields.has(key)) continue;
    for (let index = indexOfMember(current(), key); index !== -1; index = indexOfMember(current(), key)) {
      result = cutChild(result, current(), index);
    }
  }
  for (const [key, value] of change.fields) {
    const member = findMember(current(), key);
    if (member === undefined) {
      result = insertChild(result, current(), (style, indent) => renderMember(key, value, style, indent));
    } else if (value instanceof Map && member.value.kind === 'map') {
      result = setFields(result, member.value, { fields: value, drop: [] });
    } else if (!sameValue(toValue(member.value), value)) {
      const { style, indent } = styleOfMember(result, current(), member);
      result = replaceValue(result, member.value, value, style, indent);
    }
  }
  return result;
}

function indexOfMember(map: MapNode, key: string): number {
  return map.members.findIndex((member) => member.key === key);
}

function replaceValue(text: string, node: Node, value: Value, style: JsonStyle, indent: string): string {
  return applySplices(text, [{ start: node.start, end: node.end, text: renderJson(value, style, indent) }]);
}

/**
 * Taking an entry out is the inverse of putting it in: of the texts that this one may have come from, outermost first, the one
 * from which `set` makes exactly this text is the original. If none is, the entry was not made by snap in this form, and only the
 * entry itself goes.
 */
function removeEntry(
  text: string | undefined,
  tolerance: Tolerance,
  at: ServersAt,
  { keepsMap, name }: EntryChange & { kind: 'remove' },
): string | undefined {
  const root = rootOf(parseJson(text ?? '', tolerance));
  const container = findContainer(root, at);
  const found = entriesOf(container, at).filter((entry) => entry.name === name);
  const only = found[0];
  if (text === undefined || root === undefined || only === undefined) return text;

  const value = toValue(only.fields);
  if (entriesOf(container, at).length === 1 && value instanceof Map && keepsMap !== true) {
    const fields = new Map(value);
    if (at.kind === 'list' && at.wrap === undefined) fields.delete('name');
    const change = { kind: 'set', name, fields, drop: [] } as const;
    for (const original of originals(text, root, at)) {
      if (setEntry(original, tolerance, at, change) === text) return original;
    }
  }
  return removeAll(text, tolerance, at, name);
}

/** No file, then no root, then without each container of the path from the outside in, then with an empty one. */
function* originals(text: string, root: Node, at: ServersAt): Generator<string | undefined> {
  if (isChain(root, at.path)) {
    yield undefined;
    const before = text.slice(0, root.start);
    yield before;
    yield before.replace(/\r?\n$/, '');
  }
  let parent: Node | undefined = root;
  for (const [depth, key] of at.path.entries()) {
    if (parent?.kind !== 'map') return;
    const index = parent.members.findLastIndex((member) => member.key === key);
    const child: Node | undefined = parent.members[index]?.value;
    if (isChain(child, at.path.slice(depth + 1))) yield* cuts(text, parent, index);
    parent = child;
  }
  if (parent !== undefined && parent.kind !== 'scalar') yield* cuts(text, parent, 0);
}

/** Without the child; a container that was empty may have got a blank with its first one. */
function* cuts(text: string, parent: MapNode | ListNode, index: number): Generator<string> {
  const cut = cutChild(text, parent, index);
  yield cut;
  if (cut[parent.start + 1] === ' ') yield applySplices(cut, [{ start: parent.start + 1, end: parent.start + 2, text: '' }]);
}

/** Whether a node holds nothing beside the path. */
function isChain(node: Node | undefined, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  return node?.kind === 'map' && node.members.length === 1 && isChain(findMember(node, key)?.value, rest);
}

function removeAll(text: string, tolerance: Tolerance, at: ServersAt, name: string): string {
  let result = text;
  for (;;) {
    const container = findContainer(rootOf(parseJson(result, tolerance)), at);
    const index = entriesOf(container, at).findIndex((entry) => entry.name === name);
    if (index === -1 || container === undefined) return result;
    result = cutChild(result, requireContainer(container), index);
  }
}

function rootOf(parsed: Parsed): Node | undefined {
  return parsed.kind === 'tree' ? parsed.root : undefined;
}

function requireMap(node: Node): MapNode {
  if (node.kind !== 'map') throw new TypeError(`a map is expected at ${node.start}`);
  return node;
}

function requireContainer(node: Node): MapNode | ListNode {
  if (node.kind === 'scalar') throw new TypeError(`a container is expected at ${node.start}`);
  return node;
}
