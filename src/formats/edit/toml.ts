import { SnapError } from '../../system/index.ts';
import { sameValue, toValue, type Node, type Span, type Value, type ValueMap, isList } from '../syntax/node.ts';
import { parseToml, parseTomlDocument, type TomlDocument, type TomlPath } from '../syntax/toml.ts';
import { findContainer, entriesOf, type EntryChange, type Format, type ServersAt, type Splice, applySplices } from './format.ts';
import { bare, cutsOf, tidy, cutItems, isSamePath, layoutOf, nodeAtPath, type Layout, type PlacedPair } from './toml-layout.ts';
import { newEntry, newField } from './toml-insert.ts';
import { requireOnlyEntryChanged } from './verify.ts';
import type { TomlArray } from '../syntax/toml-scan.ts';
import { toNode } from '../syntax/toml-tree.ts';
import { indentAt, renderValue, spreadOfArray, styleOf, type TomlStyle } from './toml-style.ts';

type SetEntry = EntryChange & { readonly kind: 'set' };

/** TOML: servers as tables (`[mcp_servers.x]`), in braces, by dotted keys, or as a list of tables (`[[mcp_servers]]`). */
export const toml: Format = {
  parse: (text) => parseToml(text),

  change(text, _tolerance, at, change) {
    const before = read(text ?? '');
    const result = change.kind === 'set' ? setEntry(text, before, at, change) : removeEntry(text, before, at, change.name);
    if (result !== text) requireOnlyEntryChanged({ kind: 'tree', root: before.root }, parseToml(result ?? ''), at, change);
    return result;
  },

  snippet: (at, name, fields) => setEntry('', read(''), at, { kind: 'set', name, fields, drop: [] }),
};

/** A text with everything known about it: each edit makes a new one. */
interface Reading {
  readonly text: string;
  readonly root: Node;
  readonly layout: Layout;
}

function read(text: string): Reading {
  const parsed = parseTomlDocument(text);
  if (parsed.kind === 'document') return readingOf(text, parsed.document);
  const { line, column, message } = parsed.problem;
  throw new SnapError('refused', `Line ${line}, column ${column}: ${message}.`, { hint: 'Fix this by hand first.' });
}

function readingOf(text: string, document: TomlDocument): Reading {
  return { text, root: document.root, layout: layoutOf(document) };
}

function splice(reading: Reading, splices: readonly Splice[]): Reading {
  return read(applySplices(reading.text, splices));
}

/** The paths of all entries of a name; a map has one at most. */
function pathsOf({ root }: Reading, at: ServersAt, name: string): readonly TomlPath[] {
  const entries = entriesOf(findContainer(root, at), at);
  return entries.flatMap((entry, index) => (entry.name === name ? [[...at.path, at.kind === 'map' ? name : index]] : []));
}

/** `text` is what `reading` has read; a fresh file gets a final line break. */
function setEntry(text: string | undefined, reading: Reading, at: ServersAt, change: SetEntry): string {
  if (at.wrap !== undefined)
    throw new SnapError('refused', 'TOML lists whose items keep their fields inside one member are not supported.');
  const path = pathsOf(reading, at, change.name).at(-1);
  if (path !== undefined) return setFields(reading, at.path, path, change).text;
  const result = applySplices(reading.text, [newEntry(reading.text, reading.layout, at, change.name, change.fields)]);
  return text === undefined ? `${result}\n` : result;
}

function setFields(reading: Reading, container: TomlPath, path: TomlPath, change: SetEntry): Reading {
  let result = reading;
  for (const [key, value] of change.fields) result = setField(result, container, [...path, key], value);
  for (const key of change.drop) if (!change.fields.has(key)) result = cutField(result, [...path, key]);
  return result;
}

/** One field by the smallest edit; a map (`env`) member by member. */
function setField(reading: Reading, container: TomlPath, path: TomlPath, value: Value): Reading {
  const found = nodeAtPath(reading.root, path);
  if (found === undefined) return addField(reading, container, path, value);
  if (sameValue(toValue(found), value)) return reading;
  if (value instanceof Map && found.kind === 'map') return mergeMap(reading, container, path, value);
  const placed = reading.layout.pairs.find((pair) => isSamePath(pair.path, path));
  if (placed) return splice(reading, replaceValue(reading.text, reading.layout, container, placed, value));
  // A table with lines of its own becomes a value.
  return addField(cutField(reading, path), container, path, value);
}

function mergeMap(reading: Reading, container: TomlPath, path: TomlPath, map: ValueMap): Reading {
  let result = reading;
  for (const [key, value] of map) result = setField(result, container, [...path, key], value);
  return result;
}

function addField(reading: Reading, container: TomlPath, path: TomlPath, value: Value): Reading {
  return splice(reading, [newField(reading.text, reading.layout, container, path.slice(0, -1), String(path.at(-1)), value)]);
}

function cutField(reading: Reading, path: TomlPath): Reading {
  if (nodeAtPath(reading.root, path) === undefined) return reading;
  return splice(reading, tidy(reading.text, cutsOf(reading.text, reading.layout, path)));
}

/**
 * Taking an entry out is the inverse of putting it in: of the texts that this one may have come from, the one from which `set`
 * makes exactly this text is the original. If there is none, the entry was not made by snap in this form, and only its own lines go.
 */
