import { SnapError } from '../../system/index.ts';
import { findMember, findNode, sameValue, toValue, type Node, type Value, type ValueMap, isList } from '../syntax/node.ts';
import { parseYaml } from '../syntax/yaml.ts';
import { entriesOf, findContainer, type EntryChange, type Format, type ServersAt } from './format.ts';
import { requireOnlyEntryChanged } from './verify.ts';
import { cutChild, waysToAlias, waysToCut, waysToEmpty } from './yaml-cut.ts';
import { insertChild, type Child } from './yaml-insert.ts';
import { findAt, locate, refusal, requireTree, slotIndex, type Path, replaceValue } from './yaml-locate.ts';

type SetChange = EntryChange & { readonly kind: 'set' };

/** YAML 1.2: comments, anchors, block texts and every spelling of the user's stay as they are. */
export const yaml: Format = {
  parse: (text) => parseYaml(text),

  change(text, _, at, change) {
    const result = change.kind === 'set' ? setEntry(text, at, change) : removeEntry(text, at, change.name);
    if (result !== text) requireOnlyEntryChanged(parseYaml(text ?? ''), parseYaml(result ?? ''), at, change);
    return result;
  },

  snippet: (at, name, fields) => setEntry('', at, { kind: 'set', name, fields, drop: [] }),
};

function setEntry(text: string | undefined, at: ServersAt, change: SetChange): string {
  if (text === undefined) return `${setEntry('', at, change)}\n`;
  const { root } = requireTree(text);
  const container = findContainer(root, at);
  const index = entriesOf(container, at).findLastIndex(({ name }) => name === change.name);
  if (index === -1) return insertEntry(text, root, at, change);
  const item: Path = [...at.path, index];
  const isWrapped =
    at.kind === 'list' && at.wrap !== undefined && container?.kind === 'list' && findMember(container.items[index], at.wrap) !== undefined;
  return mergeFields(text, isWrapped && at.wrap !== undefined ? [...item, at.wrap] : item, change.fields, change.drop);
}

/** A new entry is inserted into the deepest existing container of the path; the missing containers are created around it. */
function insertEntry(text: string, root: Node | undefined, at: ServersAt, { name, fields }: SetChange): string {
  const there = at.path.findIndex((_, depth) => findNode(root, at.path.slice(0, depth + 1)) === undefined);
  const depth = there === -1 ? at.path.length : there;
  refuseAlias(text, at.path.slice(0, depth));
  return insertChild(text, at.path.slice(0, depth), chain(at.path.slice(depth), entryChild(at, name, fields)));
}

/** Servers behind an alias are defined elsewhere: an entry would have to be added there, or the alias replaced. The person decides. */
function refuseAlias(text: string, path: Path): void {
  for (let depth = 1; depth <= path.length; depth++) if (locate(text, path.slice(0, depth)).node?.style === 'alias') throw refusal();
}

function entryChild(at: ServersAt, name: string, fields: ValueMap): Child {
  if (at.kind === 'map') return { key: name, value: fields, created: 0 };
  const own: ValueMap = at.wrap === undefined ? fields : new Map([[at.wrap, fields]]);
  return { value: new Map<string, Value>([['name', name], ...own]), created: 0 };
}

/** The entry with every missing container of the path around it. */
function chain(path: readonly string[], entry: Child): Child {
  return path.reduceRight<Child>(
    (child, key) => ({
      key,
      value: child.key === undefined ? [child.value] : new Map([[child.key, child.value]]),
      created: child.created + 1,
    }),
    entry,
  );
}

/** Leaf by leaf, so that the user's own fields, their order and their comments stay. */
function mergeFields(text: string, path: Path, fields: ValueMap, drop: readonly string[]): string {
  const current = (of: string): Node | undefined => findAt(requireTree(of).root, path);
  if (current(text)?.kind !== 'map') return replaceValue(text, path, fields);
  let result = text;
  for (const [key, value] of fields) {
    const member = findMember(current(result), key);
    if (member === undefined) result = insertChild(result, path, { key, value, created: 0 });
    else result = mergeValue(result, [...path, key], member.value, value);
  }
  for (const key of drop) {
    if (fields.has(key)) continue;
    for (let index = slotIndex(current(result), key); index !== -1; index = slotIndex(current(result), key)) {
      result = cutChild(result, path, index);
    }
  }
  return result;
}

