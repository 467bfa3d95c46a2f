import { createHash } from 'node:crypto';
import type { ObjectId, ObjectStore, TreeEntry } from '../../src/snapshots/store/object-types.ts';
import type { Snapshot, SnapshotKind } from '../../src/snapshots/snapshots.ts';
import { parseSnapshotId } from '../../src/snapshots/store/snapshot-record.ts';
import { decodeTree, encodeTree } from '../../src/snapshots/store/tree-node.ts';

/** Directories by name, files by their text. */
export interface SmallTree {
  readonly [name: string]: string | SmallTree;
}

/** Puts a tree and answers its root. */
export function putTree(store: ObjectStore, tree: SmallTree): ObjectId {
  const entries = Object.entries(tree).map(([name, below]): TreeEntry => {
    const bytes = Buffer.from(name);
    if (typeof below !== 'string') return { kind: 'directory', name: bytes, mode: 0o755, id: putTree(store, below) };
    const id = store.put('blob', Buffer.from(below));
    return { kind: 'file', name: bytes, mode: 0o644, size: Buffer.byteLength(below), id, isSealed: false };
  });
  return store.put('tree', encodeTree(entries));
}

/** Reads it back; throws when a part is missing. */
export function readTree(store: ObjectStore, id: ObjectId): SmallTree {
  const node = store.get(id);
  if (node?.kind !== 'tree') throw new Error(`no tree ${id}`);
  return Object.fromEntries(
    decodeTree(node.bytes).map((entry) => {
      if (entry.kind === 'directory') return [entry.name.toString(), readTree(store, entry.id)];
      const blob = entry.kind === 'file' ? store.get(entry.id) : undefined;
      if (blob === undefined) throw new Error(`no content of ${entry.name.toString()}`);
      return [entry.name.toString(), Buffer.from(blob.bytes).toString()];
    }),
  );
}

/** A snapshot as the journal keeps it. */
export function snapshotOf(sequence: number, root: string, more: Partial<Snapshot> & { readonly kind?: SnapshotKind } = {}): Snapshot {
  const id = parseSnapshotId(`snap_${sequence}_0000ff`);
  if (id === undefined) throw new Error('no id');
  return {
    id,
    sequence,
    kind: 'manual',
    at: new Date(1_760_000_000_000 + sequence * 60_000).toISOString(),
    root,
    files: 1,
    bytes: 1,
    skipped: [],
    skippedCount: 0,
    complete: true,
    isProtected: false,
    ...more,
  };
}

/** So many bytes that do not compress; the same for the same name. */
export function incompressible(name: string, length: number): Buffer {
  const parts = Array.from({ length: Math.ceil(length / 64) }, (_, part) => createHash('sha512').update(`${name} ${part}`).digest());
  return Buffer.concat(parts).subarray(0, length);
}

/** Forty files, of which each number changes four, below some directories. */
export function treeOf(number: number): SmallTree {
  const file = (index: number) => {
    const version = number - ((number + index) % 10);
    return [`file-${index}`, incompressible(`${version} ${index}`, 300 + (index % 7) * 100).toString('base64')] as const;
  };
  const files = Array.from({ length: 40 }, (_, index) => file(index));
  return { src: { lib: Object.fromEntries(files.slice(0, 25)), empty: {} }, ...Object.fromEntries(files.slice(25)) };
}
