import { setImmediate } from 'node:timers/promises';
import { rootId } from '../store/object-id.ts';
import { slices } from '../upkeep/time-slices.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import type { ObjectId } from '../store/object-types.ts';
import { blobContents } from './git-blobs.ts';
import { type Borrowed, type CopiedTree, type CopyParts, type CopySteps, copyTree, maxBatchBytes } from './copy-tree.ts';

/** Milliseconds for which other writers are kept from the store at a time. */
const maxHoldMs = 100;

/**
 * Makes snapshots complete that use objects of the workspace's git repository (git-objects.ts): what they borrowed is read, from the
 * files while those still have the bytes, else from git, and stored.
 */
export interface BorrowedCopier {
  /** In a server: begins to copy, in steps between which others may write. */
  soon(): void;
  /** Copies all of it; the caller holds the store's lock. What can no longer be found stays borrowed. @throws SnapError `io` (a full disk). */
  now(signal?: AbortSignal): Promise<void>;
  close(): void;
}

type InLock = <T>(work: () => Promise<T>) => Promise<T>;

export function createBorrowedCopier(parts: SnapshotParts, writing: InLock): BorrowedCopier {
  let running: Promise<void> | undefined;
  let stop = new AbortController();

  const run = async (): Promise<void> => {
    const { signal } = stop;
    const left = () => incompleteIn(parts).length;
    for (let before = Infinity, now = left(); now > 0 && now < before; before = now, now = left()) await copyAll(parts, writing, signal);
  };
  return {
    soon() {
      if (running !== undefined || incompleteIn(parts).length === 0) return;
      // The caller that waits for the snapshot gets it first.
      running = setImmediate()
        .then(run)
        // A full disk, say, or the end of the process. The snapshot is still marked as not complete, so the next occasion tries again.
        .catch(() => undefined)
        .finally(() => (running = undefined));
    },
    async now(signal) {
      if (incompleteIn(parts).length > 0) await copyAll(parts, (work) => work(), signal);
    },
    close() {
      stop.abort();
      stop = new AbortController();
    },
  };
}

function incompleteIn({ records }: SnapshotParts): readonly Snapshot[] {
  return records().snapshots.filter(({ complete }) => !complete);
}

/** Copies what all incomplete snapshots borrow, then records it. */
async function copyAll(parts: SnapshotParts, inLock: InLock, signal: AbortSignal | undefined): Promise<void> {
  const { records } = parts;
  const { collections } = records();
  const copied = new Map<ObjectId, CopiedTree>();
  const copyParts: CopyParts = { ...parts, scratch: { buffer: undefined } };
  for (const { root } of incompleteIn(parts)) await runSteps(parts, copyTree(copyParts, rootId(root), '', copied), inLock, signal);
  await inLock(async () => {
    // A collection may have deleted what was copied, since no snapshot named it yet. The next time most of it is copied already.
    if (records().collections === collections) recordCopied(parts, copied);
  });
}

/** Runs the steps to the end. What was copied is on the disk each time that the lock is given up. */
async function runSteps(parts: SnapshotParts, steps: CopySteps, inLock: InLock, signal: AbortSignal | undefined): Promise<void> {
  const { store } = parts;
  const { turn } = slices({ signal });
  let contents: ReadonlyMap<string, Uint8Array> | undefined;
  const runForAWhile = async (): Promise<ReturnType<CopySteps['next']>> => {
    const until = performance.now() + maxHoldMs;
    let next = steps.next(contents);
    while (next.done !== true && next.value === undefined && performance.now() < until) {
      await turn();
      signal?.throwIfAborted();
      next = steps.next(undefined);
    }
    store.sync();
    return next;
  };
  for (;;) {
    const next = await inLock(runForAWhile);
    if (next.done === true) return;
    contents = next.value === undefined ? undefined : await contentsInGit(parts, next.value, signal);
    signal?.throwIfAborted();
  }
}

async function contentsInGit(
  { system, workspace }: SnapshotParts,
  wanted: readonly Borrowed[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const ids = wanted.map(({ gitId }) => gitId);
  return blobContents(system, workspace, ids, { maxBytes: maxBatchBytes, signal });
}

function recordCopied(parts: SnapshotParts, copied: ReadonlyMap<ObjectId, CopiedTree>): void {
  const done = incompleteIn(parts).flatMap(({ id, root }) => {
    const tree = copied.get(rootId(root));
    if (tree === undefined || (!tree.isWhole && tree.id === root)) return [];
    return [{ kind: tree.isWhole ? 'borrow-done' : 'borrow-part', id, root: tree.id } as const];
  });
  if (done.length === 0) return;
  parts.journal.append(done);
  parts.tree.owned((id) => {
    const tree = copied.get(id);
    return tree === undefined || tree.id === id ? undefined : { id: tree.id, entries: parts.storedContents.tree(tree.id) };
  });
}
