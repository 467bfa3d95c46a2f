import { SnapError } from '../../system/index.ts';
import { type Node, toValue, type Value } from '../syntax/node.ts';
import { parseYaml, type YamlParsed } from '../syntax/yaml.ts';
import type { Slot, YamlNode } from '../syntax/yaml-tree.ts';
import { type Splice, applySplices, insertAt } from './format.ts';
import { columnOf, isBlank, lineEnd, lineStart, previousLineEnd, startsLine } from '../text-lines.ts';
import { endOfComments, flowText, isSpread, scalarText, styleOf, valueLines } from './yaml-style.ts';

/** Keys, and indices of members or items. */
export type Path = readonly (string | number)[];

type Tree = YamlParsed & { readonly kind: 'tree' };

export interface Located {
  readonly root: YamlNode | undefined;
  readonly node: YamlNode | undefined;
  /** Where the node is in its parent; neither for the root. */
  readonly slot?: Slot;
  readonly parent?: YamlNode;
}

/**
 * The node at a path of a text. Each step of an edit reads the text it is given: an entry is a handful of steps, and positions
 * are never carried over from one text to the next.
 * @throws SnapError `refused` when the text cannot be read or has no such path.
 */
export function locate(text: string, path: Path): Located {
  const { root } = requireTree(text);
  let found: Located = { root, node: root };
  for (const step of path) {
    const parent = found.node;
    const slot = slotOf(parent, step);
    if (parent === undefined || slot === undefined) throw refusal();
    found = { root, node: slot.value, slot, parent };
  }
  return found;
}

export function findAt(root: YamlNode | undefined, path: Path): YamlNode | undefined {
  let node = root;
  for (const step of path) node = slotOf(node, step)?.value;
  return node;
}

function slotOf(node: YamlNode | undefined, step: string | number): Slot | undefined {
  return node === undefined || node.kind === 'scalar' ? undefined : node.slots[slotIndex(node, step)];
}

/** The index of the member that counts under a key; -1 without any. */
export function slotIndex(node: Node | undefined, step: string | number): number {
  if (typeof step === 'number') return step;
  return node?.kind === 'map' ? node.members.findLastIndex(({ key }) => key === step) : -1;
}

/**
 * The last text that was read: a step asks several times about the same one, and reading is nearly all of its cost. Held weakly,
 * because it holds secrets and a server lives long.
 */
let last: WeakRef<{ readonly text: string; readonly tree: Tree }> | undefined;

/** @throws SnapError `refused` when the text cannot be read. */
export function requireTree(text: string): Tree {
  const known = last?.deref();
  if (known?.text === text) return known.tree;
  const tree = parseYaml(text);
  if (tree.kind === 'problem') throw refusal();
  last = new WeakRef({ text, tree });
  return tree;
}

export function refusal(): SnapError {
  return new SnapError('refused', 'This file cannot be edited safely at the place of its servers.', {
    hint: 'The file was left as it is. Change it by hand; "snap tools print" shows the text.',
  });
}

/** The text with another value at `path`; an anchor or a tag before the value stays. */
export function replaceValue(aliased: string, path: Path, value: Value): string {
  const text = withoutAliases(aliased, path.slice(0, -1));
  const { root, node, slot, parent } = locate(text, path);
  if (node === undefined) throw refusal();
  const style = styleOf(text, root, parent);
  const valueAt = parent?.kind === 'map' && parent.style === 'block' ? slot?.valueAt : undefined;
  if (valueAt !== undefined && slot !== undefined && isSpread(value, style) && node.style !== 'flow') {
    const emptied = applySplices(text, [cutValue(text, node, valueAt)]);
    const lines = valueLines(value, columnOf(text, slot.start), style).join(style.eol);
    if (node.style !== 'alias') return nest(emptied, slot.start, valueAt, style.eol + lines, false);
    // Marked as in `nest`, but what was after the alias stays on the line of the key: a child may be added below at once.
    const mark = hasNote(emptied, valueAt) ? '' : ' ';
    return insertAt(insertAt(emptied, lineEnd(emptied, valueAt), style.eol + lines), valueAt, mark);
  }
  const isInFlow = parent !== undefined && parent.style === 'flow';
  const written = inSameQuotes(node, value) ?? flowText(value, isInFlow ? style.quotes : 'as needed', isInFlow);
  if (node.style === 'implied') return insertAt(text, node.start, ` ${written}`);
  if (valueAt !== undefined && node.style === 'block' && node.kind !== 'scalar') return replaceBlock(text, node, valueAt, ` ${written}`);
  return applySplices(text, [{ start: node.start, end: node.end, text: written }]);
}

/** What is read through an alias on the way is written out in its place: the anchored text serves others as well. */
export function withoutAliases(text: string, path: Path): string {
  for (const depth of path.keys()) {
    const prefix = path.slice(0, depth + 1);
    const { node } = locate(text, prefix);
    if (node?.style === 'alias') return withoutAliases(replaceValue(text, prefix, toValue(node)), path);
  }
  return text;
}

/**
 * Puts lines below a key without value, after comments that are there. A key that would now look as if it had been made with
 * its content is marked by a space after its colon.
 */
export function nest(text: string, keyStart: number, valueAt: number, lines: string, isMarked: boolean): string {
  const keyEnd = lineEnd(text, valueAt);
  const end = endOfComments(text, keyEnd, columnOf(text, keyStart) + 1);
  if (end !== keyEnd || hasNote(text, valueAt)) return insertAt(text, end, lines);
  return insertAt(text, valueAt, (isMarked ? ' ' : '') + lines);
}

/** Whether a comment is after the colon. */
export function hasNote(text: string, valueAt: number): boolean {
  return !isBlank(text.slice(valueAt, lineEnd(text, valueAt)));
}

/** Cuts a value together with what is between it and its key; comments on the key's line and on lines of their own stay. */
function cutValue(text: string, node: YamlNode, valueAt: number): Splice {
  const before = startsLine(text, node.start) ? previousLineEnd(text, lineStart(text, node.start)) : undefined;
  if (before === undefined || isBlank(text.slice(valueAt, before))) return { start: valueAt, end: node.end, text: '' };
  // A comment after the last line would run into the one before the value.
  return { start: before, end: lineEnd(text, node.end), text: '' };
}

/** Puts a value on the line of its key instead of the block below it. */
export function replaceBlock(text: string, node: YamlNode, valueAt: number, written: string): string {
  const cut = cutValue(text, node, valueAt);
  if (cut.start === valueAt) return applySplices(text, [{ ...cut, text: written }]);
  return applySplices(text, [{ start: valueAt, end: valueAt, text: written }, cut]);
}

function inSameQuotes(node: YamlNode, value: Value): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (node.style === 'double-quoted') return scalarText(value, 'always');
  return node.style === 'single-quoted' && /^[\x20-\x7e]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : undefined;
}
