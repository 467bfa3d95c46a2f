import type { MapNode, Member, Node, Span } from './node.ts';
import type { TomlKey, TomlKeys, TomlPair, TomlValue } from './toml-scan.ts';
import { SyntaxStop } from './reading.ts';

/** A table that a header has opened, and where it is: an array of tables has the index of its element in the path. */
export interface OpenedTable {
  readonly table: TomlTable;
  readonly path: readonly (string | number)[];
}

/** How a table came to be: `implied` by a longer header, `dotted` by a longer key, or said by a `header` of its own. */
type Origin = 'implied' | 'dotted' | 'header';

/** A table while its parts are being gathered; the rules of redefinition are kept by the functions below. */
export interface TomlTable {
  readonly kind: 'table';
  origin: Origin;
  readonly span: Span;
  readonly slots: Map<string, Slot>;
}
interface Tables {
  readonly kind: 'tables';
  readonly span: Span;
  readonly items: TomlTable[];
}
interface Closed {
  readonly kind: 'closed';
  readonly node: Node;
}
interface Slot {
  readonly key: TomlKey;
  readonly end: number;
  readonly content: TomlTable | Tables | Closed;
}

/** The root table of a document of this length. */
export function createRoot(length: number): TomlTable {
  return { kind: 'table', origin: 'header', span: { start: 0, end: length }, slots: new Map() };
}

/** `[a.b]`, seen from the root. */
export function openTable(root: TomlTable, keys: TomlKeys, header: Span): OpenedTable {
  const { parent, path, last } = walkHeader(root, keys, header);
  const slot = parent.slots.get(last.name);
  const opened = { path: [...path, last.name] };
  if (slot === undefined) return { ...opened, table: addTable(parent, last, 'header', header) };
  // `[a.b]` before `[a]` is fine, but only once.
  if (slot.content.kind !== 'table' || slot.content.origin !== 'implied') throw definedTwice(last, slot);
  slot.content.origin = 'header';
  return { ...opened, table: slot.content };
}

/** `[[a.b]]`, seen from the root. */
export function appendTable(root: TomlTable, keys: TomlKeys, header: Span): OpenedTable {
  const { parent, path, last } = walkHeader(root, keys, header);
  const slot = parent.slots.get(last.name);
  if (slot !== undefined && slot.content.kind !== 'tables') throw definedTwice(last, slot);
  const tables: Tables = slot?.content.kind === 'tables' ? slot.content : { kind: 'tables', span: header, items: [] };
  if (slot === undefined) parent.slots.set(last.name, { key: last, end: header.end, content: tables });
  const table: TomlTable = { kind: 'table', origin: 'header', span: header, slots: new Map() };
  tables.items.push(table);
  return { table, path: [...path, last.name, tables.items.length - 1] };
}

/** To the table that holds the last key of a header; an array of tables is entered at its newest element. */
function walkHeader(root: TomlTable, keys: TomlKeys, header: Span) {
  let parent = root;
  const path: (string | number)[] = [];
  for (const key of keys.slice(0, -1)) {
    const slot = parent.slots.get(key.name);
    path.push(key.name);
    if (slot === undefined) {
      parent = addTable(parent, key, 'implied', header);
    } else if (slot.content.kind === 'tables') {
      path.push(slot.content.items.length - 1);
      parent = slot.content.items.at(-1) ?? parent;
    } else if (slot.content.kind === 'table') {
      parent = slot.content;
    } else throw definedTwice(key, slot);
  }
  return { parent, path, last: keys.at(-1) ?? keys[0] };
}

/** `a.b = value`, seen from the table it is in. */
export function addPair(table: TomlTable, pair: TomlPair): void {
  let parent = table;
  for (const key of pair.keys.slice(0, -1)) {
    const slot = parent.slots.get(key.name);
    if (slot === undefined) parent = addTable(parent, key, 'dotted', pair);
    // A dotted key may only add to what dotted keys have made: tables of headers and braces are complete.
    else if (slot.content.kind === 'table' && slot.content.origin === 'dotted') parent = slot.content;
    else throw definedTwice(key, slot);
  }
  const last = pair.keys.at(-1) ?? pair.keys[0];
  const slot = parent.slots.get(last.name);
  if (slot !== undefined) throw definedTwice(last, slot);
  parent.slots.set(last.name, { key: last, end: pair.end, content: { kind: 'closed', node: toNode(pair.value) } });
}

function addTable(parent: TomlTable, key: TomlKey, origin: Origin, span: Span): TomlTable {
  const content: TomlTable = { kind: 'table', origin, span: { start: span.start, end: span.end }, slots: new Map() };
  parent.slots.set(key.name, { key, end: span.end, content });
  return content;
}

function definedTwice(key: TomlKey, earlier: Slot): SyntaxStop {
  const name = JSON.stringify(key.name);
  const message = {
    table: `the table ${name} is defined a second time; put everything under one header`,
    tables: `${name} is a list of tables ([[…]]) already and cannot be defined otherwise`,
    closed: `${name} has a value already and cannot be defined again`,
  };
  return new SyntaxStop(key.start, message[earlier.content.kind]);
}

/** The tree of everything gathered so far. */
export function tableNode(table: TomlTable): MapNode {
  const members = [...table.slots].map(([name, { key, end, content }]): Member => {
    return { key: name, keySpan: { start: key.start, end: key.end }, value: contentNode(content), start: key.start, end };
  });
  return { kind: 'map', members, start: table.span.start, end: table.span.end };
}

function contentNode(content: TomlTable | Tables | Closed): Node {
  switch (content.kind) {
    case 'table':
      return tableNode(content);
    case 'tables':
      return { kind: 'list', items: content.items.map(tableNode), start: content.span.start, end: content.span.end };
    case 'closed':
      return content.node;
    default:
      return content satisfies never;
  }
}

/** The tree of a value as it is written. */
export function toNode(value: TomlValue): Node {
  switch (value.kind) {
    case 'scalar':
      return value;
    case 'array':
      return { kind: 'list', items: value.items.map(toNode), start: value.start, end: value.end };
    case 'inline': {
      const table: TomlTable = { kind: 'table', origin: 'dotted', span: value, slots: new Map() };
      for (const pair of value.pairs) addPair(table, pair);
      return tableNode(table);
    }
    default:
      return value satisfies never;
  }
}
