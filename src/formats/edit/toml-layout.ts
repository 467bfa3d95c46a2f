import type { Node } from '../syntax/node.ts';
import type { TomlArray, TomlInlineTable, TomlPair, TomlValue } from '../syntax/toml-scan.ts';
import type { TomlDocument, TomlHeader, TomlPath, TomlSection, TomlStatement } from '../syntax/toml.ts';

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
