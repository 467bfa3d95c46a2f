import { SnapError } from '../../system/index.ts';
import { isList, type Span, type Value, type ValueMap } from '../syntax/node.ts';
import { controlCharacters } from '../syntax/toml-cursor.ts';
import { firstLineBreak, lineStart, previousLineEnd } from '../text-lines.ts';
import type { TomlArray } from '../syntax/toml-scan.ts';
import type { TomlHeader, TomlPath } from '../syntax/toml.ts';
import { isWithin, type Layout, type PlacedPair } from './toml-layout.ts';

/** How a list on several lines is laid out; the closing bracket has a line of its own. */
export interface SpreadList {
  readonly itemIndent: string;
  readonly closeIndent: string;
  readonly trailingComma: boolean;
}

/** The layout of inserted text, taken from the text around it. */
export interface TomlStyle {
  readonly eol: string;
  /** In front of a pair, the header of an entry and the header of a sub-table. */
  readonly indent: string;
  readonly headerIndent: string;
  readonly subHeaderIndent: string;
  /** Between a key and its value. */
  readonly equals: string;
  /** Inside the braces of an inline table. */
  readonly pad: string;
  /** `'…'` where the text allows it, as people write Windows paths. */
  readonly literalStrings: boolean;
  /** `env` as `[….env]` instead of `env = { … }`. */
  readonly subTables: boolean;
  readonly blankBeforeEntry: boolean;
  readonly blankBeforeSubTable: boolean;
  /** Lists of this key; `undefined` is on one line. */
  listOf(key: string): SpreadList | undefined;
}

/** The style for an entry in the container, taken from the places in `near` first, then from its siblings, the last one first. */
export function styleOf(text: string, layout: Layout, container: TomlPath, near: TomlPath = container): TomlStyle {
  const inside = (path: TomlPath) =>
    layout.pairs.filter((pair) => isWithin(pair.path, path) && pair.path.length > path.length).toReversed();
  const pairs = [...inside(near), ...inside(container)];
  const ownLines = pairs.find(({ statement, holder }) => statement && holder.path.length > container.length)?.statement;
  const headers = layout.statements.filter((statement) => statement.kind === 'header').toReversed();
  const entryHeaders = headers.filter(({ path }) => isWithin(path, container) && path.length === container.length + 1);
  const subHeaders = headers.filter(({ path }) => isWithin(path, container) && path.length > container.length + 1);
  const blankBeforeEntry = hasBlankBefore(text, [...entryHeaders, ...headers]) ?? true;
  const nearestText = pairs.map(({ pair }) => pair.value).find((value) => value.kind === 'scalar' && typeof value.value === 'string');
  const indentOf = (span: Span | undefined): string => (span === undefined ? '' : indentAt(text, span.start));
  return {
    eol: firstLineBreak(text),
    indent: indentOf(ownLines),
    headerIndent: indentOf(entryHeaders[0]),
    subHeaderIndent: indentOf(subHeaders[0] ?? entryHeaders[0]),
    equals: pairs[0] !== undefined && textBetweenKeyAndValue(text, pairs[0]) === '=' ? '=' : ' = ',
    pad: padOf(text, pairs),
    literalStrings: nearestText !== undefined && text[nearestText.start] === "'",
    subTables: hasSubTables(pairs, subHeaders, container),
    blankBeforeEntry,
    blankBeforeSubTable: hasBlankBefore(text, subHeaders) ?? blankBeforeEntry,
    listOf: (key) => spreadOf(text, pairs, key),
  };
}

/** The blanks in front of a statement. */
export function indentAt(text: string, start: number): string {
  return /[ \t]*$/.exec(text.slice(lineStart(text, start), start))?.[0] ?? '';
}

function textBetweenKeyAndValue(text: string, { pair }: PlacedPair): string {
  return text.slice(pair.keys.at(-1)?.end ?? pair.start, pair.value.start);
}

function padOf(text: string, pairs: readonly PlacedPair[]): string {
  const braces = pairs.map(({ pair }) => pair.value).find((value) => value.kind === 'inline' && value.pairs.length > 0);
  return braces === undefined || text[braces.start + 1] === ' ' ? ' ' : '';
}

/** Whichever of the two forms the last one has that has a map among its fields. */
function hasSubTables(pairs: readonly PlacedPair[], subHeaders: readonly TomlHeader[], container: TomlPath): boolean {
  const header = subHeaders[0];
  if (header === undefined) return false;
  const braces = pairs.find(({ pair, path }) => pair.value.kind === 'inline' && path.length === container.length + 2);
  return braces === undefined || header.start > braces.pair.start;
}

