import { SnapError } from '../../system/index.ts';
import type { Node } from '../syntax/node.ts';
import { parseYaml, type YamlParsed } from '../syntax/yaml.ts';
import type { Slot, YamlNode } from '../syntax/yaml-node.ts';

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