function mergeValue(text: string, path: Path, old: Node, value: Value): string {
  if (value instanceof Map && old.kind === 'map') return mergeFields(text, path, value, []);
  if (sameValue(toValue(old), value)) return text;
  if (isList(value) && value.length > 0 && old.kind === 'list' && old.items.length > 0) return mergeItems(text, path, old.items, value);
  return replaceValue(text, path, value);
}

/** Item by item, so that comments beside the others stay. */
function mergeItems(text: string, path: Path, old: readonly Node[], items: readonly Value[]): string {
  let result = text;
  for (const [i, value] of items.entries()) {
    const item = old[i];
    if (item === undefined) result = insertChild(result, path, { value, created: 0 });
    else if (!sameValue(toValue(item), value)) result = replaceValue(result, [...path, i], value);
  }
  for (let i = old.length - 1; i >= items.length; i--) result = cutChild(result, path, i);
  return result;
}

/**
 * Taking an entry out is the inverse of putting it in: of the texts that this one may have come from, outermost first, the one
 * from which `set` makes exactly this text is the original. If none is, the entry was not made by snap in this form, and only the
 * entry itself goes.
 */
function removeEntry(text: string | undefined, at: ServersAt, name: string): string | undefined {
  if (text === undefined) return undefined;
  const indices = entryIndices(text, at, name);
  const [only] = indices;
  if (only === undefined) return text;
  if (indices.length === 1) {
    const change = ownChange(text, at, only, name);
    for (const original of change ? originals(text, at, only) : []) {
      if (change && setsTo(original, at, change, text)) return original;
    }
  }
  let result = text;
  for (const index of indices.toReversed()) result = cutChild(result, at.path, index);
  return result;
}

function entryIndices(text: string, at: ServersAt, name: string): readonly number[] {
  const entries = entriesOf(findContainer(requireTree(text).root, at), at);
  return entries.flatMap((entry, index) => (entry.name === name ? [index] : []));
}

/** What would have been asked of `set` to make this entry. */
function ownChange(text: string, at: ServersAt, index: number, name: string): SetChange | undefined {
  const entry = entriesOf(findContainer(requireTree(text).root, at), at)[index];
  const value = entry && toValue(entry.fields);
  if (!(value instanceof Map)) return undefined;
  const isNamed = at.kind === 'list' && at.wrap === undefined;
  return { kind: 'set', name, fields: new Map([...value].filter(([key]) => !(isNamed && key === 'name'))), drop: [] };
}

function setsTo(original: string | undefined, at: ServersAt, change: SetChange, text: string): boolean {
  try {
    return setEntry(original, at, change) === text;
  } catch (error) {
    // Candidates are made by cutting: some are no YAML, so this one is not where the text came from.
    if (error instanceof SnapError) return false;
    throw error;
  }
}

/** An alias written out; no file; no root; without or with a null container of the path, from the outside in; without the entry. */
function* originals(text: string, at: ServersAt, index: number): Generator<string | undefined> {
  const { root } = requireTree(text);
  const isMadeForEntry = (depth: number): boolean => {
    const below = [...at.path.keys(), at.path.length].slice(depth);
    return below.every((end) => childCount(findNode(root, at.path.slice(0, end))) === 1);
  };
  for (const depth of at.path.keys()) yield* waysToAlias(text, at.path.slice(0, depth + 1));
  if (isMadeForEntry(0)) {
    yield undefined;
    yield* waysToEmpty(text, []);
  }
  for (const [depth, key] of at.path.entries()) {
    const parent = at.path.slice(0, depth);
    if (isMadeForEntry(depth + 1)) {
      yield* waysToCut(text, parent, slotIndex(findNode(root, parent), key));
      yield* waysToEmpty(text, [...parent, key]);
    }
  }
  yield* waysToCut(text, at.path, index);
}

function childCount(node: Node | undefined): number {
  if (node === undefined || node.kind === 'scalar') return 0;
  return node.kind === 'map' ? node.members.length : node.items.length;
}

// `Array.isArray` alone does not know readonly arrays.
