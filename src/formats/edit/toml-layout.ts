import type { Node, Span } from '../syntax/node.ts';
import type { TomlArray, TomlInlineTable, TomlPair, TomlValue } from '../syntax/toml-scan.ts';
import type { TomlDocument, TomlHeader, TomlPath, TomlSection, TomlStatement } from '../syntax/toml.ts';
import type { Splice } from './format.ts';

/** Where pairs may be: under a header (or before all of them), or inside braces. */
export type Holder =
  | { readonly kind: 'section'; readonly path: TomlPath; readonly section: TomlSection }
  | { readonly kind: 'inline'; readonly path: TomlPath; readonly table: TomlInlineTable };

/** A pair with its full path, wherever it is. `statement` when it has lines of its own. */
export interface PlacedPair {
  readonly path: TomlPath;
  readonly pair: TomlPair;
  readonly holder: Holder;
  readonly statement?: TomlStatement;
}

export interface PlacedArray {
  readonly path: TomlPath;
  readonly array: TomlArray;
}

/** Every place of a document by its path, in the order of the text. */
export interface Layout {
  readonly statements: readonly (TomlHeader | TomlStatement)[];
  readonly holders: readonly Holder[];
  readonly pairs: readonly PlacedPair[];
  readonly arrays: readonly PlacedArray[];
}

export function layoutOf(document: TomlDocument): Layout {
  const statements: (TomlHeader | TomlStatement)[] = [];
  const holders: Holder[] = [];
  const pairs: PlacedPair[] = [];
  const arrays: PlacedArray[] = [];

  const visit = (path: TomlPath, value: TomlValue): void => {
    if (value.kind === 'array') {
      arrays.push({ path, array: value });
      for (const [i, item] of value.items.entries()) visit([...path, i], item);
    }
    if (value.kind !== 'inline') return;
    const holder: Holder = { kind: 'inline', path, table: value };
    holders.push(holder);
    for (const pair of value.pairs) {
      const inner = [...path, ...pair.keys.map((key) => key.name)];
      pairs.push({ path: inner, pair, holder });
      visit(inner, pair.value);
    }
  };

  for (const section of document.sections) {
    const holder: Holder = { kind: 'section', path: section.path, section };
    holders.push(holder);
    if (section.header) statements.push(section.header);
    for (const statement of section.statements) {
      statements.push(statement);
      pairs.push({ path: statement.path, pair: statement, holder, statement });
      visit(statement.path, statement.value);
    }
  }
  return { statements, holders, pairs, arrays };
}

export function isWithin(path: TomlPath, prefix: TomlPath): boolean {
  return path.length >= prefix.length && prefix.every((step, i) => step === path[i]);
}

export function isSamePath(a: TomlPath, b: TomlPath): boolean {
  return a.length === b.length && isWithin(a, b);
}

/** The names of a path: what a header or a dotted key spells. Indices are never spelled in TOML. */
export function namesOf(path: TomlPath): readonly string[] {
  return path.filter((step) => typeof step === 'string');
}

/** The node at a path that may enter lists. */
export function nodeAtPath(root: Node, path: TomlPath): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (typeof step === 'number') node = node?.kind === 'list' ? node.items[step] : undefined;
    else node = node?.kind === 'map' ? node.members.find((member) => member.key === step)?.value : undefined;
  }
  return node;
}

/** What is to be cut out of a text to take away everything at or below a path. */
export interface Cuts {
  /** Whole lines, from the first statement of the path to the last one without a foreign statement between them. */
  readonly lines: readonly Lines[];
  /** Parts of inline tables and arrays, commas included. */
  readonly parts: readonly Splice[];
}

export interface Lines extends Span {
  /** Whether they begin with a header, so that blank lines around them were theirs. */
  readonly isTable: boolean;
}

export function cutsOf(text: string, layout: Layout, path: TomlPath): Cuts {
  return { lines: ownLines(layout, path), parts: [...ownPairs(text, layout, path), ...ownItems(text, layout, path)] };
}

