import { sameValue, toValue, type Value } from '../syntax/node.ts';
import { parseYaml } from '../syntax/yaml.ts';
import type { Slot, YamlList, YamlMap, YamlNode } from '../syntax/yaml-tree.ts';
import { type Splice, applySplices } from './format.ts';
import { columnOf, isBlank, lineEnd, lineStart, nextLine, previousLineEnd, startsLine } from '../text-lines.ts';
import { commaIn, nulls } from './yaml-style.ts';
import { findAt, locate, refusal, requireTree, type Path, hasNote, replaceBlock, withoutAliases } from './yaml-locate.ts';

type Container = YamlMap | YamlList;

/** The text without one child. A container that loses its last one stays as `{}` or `[]`. */
export function cutChild(aliased: string, path: Path, index: number): string {
  const text = withoutAliases(aliased, path);
  const { node, slot } = locate(text, path);
  if (node === undefined || node.kind === 'scalar') throw refusal();
  if (node.style === 'block' && node.slots.length === 1) {
    const [child] = node.slots;
    if (slot?.valueAt === undefined || child === undefined) throw refusal();
    const whole = { ...node, end: endOfOwnLines(text, child) };
    return replaceBlock(text, whole, slot.valueAt, node.kind === 'map' ? ' {}' : ' []');
  }
  const rest = valuesOf(node).toSpliced(index, 1);
  for (const candidate of waysToCut(text, path, index)) {
    const parsed = parseYaml(candidate);
    const left = parsed.kind === 'tree' ? valuesOf(findAt(parsed.root, path)) : [];
    if (parsed.kind === 'tree' && sameValue(left, rest)) return candidate;
  }
  throw refusal();
}

function valuesOf(node: YamlNode | undefined): readonly Value[] {
  return node === undefined || node.kind === 'scalar' ? [] : node.slots.map(({ value }) => toValue(value));
}

/** The texts `insertChild` may have put this child into, the likeliest first; not all of them can be read. */
export function* waysToCut(text: string, path: Path, index: number): Generator<string> {
  const { node } = locate(text, path);
  if (node === undefined || node.kind === 'scalar' || node.style === 'alias') return;
  const ways = node.style === 'block' ? blockCuts(text, node, index) : flowCuts(text, node, index);
  for (const splices of ways) yield applySplices(text, splices);
}

function* blockCuts(text: string, { slots }: Container, index: number): Generator<readonly Splice[]> {
  const slot = slots[index];
  const next = slots[index + 1];
  if (slot === undefined || slots.length === 1) return;
  if (!startsLine(text, slot.start)) {
    // `- first: 1`: the next member moves up after the dash.
    if (next !== undefined) yield [{ start: slot.start, end: next.start, text: '' }];
    return;
  }
  const start = lineStart(text, slot.start);
  const end = endOfOwnLines(text, slot);
  const before = previousLineEnd(text, start);
  if (before !== undefined) {
    yield [{ start: before, end, text: '' }];
    yield [{ start: before, end: slot.end, text: '' }];
    const beforeBlank = previousLineEnd(text, lineStart(text, before));
    if (beforeBlank !== undefined && isBlank(text.slice(lineStart(text, before), before)))
      yield [{ start: beforeBlank, end: slot.end, text: '' }];
  }
  yield [{ start, end: nextLine(text, end) ?? end, text: '' }];
  // Blank lines that were nothing after this child would be part of a `|+` text before it.
  const blankEnd = endOfBlankLines(text, end);
  if (before !== undefined) yield [{ start: before, end: blankEnd, text: '' }];
  yield [{ start, end: blankEnd, text: '' }];
}

function endOfBlankLines(text: string, end: number): number {
  const next = nextLine(text, end);
  return next !== undefined && isBlank(text.slice(next, lineEnd(text, next))) ? endOfBlankLines(text, lineEnd(text, next)) : end;
}

