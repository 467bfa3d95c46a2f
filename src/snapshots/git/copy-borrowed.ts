import { setImmediate } from 'node:timers/promises';
import { SnapError } from '../../system/index.ts';
import { gitBlobId } from '../store/stored-contents.ts';
import { nodeSnapshotCalls } from '../disk.ts';
import { blobContents } from './git-blobs.ts';
import { rootId } from '../upkeep/reachable-objects.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import { pathOfName, rawChild, type RawName, rawNameOf } from '../raw-name.ts';
import { readStable, type Scratch } from '../look/read-file.ts';
import { slices } from '../upkeep/time-slices.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import { encodeTree } from '../store/tree-node.ts';

/** So long others are kept from the store at a time. */
const holdMs = 100;
/** Bytes of contents that are asked of git at once. */
const mostAsked = 32 * 1_048_576;

/**
 * Makes snapshots whole that lean on the workspace's git repository (git-objects.ts): what they borrowed is read, from the files while those
 * have the bytes, else from git, and kept in the store.
 */
export interface BorrowedCopier {
  /** In a server: from now on, in steps between which others may write. */
  soon(): void;
  /** All of it; the caller holds the store's lock. What nobody has any more stays borrowed. @throws SnapError `io` (a full disk). */
  now(signal?: AbortSignal): Promise<void>;
  /** Whether what is put at this moment was borrowed. */
  isCopying(): boolean;
  close(): void;
}

interface Borrowed {
  readonly gitId: string;
  /** Of the file that has, or had, these bytes. */
  readonly path: RawName;
  readonly size: number;
}

/** A tree whose borrowed files are our own now; what nobody has any more stays borrowed, and the tree is not whole. */
interface Owned {
  readonly id: ObjectId;
  readonly isWhole: boolean;
}

/**
 * Work in small steps. It stops after each file, for whoever drives it to let others have the store; or, with a list, to be given the
 * contents that git has of it.
 */
type Copying = Generator<readonly Borrowed[] | undefined, Owned, ReadonlyMap<string, Uint8Array> | undefined>;