/** Whether the first of these headers that has something above it keeps a blank line there, above its comments. */
function hasBlankBefore(text: string, headers: readonly TomlHeader[]): boolean | undefined {
  for (const { line } of headers) {
    const above = text.slice(0, startOfCommentsAbove(text, line.start));
    if (above.trim() !== '') return /\n[ \t]*\r?\n$/.test(above);
  }
  return undefined;
}

/** The start of the comment lines that are directly above a line. */
export function startOfCommentsAbove(text: string, below: number): number {
  let start = below;
  while (start > 0) {
    const previous = lineStart(text, previousLineEnd(text, start) ?? 0);
    if (!/^[ \t]*#/.test(text.slice(previous, start))) return start;
    start = previous;
  }
  return start;
}

function spreadOf(text: string, pairs: readonly PlacedPair[], key: string): SpreadList | undefined {
  const lists = pairs.filter(({ pair, statement }) => statement && pair.value.kind === 'array' && pair.value.items.length > 0);
  const nearest = lists.find(({ pair }) => pair.keys.at(-1)?.name === key) ?? lists[0];
  return nearest?.pair.value.kind === 'array' ? spreadOfArray(text, nearest.pair.value) : undefined;
}

/** How this list is laid out; `undefined` when its first item is on the line of the bracket. */
export function spreadOfArray(text: string, array: TomlArray): SpreadList | undefined {
  const [first, last] = [array.items[0], array.items.at(-1)];
  if (first === undefined || last === undefined || !text.slice(array.start, first.start).includes('\n')) return undefined;
  return {
    itemIndent: indentAt(text, first.start),
    closeIndent: indentAt(text, array.end - 1),
    trailingComma: text.slice(last.end, array.end).replaceAll(/#.*/g, '').includes(','),
  };
}

export function renderKeys(names: readonly string[]): string {
  return names.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : basicString(name))).join('.');
}

/** `key = value` */
export function renderPair(names: readonly string[], value: Value, style: TomlStyle): string {
  return `${renderKeys(names)}${style.equals}${renderValue(value, style, style.listOf(names.at(-1) ?? ''))}`;
}

/** @throws SnapError `refused` when TOML has no way to write the value. */
export function renderValue(value: Value, style: TomlStyle, spread?: SpreadList): string {
  if (typeof value === 'string') return renderString(value, style);
  if (typeof value === 'number') return renderNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Map) return renderInline(value, style);
  if (isList(value)) return renderList(value, style, spread);
  throw new SnapError('refused', 'TOML cannot hold an empty value (null).', { hint: 'Leave the field out.' });
}

function renderInline(map: ValueMap, style: TomlStyle): string {
  if (map.size === 0) return '{}';
  // An inline table is one line in TOML 1.0, and so is everything in it.
  const members = [...map].map(([key, value]) => `${renderKeys([key])}${style.equals}${renderValue(value, style)}`);
  return `{${style.pad}${members.join(', ')}${style.pad}}`;
}

function renderList(list: readonly Value[], style: TomlStyle, spread: SpreadList | undefined): string {
  const items = list.map((item) => renderValue(item, style));
  if (spread === undefined || items.length === 0) return `[${items.join(', ')}]`;
  const lines = items.map((item) => spread.itemIndent + item).join(`,${style.eol}`);
  return `[${style.eol}${lines}${spread.trailingComma ? ',' : ''}${style.eol}${spread.closeIndent}]`;
}

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  // An integer past 2^53 would be read back exactly, which is not what the number was.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

function renderString(value: string, style: TomlStyle): string {
  const fitsLiteral = style.literalStrings && !unfitForLiteral.test(value) && !hasLoneSurrogate(value);
  return fitsLiteral ? `'${value}'` : basicString(value);
}

const unfitForLiteral = new RegExp(`['${controlCharacters}]`);
const escaped = new RegExp(String.raw`["\\\t${controlCharacters}]`, 'g');
const escapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

function basicString(value: string): string {
  if (hasLoneSurrogate(value)) {
    throw new SnapError('refused', `${JSON.stringify(value)} holds half a character, which no file can.`, {
      hint: 'Type it again without the broken character.',
    });
  }
  const inside = value.replaceAll(escaped, (character) => {
    return escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return `"${inside}"`;
}

function hasLoneSurrogate(value: string): boolean {
  return /\p{Surrogate}/u.test(value);
}
