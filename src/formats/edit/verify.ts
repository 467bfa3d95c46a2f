import { SnapError } from '../../system/index.ts';
import { findMember, isMap, sameValue, toValue, type Node, type Parsed, type Value, type ValueMap } from '../syntax/node.ts';
import { entriesOf, findEntry, type PlacedEntry, type EntryChange, type ServersAt } from './format.ts';

/** `any`: the entry itself is not checked. */
type CheckedChange = EntryChange | { readonly kind: 'any'; readonly name: string };

type SameNode = (before: Node, after: Node) => boolean;

const sameByValue: SameNode = (before, after) => sameValue(toValue(before), toValue(after));

/**
 * The last gate before a text leaves an editor: the result parses, holds what was asked, and everything else is as before.
 * `same` may compare more strictly than by value (JSON compares the text itself).
 * @throws SnapError `refused`. It never happens in the tested cases; an unforeseen file is left unchanged instead of damaged.
 */
export function requireOnlyEntryChanged(
  before: Parsed,
  after: Parsed,
  at: ServersAt,
  change: EntryChange,
  same: SameNode = sameByValue,
): void {
  if (before.kind === 'problem' || after.kind === 'problem') throw unsafe(change);
  if (!onlyPathDiffers(before.root, after.root, at.path, at, change, same)) throw unsafe(change);
}

function unsafe(change: EntryChange): SnapError {
  return new SnapError(
    'refused',
    `The entry "${change.name}" cannot be ${change.kind === 'set' ? 'written' : 'removed'} here without touching something else.`,
    {
      hint: 'The file was left as it is. Change the entry by hand; "snap tools print" shows the text.',
    },
  );
}

/** Along the path everything beside it must be the same; a container that one side lacks counts as empty. */
function onlyPathDiffers(
  before: Node | undefined,
  after: Node | undefined,
  path: readonly string[],
  at: ServersAt,
  change: CheckedChange,
  same: SameNode,
): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return onlyEntryDiffers(before, after, at, change, same);
  const beforeOthers = membersBeside(before, key);
  const afterOthers = membersBeside(after, key);
  if (beforeOthers === undefined || afterOthers === undefined) return false;
  if (beforeOthers.length !== afterOthers.length) return false;
  for (const [i, member] of beforeOthers.entries()) {
    const other = afterOthers[i];
    if (other === undefined || other.key !== member.key || !same(member.value, other.value)) return false;
  }
  return onlyPathDiffers(findMember(before, key)?.value, findMember(after, key)?.value, rest, at, change, same);
}

/** Everything but the member that counts; `undefined` when the node can have no members. */
function membersBeside(node: Node | undefined, key: string) {
  if (node === undefined || isNull(node)) return [];
  if (node.kind !== 'map') return undefined;
  const counted = findMember(node, key);
  return node.members.filter((member) => member !== counted);
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** Whether two texts differ only in one entry. */
export function areOthersSame(before: Parsed, after: Parsed, at: ServersAt, name: string): boolean {
  if (before.kind === 'problem' || after.kind === 'problem') return false;
  return onlyPathDiffers(before.root, after.root, at.path, at, { kind: 'any', name }, sameByValue);
}

function onlyEntryDiffers(
  before: Node | undefined,
  after: Node | undefined,
  at: ServersAt,
  change: CheckedChange,
  same: SameNode,
): boolean {
  const wasEntry = findEntry(before, at, change.name);
  const isEntry = findEntry(after, at, change.name);
  const others = (container: Node | undefined, counted: PlacedEntry | undefined): readonly PlacedEntry[] =>
    entriesOf(container, at).filter((entry) => (change.kind === 'set' ? entry.place !== counted?.place : entry.name !== change.name));
  const beforeOthers = others(before, wasEntry);
  const afterOthers = others(after, isEntry);
  if (beforeOthers.length !== afterOthers.length) return false;
  for (const [i, entry] of beforeOthers.entries()) {
    const other = afterOthers[i];
    if (other === undefined || other.name !== entry.name || !same(entry.fields, other.fields)) return false;
  }
  if (change.kind === 'any') return true;
  if (change.kind === 'remove') return isEntry === undefined;
  return isEntry !== undefined && holds(wasEntry, isEntry, change);
}

/** Whether the requested fields are present, the dropped ones absent, and the user's own ones unchanged. */
function holds(was: PlacedEntry | undefined, is: PlacedEntry, change: EntryChange & { kind: 'set' }): boolean {
  const now = toValue(is.fields);
  if (!isMap(now)) return false;
  const expected = new Map(fieldsAfter(was === undefined ? undefined : toValue(was.fields), change));
  // In a list an item without `wrap` shows its own name among its fields.
  if (now.has('name') && !expected.has('name')) expected.set('name', change.name);
  return sameValue(expected, now);
}

/** What an entry holds after a change: the asked fields, and of its own ones those that were not dropped. */
export function fieldsAfter(before: Value | undefined, change: { readonly fields: ValueMap; readonly drop: readonly string[] }): ValueMap {
  const fields = new Map<string, Value>(isMap(before) ? before : []);
  for (const key of change.drop) if (!change.fields.has(key)) fields.delete(key);
  for (const [key, value] of change.fields) fields.set(key, merged(fields.get(key), value));
  return fields;
}

/** Maps are merged member by member at every depth; everything else is replaced. */
function merged(kept: Value | undefined, value: Value): Value {
  if (!isMap(kept) || !isMap(value)) return value;
  const both = new Map(kept);
  for (const [key, item] of value) both.set(key, merged(kept.get(key), item));
  return both;
}