/** The splices of a removal, with one blank line of every removed table. */
export function tidy(text: string, cuts: Cuts): readonly Splice[] {
  return [...cuts.lines.map((lines) => cut(tidyLines(text, lines))), ...cuts.parts];
}

/** The splices of a removal of only the statements themselves. */
export function bare(cuts: Cuts): readonly Splice[] {
  return [...cuts.lines.map(cut), ...cuts.parts];
}

function cut({ start, end }: Span): Splice {
  return { start, end, text: '' };
}

function ownLines(layout: Layout, path: TomlPath): readonly Lines[] {
  const found: Lines[] = [];
  let open: Lines | undefined;
  for (const statement of layout.statements) {
    if (isWithin(statement.path, path)) {
      open = { start: open?.start ?? statement.line.start, end: statement.line.end, isTable: open?.isTable ?? statement.kind === 'header' };
    } else if (open) {
      found.push(open);
      open = undefined;
    }
  }
  return open ? [...found, open] : found;
}

function tidyLines(text: string, lines: Lines): Span {
  let { start, end } = lines;
  if (lines.isTable) {
    const blankBefore = /(?:^|\n)([ \t]*\r?\n)$/.exec(text.slice(0, start))?.[1];
    const blankAfter = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0];
    const isLast = text.slice(end).trim() === '';
    if (blankBefore !== undefined && (blankAfter !== undefined || isLast)) start -= blankBefore.length;
    else if (text.slice(0, start).trim() === '' && blankAfter !== undefined) end += blankAfter.length;
  }
  // A file without a final line break stays without one.
  if (end === text.length && !text.endsWith('\n')) start -= /(?:\r?\n)?$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { start, end };
}

/** In braces that themselves stay. */
function ownPairs(text: string, layout: Layout, path: TomlPath): readonly Splice[] {
  return layout.holders.flatMap((holder) => {
    if (holder.kind !== 'inline' || isWithin(holder.path, path)) return [];
    const isOwn = (index: number): boolean => {
      const keys = holder.table.pairs[index]?.keys ?? [];
      return isWithin([...holder.path, ...keys.map((key) => key.name)], path);
    };
    return cutItems(text, holder.table, holder.table.pairs, isOwn);
  });
}

function ownItems(text: string, layout: Layout, path: TomlPath): readonly Splice[] {
  const found = layout.arrays.find((placed) => isSamePath(placed.path, path.slice(0, -1)));
  return found === undefined ? [] : cutItems(text, found.array, found.array.items, (index) => index === path.at(-1));
}

/** Items of a sequence between brackets with the commas that they needed. */
export function cutItems(text: string, brackets: Span, items: readonly Span[], isGone: (index: number) => boolean): readonly Splice[] {
  const splices: Splice[] = [];
  for (let first = 0; first < items.length; first++) {
    if (!isGone(first)) continue;
    let last = first;
    while (last + 1 < items.length && isGone(last + 1)) last++;
    splices.push(cut(cutRun(text, brackets, items, first, last)));
    first = last;
  }
  return splices;
}

function cutRun(text: string, brackets: Span, items: readonly Span[], first: number, last: number): Span {
  const start = items[first]?.start ?? brackets.start;
  const end = items[last]?.end ?? brackets.end;
  const [previous, next] = [items[first - 1], items[last + 1]];
  const before = previous?.end ?? brackets.start + 1;
  const hasComment = (from: number, to: number): boolean => text.slice(from, to).includes('#');
  if (next !== undefined) return hasComment(end, next.start) ? { start, end: afterComma(text, end) } : { start, end: next.start };
  if (hasComment(before, start)) return { start, end: afterComma(text, end) };
  // A comma after the last item may stay after its neighbour, but not alone between the brackets.
  return { start: before, end: previous === undefined ? afterComma(text, end) : end };
}

/** After the comma that follows, if one does; comments in between are kept with it. */
function afterComma(text: string, end: number): number {
  return end + (/^[ \t\r\n]*,/.exec(text.slice(end))?.[0].length ?? 0);
}