function removeEntry(text: string | undefined, reading: Reading, at: ServersAt, name: string): string | undefined {
  const paths = pathsOf(reading, at, name);
  const [only] = paths;
  if (only === undefined) return text;
  if (paths.length === 1) {
    const change = { kind: 'set', name, fields: fieldsAt(reading.root, only, at), drop: [] } as const;
    for (const original of originals(reading, at, only)) {
      if (couldBecome(original, at, change, reading.text)) return original;
    }
  }
  return removeAll(reading, at, name);
}

function fieldsAt(root: Node, path: TomlPath, at: ServersAt): ValueMap {
  const node = nodeAtPath(root, path);
  const value = node === undefined ? undefined : toValue(node);
  const fields = new Map<string, Value>(value instanceof Map ? value : []);
  if (at.kind === 'list') fields.delete('name');
  return fields;
}

/** Whether it is TOML at all, has no such entry, and becomes this text when it gets one. */
function couldBecome(original: string | undefined, at: ServersAt, change: SetEntry, text: string): boolean {
  const parsed = parseTomlDocument(original ?? '');
  if (parsed.kind === 'problem') return false;
  const reading = readingOf(original ?? '', parsed.document);
  return pathsOf(reading, at, change.name).length === 0 && setEntry(original, reading, at, change) === text;
}

/** No file, an empty one, then without the entry and the line breaks in front of it, the usual blank line first. */
function* originals({ text, root, layout }: Reading, at: ServersAt, path: TomlPath): Generator<string | undefined> {
  yield undefined;
  yield '';
  const isOnly = entriesOf(findContainer(root, at), at).length === 1;
  const outer = isOnly ? at.path.map((_, index) => at.path.slice(0, index + 1)) : [];
  for (const gone of [path, ...outer]) {
    const cuts = cutsOf(text, layout, gone);
    const [lines] = cuts.lines;
    if (lines !== undefined && cuts.lines.length === 1 && cuts.parts.length === 0) yield* withoutBreaksBefore(text, lines);
    yield applySplices(text, bare(cuts));
  }
}

/** Without these lines and the line break in front of them; at the end of the file also without the second one, if it had no final one. */
function* withoutBreaksBefore(text: string, { start, end }: Span): Generator<string> {
  const most = end === text.length ? 2 : 1;
  let from = start;
  for (let breaks = 0; breaks < most && text[from - 1] === '\n'; breaks++) {
    from -= text[from - 2] === '\r' ? 2 : 1;
    yield applySplices(text, [{ start: from, end, text: '' }]);
  }
}

function removeAll(reading: Reading, at: ServersAt, name: string): string {
  let result = reading;
  for (;;) {
    const path = pathsOf(result, at, name).at(-1);
    if (path === undefined) return result.text;
    result = splice(result, tidy(result.text, cutsOf(result.text, result.layout, path)));
  }
}

/** Another value for a pair that is there; of a list only the items that differ. */
function replaceValue(text: string, layout: Layout, container: TomlPath, placed: PlacedPair, value: Value): readonly Splice[] {
  const old = placed.pair.value;
  const quoted = old.kind === 'array' ? old.items[0] : old;
  const style = {
    ...styleOf(text, layout, container, placed.holder.path),
    literalStrings: quoted !== undefined && text[quoted.start] === "'",
  };
  if (old.kind === 'array' && isList(value)) return replaceItems(text, old, value, style);
  const spread = placed.statement && style.listOf(placed.pair.keys.at(-1)?.name ?? '');
  return [{ start: old.start, end: old.end, text: renderValue(value, style, spread) }];
}

/** What both lists begin and end with stays as it is, comments included. */
function replaceItems(text: string, array: TomlArray, wanted: readonly Value[], style: TomlStyle): readonly Splice[] {
  const had = array.items.map((item) => toValue(toNode(item)));
  const shorter = Math.min(had.length, wanted.length);
  const isSame = (a: Value | undefined, b: Value | undefined): boolean => a !== undefined && b !== undefined && sameValue(a, b);
  let head = 0;
  while (head < shorter && isSame(had[head], wanted[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(had.at(-1 - tail), wanted.at(-1 - tail))) tail++;

  const rendered = wanted.slice(head, wanted.length - tail).map((item) => renderValue(item, style));
  const [first, last] = [array.items[head], array.items[had.length - tail - 1]];
  const separator = separatorOf(text, array, style);
  if (had.length > head + tail && first && last) {
    if (rendered.length === 0) return cutItems(text, array, array.items, (index) => index >= head && index < had.length - tail);
    return [{ start: first.start, end: last.end, text: rendered.join(separator) }];
  }
  if (first) return [{ start: first.start, end: first.start, text: rendered.map((item) => item + separator).join('') }];
  const before = array.items.at(-1);
  if (before) return [{ start: before.end, end: before.end, text: rendered.map((item) => separator + item).join('') }];
  return [{ start: array.start + 1, end: array.start + 1, text: rendered.join(separator) }];
}

function separatorOf(text: string, array: TomlArray, style: TomlStyle): string {
  const first = array.items[0];
  return first && spreadOfArray(text, array) ? `,${style.eol}${indentAt(text, first.start)}` : ', ';
}
