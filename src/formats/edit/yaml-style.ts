import { isMap, isList, type Value, type ValueMap } from '../syntax/node.ts';
import type { Slot, YamlList, YamlMap, YamlNode } from '../syntax/yaml-tree.ts';
import { columnOf, lineStart, usualLineBreak, lineEnd, nextLine } from '../text-lines.ts';

/** The spellings of null. The place of each in this list is part of what an insertion writes, and a removal reads. */
export const nulls = ['null', '~', 'Null', 'NULL'] as const;

/** The layout of inserted text, taken from the text around it. */
export interface YamlStyle {
  readonly eol: string;
  /** From a key to the keys of the map below it. */
  readonly step: number;
  /** From a key to the dashes of the list below it. */
  readonly listStep: number;
  /** From a dash to what is after it. */
  readonly itemStep: number;
  /** Lists of plain values: `[a, b]`, or a line for each. */
  readonly lists: 'block' | 'flow';
  /** `always` for text that is JSON as well, as far as one can see. */
  readonly quotes: Quotes;
}

/** The nearest example decides: first what is beside the new text, then the rest of the file, the last one of each. */
export function styleOf(text: string, root: YamlNode | undefined, container: YamlNode | undefined): YamlStyle {
  const nearest = <T>(look: (node: YamlNode) => T | undefined): T | undefined => search(container, look) ?? search(root, look);
  const step = nearest((node) => stepBelow(text, node, 'map')) ?? 2;
  return {
    eol: usualLineBreak(text),
    step,
    listStep: nearest((node) => stepBelow(text, node, 'list')) ?? step,
    itemStep: nearest((node) => itemStep(text, node)) ?? 2,
    lists: nearest(listStyle) ?? 'block',
    quotes: nearest((node) => keyQuotes(text, node)) ?? 'as needed',
  };
}

/** Depth first, from the last child to the first: what is nearest to the place where new text is added. */
function search<T>(node: YamlNode | undefined, look: (node: YamlNode) => T | undefined): T | undefined {
  if (node === undefined || node.kind === 'scalar' || node.style === 'alias') return undefined;
  const found = look(node);
  if (found !== undefined) return found;
  for (const { value } of node.slots.toReversed()) {
    const below = search(value, look);
    if (below !== undefined) return below;
  }
  return undefined;
}

function stepBelow(text: string, node: YamlNode, kind: 'map' | 'list'): number | undefined {
  if (node.kind !== 'map' || node.style !== 'block') return undefined;
  const slot = node.slots.findLast(({ value }) => value.kind === kind && value.style === 'block');
  const first = slot && firstSlot(slot.value);
  return first && columnOf(text, first.start) - columnOf(text, slot.start);
}

function itemStep(text: string, node: YamlNode): number | undefined {
  if (node.kind !== 'list' || node.style !== 'block') return undefined;
  const slot = node.slots.findLast(({ value }) => value.kind === 'map' && value.style === 'block');
  const first = slot && firstSlot(slot.value);
  // `- &anchor` may have its map on the next line.
  return first && lineStart(text, first.start) === lineStart(text, slot.start) ? first.start - slot.start : undefined;
}

function firstSlot(node: YamlNode): Slot | undefined {
  return node.kind === 'scalar' ? undefined : node.slots[0];
}

function listStyle(node: YamlNode): 'block' | 'flow' | undefined {
  if (node.kind !== 'list' || node.style === 'alias' || node.items.length === 0) return undefined;
  return node.items.every(({ kind }) => kind === 'scalar') ? node.style : undefined;
}

function keyQuotes(text: string, node: YamlNode): Quotes | undefined {
  const slot = node.kind === 'map' && node.style === 'flow' ? node.slots.at(-1) : undefined;
  return slot && (text[slot.start] === '"' ? 'always' : 'as needed');
}

/** Whether the entries beside a new one are written `name: {…}`. */
export function hasFlowEntries(container: YamlMap | YamlList): boolean {
  const last = container.slots.at(-1)?.value;
  return last?.kind === 'map' && last.style === 'flow' && last.slots.length > 0;
}

/** The lines of `key: value`. */
export function memberLines(key: string, value: Value, column: number, style: YamlStyle): readonly string[] {
  const head = `${' '.repeat(column)}${scalarText(key)}:`;
  if (!isSpread(value, style)) return [`${head} ${flowText(value)}`];
  return [head, ...valueLines(value, column, style)];
}

