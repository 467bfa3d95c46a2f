import type { Parsed, ValueMap } from '../syntax/node.ts';

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
