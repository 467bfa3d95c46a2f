import { type Parsed, type ValueMap, findMember, findNode, type ListNode, type MapNode, type Member, type Node } from '../syntax/node.ts';

/** The formats that config files are written in; JSON with comments is a tolerance of `json`. */
export type FormatName = 'json' | 'yaml' | 'toml';

/** What the client's own parser accepts. `unknown` is read like the most tolerant one and written like the strictest. */
export type Tolerance = 'strict' | 'unknown' | 'comments' | 'comments-and-commas' | 'json5';

/** Where the servers are in a file, with nothing left to fill in. */
export interface ServersAt {
  /** `map`: server name → entry. `list`: entries that carry their own `name`. */
  readonly kind: 'map' | 'list';
  readonly path: readonly string[];
  /** In a list, whether an item keeps its fields inside one member (Continue's old `transport`). */
  readonly wrap?: string | undefined;
}

/** One replacement in a text: what is in [start, end) becomes `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type EntryChange =
  | {
      readonly kind: 'set';
      readonly name: string;
      /** The fields the entry must have; nested maps (`env`) are merged member by member. */
      readonly fields: ValueMap;
      /** Fields an existing entry must lose; every other field of the user's stays. */
      readonly drop: readonly string[];
    }
  | {
      readonly kind: 'remove';
      readonly name: string;
      /** The map or list was there before the entries in it: it stays, also when nothing is left in it. */
      readonly keepsMap?: boolean;
    };

/**
 * One file format: read with positions, changed by cutting and inserting.
 *
 * Laws, tested for each over random files: the bytes outside the entry stay; the result reads as the old value plus the entry;
 * `remove` after `set` of a new name gives back the original text, `undefined` (no file) included.
 */
export interface Format {
  parse(text: string, tolerance: Tolerance): Parsed;
  /**
   * The whole new text. `text` is `undefined` when there is no file; a result of `undefined` means that there must be no file
   * (what is left is exactly what `set` would have created).
   * Call it only with a text that `parse` can read and whose containers are maps and lists as `at` says.
   */
  change(text: string | undefined, tolerance: Tolerance, at: ServersAt, change: EntryChange): string | undefined;
  /** The entry alone, as it would be in an empty file, for pasting. */
  snippet(at: ServersAt, name: string, fields: ValueMap): string;
}

/** Cuts and inserts. Splices may come in any order but must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let done = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, splice.start) + splice.text;
    done = splice.end;
  }
  return result + text.slice(done);
}

export function insertAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

/** One server of a container. `place` is what is cut out to remove it; `fields` is where its fields are. */
export interface PlacedEntry {
  readonly name: string;
  readonly place: Member | Node;
  readonly fields: Node;
}

/** The map or list that holds the servers, if the text has one. */
export function findContainer(root: Node | undefined, at: ServersAt): Node | undefined {
  return findNode(root, at.path);
}

/** Every server of a container in the order of the text, duplicates included. What is no map or list holds none. */
export function entriesOf(container: Node | undefined, at: ServersAt): readonly PlacedEntry[] {
  if (at.kind === 'map') return container?.kind === 'map' ? entriesOfMap(container) : [];
  return container?.kind === 'list' ? entriesOfList(container, at) : [];
}

function entriesOfMap(container: MapNode): readonly PlacedEntry[] {
  return container.members.map((member) => ({ name: member.key, place: member, fields: member.value }));
}

function entriesOfList(container: ListNode, at: ServersAt): readonly PlacedEntry[] {
  return container.items.map((item, index) => {
    const name = findMember(item, 'name')?.value;
    const wrapped = at.wrap === undefined ? item : findMember(item, at.wrap)?.value;
    return {
      // An item without a name still has to be shown and counted; the number is for people only.
      name: name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : `#${index + 1}`,
      place: item,
      fields: wrapped ?? item,
    };
  });
}

/** The entry that counts under a name: the last one, as in every client's parser. */
export function findEntry(container: Node | undefined, at: ServersAt, name: string): PlacedEntry | undefined {
  if (at.kind === 'list') return entriesOf(container, at).findLast((entry) => entry.name === name);
  const member = findMember(container, name);
  return member && { name, place: member, fields: member.value };
}