/** To the end of the last line, and over comments directly below that are indented deeper than the child itself. */
function endOfOwnLines(text: string, slot: Slot): number {
  const column = columnOf(text, slot.start);
  let end = lineEnd(text, slot.end);
  for (let start = nextLine(text, end); start !== undefined; start = nextLine(text, end)) {
    const line = text.slice(start, lineEnd(text, start));
    if (!/^ *#/.test(line) || line.indexOf('#') <= column) break;
    end = start + line.length;
  }
  return end;
}

function* flowCuts(text: string, container: Container, index: number): Generator<readonly Splice[]> {
  const slot = container.slots[index];
  const next = container.slots[index + 1];
  const before = container.slots[index - 1];
  if (slot === undefined) return;
  const { start, end } = slot;
  const comma = commaIn(text, end, next?.start ?? container.end - 1);
  const commaEnd = comma === undefined ? end : comma + 1;
  const blankStart = text.slice(0, start).trimEnd().length;
  if (before !== undefined && comma === undefined) {
    const commaBefore = commaIn(text, before.end, start);
    if (commaBefore === undefined) return;
    const splice = { start: commaBefore, end: commaBefore + 1, text: '' };
    if (blankStart >= splice.end) yield [splice, { start: blankStart, end, text: '' }];
    yield [splice, { start, end, text: '' }];
  } else if (before !== undefined) {
    yield [{ start: blankStart, end: commaEnd, text: '' }];
    yield [{ start, end: commaEnd, text: '' }];
  } else {
    if (next !== undefined && isBlank(text.slice(commaEnd, next.start).replace(/[\r\n]/g, '')))
      yield [{ start, end: next.start, text: '' }];
    yield [{ start, end: commaEnd, text: '' }];
    if (text[commaEnd] === ' ') yield [{ start, end: commaEnd + 1, text: '' }];
  }
}

/** The texts in which the value at `path` may have been null, or in which the root may have been missing. */
export function* waysToEmpty(text: string, path: Path): Generator<string> {
  const { node, slot } = locate(text, path);
  if (node === undefined || node.kind === 'scalar' || node.style === 'alias') return;
  const { start, end } = node;
  if (node.style === 'flow') {
    for (const word of nulls) yield applySplices(text, [{ start, end, text: word }]);
    if (slot?.valueAt !== undefined) yield applySplices(text, [{ start: slot.valueAt, end, text: '' }]);
    return;
  }
  const before = previousLineEnd(text, lineStart(text, start));
  if (slot?.valueAt !== undefined) {
    yield applySplices(text, [{ start: slot.valueAt, end, text: '' }]);
  } else {
    yield text.slice(end);
    yield text.slice(nextLine(text, end) ?? text.length);
  }
  if (before === undefined) return;
  yield applySplices(text, [{ start: before, end, text: '' }]);
  // One space was before the word, as it nearly always does; else any number.
  const spaces = /[ ]*$/.exec(text.slice(0, before))?.[0].length ?? 0;
  for (const spelling of [spaces - 2, ...nulls.keys()]) {
    const word = nulls[spelling];
    if (word !== undefined && spelling < spaces) yield applySplices(text, [{ start: before - spelling - 1, end, text: word }]);
  }
}

/** The texts in which the value at `path` may have been an alias: one that was written out leaves the space before it. */
export function* waysToAlias(text: string, path: Path): Generator<string> {
  const { node, slot } = locate(text, path);
  if (node === undefined || node.kind === 'scalar' || node.style !== 'block' || slot?.valueAt === undefined || text[slot.valueAt] !== ' ')
    return;
  const { valueAt } = slot;
  const mark = hasNote(text, valueAt) ? 0 : 1;
  // What was added below is the last child; comments between it and the others were there before.
  const added = node.slots.at(-1);
  const others = node.slots.at(-2);
  const addedFrom = added && previousLineEnd(text, lineStart(text, added.start));
  if (others === undefined || addedFrom === undefined) return;
  for (const [name, { kind, start }] of requireTree(text).anchors) {
    if (kind !== node.kind || start >= node.start) continue;
    yield applySplices(text, [
      { start: valueAt, end: valueAt + mark, text: ` *${name}` },
      { start: lineEnd(text, valueAt), end: others.end, text: '' },
      { start: addedFrom, end: node.end, text: '' },
    ]);
  }
}
