import { SnapError } from '../../system/index.ts';
import { nodeSnapshotCalls } from '../disk.ts';
import { readStable, type Scratch } from '../look/read-file.ts';
import { pathOfName, rawChild, type RawName, rawNameOf } from '../raw-name.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import { gitBlobId } from '../store/stored-contents.ts';
import { encodeTree } from '../store/tree-node.ts';

/** Bytes of contents that git is asked for at once. */
export const maxBatchBytes = 32 * 1_048_576;

/** A file whose bytes only the git repository of the workspace has. */
export interface Borrowed {
  readonly gitId: string;
  /** Of the file that has, or had, these bytes. */
  readonly path: RawName;
  readonly size: number;
}

/** What became of a tree. A borrowed file that can no longer be found stays borrowed, and then the tree is not whole. */
export interface CopiedTree {
  readonly id: ObjectId;
  readonly isWhole: boolean;
}

/**
 * Work in small steps. It stops after each file, so that others can use the store in between, and with a list of files to be given
 * the contents that git has of them, by their git ids.
 */
export type CopySteps = Generator<readonly Borrowed[] | undefined, CopiedTree, ReadonlyMap<string, Uint8Array> | undefined>;

/** What copying needs of the snapshots, and memory for the file that is being read. */
export interface CopyParts extends Pick<SnapshotParts, 'options' | 'store' | 'storedContents' | 'workspace'> {
  readonly scratch: Scratch;
}

/**
 * Stores a tree again, with objects of the store in place of borrowed ones.
 * @param copied the trees that were copied already; what becomes of this one, and of those in it, is added.
 */
export function* copyTree(parts: CopyParts, id: ObjectId, path: RawName, copied: Map<ObjectId, CopiedTree>): CopySteps {
  const known = copied.get(id);
  if (known !== undefined) return known;
  const before = entriesOf(parts, id);
  if (before === undefined) {
    copied.set(id, { id, isWhole: false });
    return { id, isWhole: false };
  }
  const ids = yield* copyFiles(parts, before, path);
  const after: TreeEntry[] = [];
  let isWhole = true;
  for (const entry of before) {
    if (entry.kind === 'directory') {
      const own = yield* copyTree(parts, entry.id, rawChild(path, entry.name.toString('latin1')), copied);
      isWhole &&= own.isWhole;
      after.push({ ...entry, id: own.id });
    } else if (entry.kind === 'borrowed') {
      const { gitId, mode, name, size } = entry;
      const own = ids.get(gitId);
      isWhole &&= own !== undefined;
      after.push(own === undefined ? entry : { kind: 'file', name, mode, size, id: own, isSealed: false });
    } else after.push(entry);
  }
  const tree = { id: parts.store.put('tree', encodeTree(after)), isWhole };
  copied.set(id, tree);
  return tree;
}

/** Stores the borrowed files of one directory. @returns their objects, by their git ids; one that can no longer be found is missing. */
function* copyFiles(
  parts: CopyParts,
  entries: readonly TreeEntry[],
  path: RawName,
): Generator<readonly Borrowed[] | undefined, ReadonlyMap<string, ObjectId>, ReadonlyMap<string, Uint8Array> | undefined> {
  const ids = new Map<string, ObjectId>();
  const changed: Borrowed[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'borrowed') continue;
    const wanted = { gitId: entry.gitId, path: rawChild(path, entry.name.toString('latin1')), size: entry.size };
    const bytes = bytesInFile(parts, wanted);
    if (bytes === undefined) changed.push(wanted);
    else ids.set(entry.gitId, parts.store.put('blob', bytes));
    yield undefined;
  }
  for (const batch of batches(changed)) {
    const contents = yield batch;
    for (const [gitId, bytes] of contents ?? []) ids.set(gitId, parts.store.put('blob', bytes));
  }
  return ids;
}

/** The bytes of the file, if it still has those that git knows. */
function bytesInFile({ options, scratch, workspace }: CopyParts, { gitId, path, size }: Borrowed): Uint8Array | undefined {
  const read = readStable(options.calls ?? nodeSnapshotCalls, pathOfName(`${rawNameOf(workspace.root)}/${path}`), scratch);
  return read.kind === 'read' && gitBlobId([read.content], size, gitId.length) === gitId ? read.content : undefined;
}

function entriesOf({ storedContents }: CopyParts, id: ObjectId): readonly TreeEntry[] | undefined {
  try {
    return storedContents.tree(id);
  } catch (error) {
    // Damaged: "verify" reports it, and everything else can still be copied and restored.
    if (!(error instanceof SnapError)) throw error;
    return undefined;
  }
}

/** Parts of a list whose contents fit into memory together; a single larger file is a separate part. */
export function* batches(all: readonly Borrowed[]): Iterable<readonly Borrowed[]> {
  let batch: Borrowed[] = [];
  let bytes = 0;
  for (const one of all) {
    if (bytes + one.size > maxBatchBytes && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += one.size;
  }
  if (batch.length > 0) yield batch;
}
