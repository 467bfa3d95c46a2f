import { SnapError } from '../../system/index.ts';
import { parseJson } from '../syntax/json.ts';
import { findMember, findNode, isList, isMap, sameValue, toValue, type Node, type Value } from '../syntax/node.ts';
import type { Tolerance } from './format.ts';
import { createRoot } from './json.ts';
import { cutChild, insertChild } from './json-children.ts';
import { renderJson, renderMember } from './json-style.ts';

/** One name into a list of names, or out of it. */
export interface NameChange {
  readonly kind: 'add' | 'remove';
  readonly name: string;
}

/**
 * The JSON text with a name in the list at `path`, which is created where it is missing, or without it. Nothing else moves: comments, order
 * and layout stay. What was created for the name goes with it.
 * @throws SnapError `refused` where something else is at the path.
 */
export function changeNames(
  text: string | undefined,
  tolerance: Tolerance,
  path: readonly string[],
  { kind, name }: NameChange,
): string | undefined {
  const result = kind === 'add' ? addName(text, tolerance, path, name) : removeName(text, tolerance, path, name);
  const before = valueOf(text, tolerance);
  const after = valueOf(result, tolerance);
  const wanted = kind === 'add' ? [...namesAt(before, path), name] : namesAt(before, path).filter((one) => one !== name);
  const isSame = sameValue(namesAt(after, path), wanted) && sameValue(without(before, path), without(after, path));
  if (!isSame) throw refused(path, 'cannot be changed here without touching something else');
  return result;
}

function addName(text: string | undefined, tolerance: Tolerance, path: readonly string[], name: string): string {
  const root = rootOf(text, tolerance);
  if (text === undefined || root === undefined) return createRoot(text, nested(path, [name]));
  let parent = root;
  for (const [depth, key] of path.entries()) {
    if (parent.kind !== 'map') throw refused(path, 'is no list of names');
    const next = findMember(parent, key)?.value;
    if (next === undefined) {
      const rest = nested(path.slice(depth + 1), [name]);
      return insertChild(text, parent, (style, indent) => renderMember(key, rest, style, indent));
    }
    parent = next;
  }
  if (parent.kind !== 'list') throw refused(path, 'is no list of names');
  return insertChild(text, parent, (style, indent) => renderJson(name, style, indent));
}

/** Of the texts that adding the name may have started from, the barest one that gives this text; else only the name goes. */
function removeName(text: string | undefined, tolerance: Tolerance, path: readonly string[], name: string): string | undefined {
  if (text === undefined) return undefined;
  for (const original of originals(text, tolerance, path)) {
    if (isMade(original, text, tolerance, path, name)) return original;
  }
  let result = text;
  for (;;) {
    const list = findNode(rootOf(result, tolerance), path);
    const index = list?.kind === 'list' ? list.items.findIndex((item) => item.kind === 'scalar' && item.value === name) : -1;
    if (list?.kind !== 'list' || index === -1) return result;
    result = cutChild(result, list, index);
  }
}

function isMade(original: string | undefined, text: string, tolerance: Tolerance, path: readonly string[], name: string): boolean {
  try {
    return addName(original, tolerance, path, name) === text;
  } catch {
    // Something else is at the path there, so it is no text to start from.
    return false;
  }
}

/** No file, then no root, then without each object of the path from the outside in, as long as it holds nothing else. */
function* originals(text: string, tolerance: Tolerance, path: readonly string[]): Generator<string | undefined> {
  const root = rootOf(text, tolerance);
  if (root !== undefined && isChain(root, path)) {
    const above = text.slice(0, root.start);
    yield undefined;
    yield above;
    yield above.replace(/\r?\n$/, '');
  }
  for (const depth of path.keys()) {
    const parent = findNode(root, path.slice(0, depth));
    if (parent?.kind !== 'map' || !isChain(findNode(root, path.slice(0, depth + 1)), path.slice(depth + 1))) continue;
    const index = parent.members.findIndex(({ key }) => key === path[depth]);
    if (index !== -1) yield cutChild(text, parent, index);
  }
}

/** Whether a node holds one name, and nothing beside the path to it. */
function isChain(node: Node | undefined, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return node?.kind === 'list' && node.items.length === 1;
  return node?.kind === 'map' && node.members.length === 1 && isChain(findMember(node, key)?.value, rest);
}

function nested(path: readonly string[], value: Value): Value {
  return path.reduceRight<Value>((inner, key) => new Map([[key, inner]]), value);
}

function rootOf(text: string | undefined, tolerance: Tolerance): Node | undefined {
  const parsed = parseJson(text ?? '', tolerance);
  if (parsed.kind === 'problem') throw new SnapError('refused', `It does not parse (${parsed.problem.line}:${parsed.problem.column}).`);
  return parsed.root;
}

function valueOf(text: string | undefined, tolerance: Tolerance): Value {
  const root = rootOf(text, tolerance);
  return root === undefined ? new Map() : toValue(root);
}

function namesAt(value: Value, path: readonly string[]): readonly Value[] {
  let at: Value | undefined = value;
  for (const key of path) at = isMap(at) ? at.get(key) : undefined;
  return isList(at) ? at : [];
}

/** Everything but the list, and the objects that only lead to it. */
function without(value: Value, [key, ...rest]: readonly string[]): Value {
  if (key === undefined || !isMap(value)) return new Map();
  const others = new Map(value);
  const inner = others.get(key);
  others.delete(key);
  const kept = inner === undefined || isList(inner) ? new Map() : without(inner, rest);
  return isMap(kept) && kept.size === 0 ? others : others.set(key, kept);
}

function refused(path: readonly string[], why: string): SnapError {
  return new SnapError('refused', `"${path.join('.')}" ${why}.`, { hint: 'The file was not changed. Change it by hand.' });
}