export function createBorrowedCopier(parts: SnapshotParts, writing: <T>(work: () => Promise<T>) => Promise<T>): BorrowedCopier {
  const { options, journal, records, store, storedContents, system, tree, workspace } = parts;
  const calls = options.calls ?? nodeSnapshotCalls;
  const scratch: Scratch = { buffer: undefined };
  let running: Promise<void> | undefined;
  let stop = new AbortController();
  let isCopying = false;

  const incomplete = (): readonly Snapshot[] => records().snapshots.filter(({ complete }) => !complete);
  const inFile = ({ gitId, path, size }: Borrowed): Uint8Array | undefined => {
    const read = readStable(calls, pathOfName(`${rawNameOf(workspace.root)}/${path}`), scratch);
    return read.kind === 'read' && gitBlobId([read.content], size, gitId.length) === gitId ? read.content : undefined;
  };
  const inGit = async (wanted: readonly Borrowed[], signal: AbortSignal | undefined) => {
    const ids = wanted.map(({ gitId }) => gitId);
    return blobContents(system, workspace, ids, { mostBytes: mostAsked, signal });
  };

  const nodeOf = (id: ObjectId): readonly TreeEntry[] | undefined => {
    try {
      return storedContents.tree(id);
    } catch (error) {
      // Damaged: it stays for "verify" to name it, and keeps nothing else from being copied, nor from being brought back.
      if (!(error instanceof SnapError)) throw error;
      return undefined;
    }
  };

  /** Puts a tree again with own ids for borrowed ones. @param nodes what became of which. */
  const owned = function* (id: ObjectId, path: RawName, nodes: Map<ObjectId, Owned>): Copying {
    const known = nodes.get(id);
    if (known !== undefined) return known;
    const before = nodeOf(id);
    if (before === undefined) {
      nodes.set(id, { id, isWhole: false });
      return { id, isWhole: false };
    }
    const ids = new Map<string, ObjectId>();
    const gone: Borrowed[] = [];
    for (const entry of before) {
      if (entry.kind !== 'borrowed') continue;
      const wanted = { gitId: entry.gitId, path: rawChild(path, entry.name.toString('latin1')), size: entry.size };
      const bytes = inFile(wanted);
      if (bytes === undefined) gone.push(wanted);
      else ids.set(entry.gitId, store.put('blob', bytes));
      yield undefined;
    }
    for (const batch of batches(gone)) {
      const contents = yield batch;
      for (const [gitId, bytes] of contents ?? []) ids.set(gitId, store.put('blob', bytes));
    }
    const after: TreeEntry[] = [];
    let isWhole = true;
    for (const entry of before) {
      if (entry.kind === 'directory') {
        const own = yield* owned(entry.id, rawChild(path, entry.name.toString('latin1')), nodes);
        isWhole &&= own.isWhole;
        after.push({ ...entry, id: own.id });
      } else if (entry.kind === 'borrowed') {
        const { gitId, mode, name, size } = entry;
        const own = ids.get(gitId);
        isWhole &&= own !== undefined;
        after.push(own === undefined ? entry : { kind: 'file', name, mode, size, id: own, isSealed: false });
      } else after.push(entry);
    }
    const own = { id: store.put('tree', encodeTree(after)), isWhole };
    nodes.set(id, own);
    return own;
  };

  /** To its end. What was copied is on the disk each time that others get the store. */
  const drive = async (
    work: Copying,
    inLock: <T>(work: () => Promise<T>) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<Owned> => {
    const { turn } = slices(signal === undefined ? {} : { signal });
    let contents: ReadonlyMap<string, Uint8Array> | undefined;
    const step = async (): Promise<ReturnType<Copying['next']>> => {
      const until = performance.now() + holdMs;
      isCopying = true;
      try {
        let next = work.next(contents);
        while (next.done !== true && next.value === undefined && performance.now() < until) {
          await turn();
          signal?.throwIfAborted();
          next = work.next(undefined);
        }
        store.sync();
        return next;
      } finally {
        isCopying = false;
      }
    };
    for (;;) {
      const next = await inLock(step);
      if (next.done === true) return next.value;
      contents = next.value === undefined ? undefined : await inGit(next.value, signal);
      signal?.throwIfAborted();
    }
  };

  const copyAll = async (inLock: <T>(work: () => Promise<T>) => Promise<T>, signal: AbortSignal | undefined): Promise<void> => {
    const { collections } = records();
    const nodes = new Map<ObjectId, Owned>();
    for (const { root } of incomplete()) await drive(owned(rootId(root), '', nodes), inLock, signal);
    await inLock(async () => {
      // Somebody may have collected what no snapshot named yet. The next time it is mostly there.
      if (records().collections !== collections) return;
      const done = incomplete().flatMap(({ id, root }) => {
        const own = nodes.get(rootId(root));
        if (own === undefined || (!own.isWhole && own.id === root)) return [];
        return [{ kind: own.isWhole ? 'borrow-done' : 'borrow-part', id, root: own.id } as const];
      });
      if (done.length === 0) return;
      journal.append(done);
      tree.owned((id) => {
        const own = nodes.get(id);
        return own === undefined || own.id === id ? undefined : { id: own.id, entries: storedContents.tree(own.id) };
      });
    });
  };

  const run = async (): Promise<void> => {
    const { signal } = stop;
    for (let before = Infinity, left = incomplete().length; left > 0 && left < before; before = left, left = incomplete().length) {
      await copyAll(writing, signal);
    }
  };
  return {
    soon() {
      if (running !== undefined || incomplete().length === 0) return;
      // Whoever asked for the snapshot gets it first.
      running = setImmediate()
        .then(run)
        // A full disk, say, or the end of the process. The snapshot says that it is not complete, and the next occasion tries again.
        .catch(() => undefined)
        .finally(() => (running = undefined));
    },
    async now(signal) {
      if (incomplete().length > 0) await copyAll((work) => work(), signal);
    },
    isCopying: () => isCopying,
    close() {
      stop.abort();
      stop = new AbortController();
    },
  };
}

function* batches(all: readonly Borrowed[]): Iterable<readonly Borrowed[]> {
  let batch: Borrowed[] = [];
  let bytes = 0;
  for (const one of all) {
    if (bytes + one.size > mostAsked && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += one.size;
  }
  if (batch.length > 0) yield batch;
}
