import { sameValue, toValue, type Value, isList } from '../syntax/node.ts';
import type { TomlArray } from '../syntax/toml-scan.ts';
import { toNode } from '../syntax/toml-tree.ts';
import type { TomlPath } from '../syntax/toml.ts';
import type { Splice } from './format.ts';
import { cutItems } from './toml-cut.ts';
import type { Layout, PlacedPair } from './toml-layout.ts';
import { indentAt, renderValue, spreadOfArray, styleOf, type TomlStyle } from './toml-style.ts';

/** Another value for a pair that is there; of a list only the items that differ. */
export function replaceValue(text: string, layout: Layout, container: TomlPath, placed: PlacedPair, value: Value): readonly Splice[] {
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