/** The lines of `- value`. */
export function itemLines(value: Value, column: number, style: YamlStyle): readonly string[] {
  const dash = ' '.repeat(column) + '-'.padEnd(style.itemStep);
  if (!isSpread(value, style)) return [dash + flowText(value)];
  const lines = isMap(value) ? mapLines(value, column + style.itemStep, style) : listLines(value, column + style.itemStep, style);
  return lines.map((line, i) => (i === 0 ? dash + line.slice(dash.length) : line));
}

/** A value that gets lines of its own. */
export type SpreadValue = readonly Value[] | ValueMap;

/** The lines of a map or list below a key that is at `column`. */
export function valueLines(value: SpreadValue, column: number, style: YamlStyle): readonly string[] {
  return isMap(value) ? mapLines(value, column + style.step, style) : listLines(value, column + style.listStep, style);
}

/** Whether a value is not on the line of its key. */
export function isSpread(value: Value, style: YamlStyle): value is SpreadValue {
  if (isMap(value)) return value.size > 0;
  if (!isList(value) || value.length === 0) return false;
  return style.lists === 'block' || value.some((item) => typeof item === 'object' && item !== null);
}

function mapLines(map: ValueMap, column: number, style: YamlStyle): readonly string[] {
  return [...map].flatMap(([key, value]) => memberLines(key, value, column, style));
}

function listLines(list: readonly Value[], column: number, style: YamlStyle): readonly string[] {
  return list.flatMap((item) => itemLines(item, column, style));
}

export type Quotes = 'as needed' | 'always';

/** A value on one line. `quotes: 'always'` is for text that some also read as JSON. */
export function flowText(value: Value, quotes: Quotes = 'as needed', isInside = false): string {
  if (isMap(value)) return `{${[...value].map(([key, inner]) => flowMember(key, inner, quotes)).join(', ')}}`;
  if (isList(value)) return `[${value.map((item) => flowText(item, quotes, true)).join(', ')}]`;
  return scalarText(value, quotes, isInside);
}

export function flowMember(key: string, value: Value, quotes: Quotes): string {
  return `${scalarText(key, quotes, true)}: ${flowText(value, quotes, true)}`;
}

// `Array.isArray` alone does not know readonly arrays: what is left over would still seem to be one.
/** A scalar on one line, which every YAML 1.1 and 1.2 parser reads back as the same value. */
export function scalarText(value: string | number | boolean | null, quotes: Quotes = 'as needed', isInFlow = false): string {
  if (typeof value === 'string') return quotes === 'as needed' && isPlain(value, isInFlow) ? value : quoted(value);
  if (typeof value !== 'number') return String(value);
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * What needs no quotes anywhere. Narrower than YAML: no text that YAML 1.1 reads as another type (`yes`, `0o7`, `12:30`,
 * `2024-01-01`, `1_000`), and inside `{}` and `[]` no `:`, which old parsers stumble over.
 */
function isPlain(value: string, isInFlow: boolean): boolean {
  if (!/^[A-Za-z0-9_./\\$+(-][A-Za-z0-9_./\\$+()@=%^~:;<>&*!?|# '"-]*$/.test(value)) return false;
  if (/^-(?:$| )|^(?:---|\.\.\.)|: |:$| #| $/.test(value)) return false;
  if (/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value)) return false;
  if (/^[-+.]*(?:\d[\d_.,:a-fxobtz+ -]*|inf|nan)?$/i.test(value)) return false;
  return !(isInFlow && /[:?&*!|"'#]/.test(value));
}

function quoted(value: string): string {
  // JSON's escapes are YAML's as well; YAML forbids these characters or reads them as a line end.
  return JSON.stringify(value).replace(/[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The end of the last comment line below a line that is indented far enough to belong to what is above it. */
export function endOfComments(text: string, end: number, indent: number): number {
  let result = end;
  for (let start = nextLine(text, end); start !== undefined;) {
    const thisEnd = lineEnd(text, start);
    const line = text.slice(start, thisEnd);
    const column = line.search(/\S/);
    if (line[column] === '#' && column >= indent) result = thisEnd;
    else if (column !== -1 && line[column] !== '#') break;
    start = nextLine(text, thisEnd);
  }
  return result;
}

/** The first comma that is not in a comment. */
export function commaIn(text: string, from: number, to: number): number | undefined {
  const gap = text.slice(from, to).replace(/(?<=^|\s)#[^\r\n]*/g, (comment) => ' '.repeat(comment.length));
  const index = gap.indexOf(',');
  return index === -1 ? undefined : from + index;
}
