import { setImmediate } from 'node:timers/promises';
import { type Contents, gitBlobId } from './contents.ts';
import { nodeSnapshotCalls } from './disk.ts';
import { blobContents } from './git-blobs.ts';
import { rootId } from './marks.ts';
import type { ObjectId, ObjectStore, TreeEntry } from './objects.ts';
import { pathOfName, rawChild, type RawName, rawNameOf } from './raw-name.ts';
import { readStable, type Scratch } from './read-file.ts';
import { slices } from './slices.ts';
import type { SnapshotParts } from './snapshot-parts.ts';
import type { Snapshot } from './snapshots.ts';
import { encodeTree } from './tree-node.ts';

/** So long others are kept from the store at a time. */
const holdMs = 100;
/** Bytes of contents that are asked of git at once. */
const mostAsked = 32 * 1_048_576;

/**
 * Makes snapshots whole that lean on the workspace's git repository (lender.ts): what they borrowed is read, from the files while those
 * have the bytes, else from git, and kept in the store.
 */
export interface Owning {
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
  /** Of a file that has, or had, these bytes. */
  readonly path: RawName;
  readonly size: number;
}

export function owningOf(parts: SnapshotParts, writing: <T>(work: () => Promise<T>) => Promise<T>): Owning {
  const { options, journal, records, store, storedContents, system, tree, workspace } = parts;
  const calls = options.calls ?? nodeSnapshotCalls;
  const scratch: Scratch = { buffer: undefined };
  /** What neither the files nor git had. */
  const lost = new Set<string>();
  let running: Promise<void> | undefined;
  let stop = new AbortController();
  let isCopying = false;

  const incomplete = (): readonly Snapshot[] => records().snapshots.filter(({ complete }) => !complete);
  const inFile = ({ gitId, path, size }: Borrowed): Uint8Array | undefined => {
    const read = readStable(calls, pathOfName(`${rawNameOf(workspace.root)}/${path}`), scratch);
    return read.kind === 'read' && gitBlobId([read.content], size, gitId.length) === gitId ? read.content : undefined;
  };
  /** Under the lock. What it copied is on the disk when it settles. */
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    isCopying = true;
    try {
      const done = await work();
      store.sync();
      return done;
    } finally {
      isCopying = false;
    }
  };

  const copyAll = async (inLock: <T>(work: () => Promise<T>) => Promise<T>, signal: AbortSignal | undefined): Promise<void> => {
    const { turn } = slices(signal === undefined ? {} : { signal });
    const borrowed = await borrowedIn(storedContents, incomplete(), turn);
    const wanted = borrowed.filter(({ gitId }) => !lost.has(gitId));
    const owned = new Map<string, ObjectId>();
    const gone: Borrowed[] = [];
    while (wanted.length > 0) {
      await inLock(() =>
        step(async () => {
          const until = performance.now() + holdMs;
          for (let next = wanted.pop(); next !== undefined; next = performance.now() < until ? wanted.pop() : undefined) {
            const bytes = inFile(next);
            if (bytes === undefined) gone.push(next);
            else owned.set(next.gitId, store.put('blob', bytes));
            await turn();
            signal?.throwIfAborted();
          }
        }),
      );
    }
    for (const batch of batches(gone)) {
      const contents = await blobContents(
        system,
        workspace,
        batch.map(({ gitId }) => gitId),
        { mostBytes: mostAsked, signal },
      );
      signal?.throwIfAborted();
      await inLock(() =>
        step(async () => {
          for (const { gitId } of batch) {
            const bytes = contents.get(gitId);
            if (bytes === undefined) lost.add(gitId);
            else owned.set(gitId, store.put('blob', bytes));
          }
        }),
      );
    }
    await inLock(() => step(async () => settle(owned)));
  };

  const settle = (owned: ReadonlyMap<string, ObjectId>): void => {
    // A collection of another process may have taken what no snapshot named yet; then it is copied again.
    const isThere = (id: ObjectId | undefined): id is ObjectId => id !== undefined && store.has(id);
    const rewritten = rewriter(store, storedContents, (gitId) => {
      const id = owned.get(gitId);
      return isThere(id) ? id : undefined;
    });
    const done = incomplete().flatMap(({ id, root }) => {
      const own = rewritten(rootId(root));
      return own === undefined ? [] : [{ kind: 'borrow-done', id, root: own } as const];
    });
    if (done.length === 0) return;
    // On the disk before the journal says so.
    store.sync();
    journal.append(done);
    tree.owned(owned);
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

/** What snapshots have borrowed, each content once. */
async function borrowedIn(contents: Contents, snapshots: readonly Snapshot[], turn: () => Promise<boolean> | boolean): Promise<Borrowed[]> {
  const found = new Map<string, Borrowed>();
  const seen = new Set<ObjectId>();
  const open = snapshots.map(({ root }) => ({ id: rootId(root), path: '' }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    await turn();
    for (const entry of contents.tree(next.id)) {
      if (entry.kind !== 'borrowed' && entry.kind !== 'directory') continue;
      const path = rawChild(next.path, entry.name.toString('latin1'));
      if (entry.kind === 'directory') open.push({ id: entry.id, path });
      else found.set(entry.gitId, { gitId: entry.gitId, path, size: entry.size });
    }
  }
  return [...found.values()];
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

/** Writes the nodes of a tree again with own ids for borrowed ones. `undefined`: one of them is not to be had. */
function rewriter(
  store: ObjectStore,
  contents: Contents,
  ownId: (gitId: string) => ObjectId | undefined,
): (id: ObjectId) => ObjectId | undefined {
  const known = new Map<ObjectId, ObjectId | undefined>();
  const entryOf = (entry: TreeEntry): TreeEntry | undefined => {
    if (entry.kind === 'directory') {
      const id = rewritten(entry.id);
      return id === undefined ? undefined : { ...entry, id };
    }
    if (entry.kind !== 'borrowed') return entry;
    const id = ownId(entry.gitId);
    return id === undefined ? undefined : { kind: 'file', name: entry.name, mode: entry.mode, size: entry.size, id, isSealed: false };
  };
  const rewritten = (id: ObjectId): ObjectId | undefined => {
    const told = known.get(id);
    if (told !== undefined || known.has(id)) return told;
    const before = contents.tree(id);
    const after = before.map(entryOf);
    const isWhole = after.every((entry) => entry !== undefined);
    const own = isWhole ? store.put('tree', encodeTree(after.filter((entry) => entry !== undefined))) : undefined;
    known.set(id, own);
    return own;
  };
  return rewritten;
}
