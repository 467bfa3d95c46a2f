import type { Snapshot, TreeChange } from '../../core.ts';

/** A row of the snapshots view, and what its commands are given. */
export type SnapshotNode = { readonly kind: 'snapshot'; readonly snapshot: Snapshot };
export type FileNode = { readonly kind: 'file'; readonly snapshot: Snapshot; readonly change: TreeChange };
/** A row that only says something. */
export type NoteNode = { readonly kind: 'note'; readonly text: string };
/** The snapshots that restores have taken, which would stand above the person's own. */
export type GroupNode = { readonly kind: 'group' };
export type Node = SnapshotNode | FileNode | NoteNode | GroupNode;

/** What a command was called on; `undefined` from the palette. */
export function snapshotIn(given: unknown): Snapshot | undefined {
  return isNode(given) && (given.kind === 'snapshot' || given.kind === 'file') ? given.snapshot : undefined;
}

export function fileIn(given: unknown): FileNode | undefined {
  return isNode(given) && given.kind === 'file' ? given : undefined;
}

/** The editor gives commands of a view its own rows back; a key or another extension may give anything. */
function isNode(given: unknown): given is Node {
  const kind = fieldOf(given, 'kind');
  if (kind === 'note') return true;
  if (typeof fieldOf(fieldOf(given, 'snapshot'), 'id') !== 'string') return false;
  return kind === 'snapshot' || (kind === 'file' && typeof fieldOf(fieldOf(given, 'change'), 'path') === 'string');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
