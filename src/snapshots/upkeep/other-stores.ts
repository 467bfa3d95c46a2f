import { join } from 'node:path';
import { failureCode, SnapError, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { type Journal, openJournal } from '../store/journal.ts';
import { mebibyte } from './space-limits.ts';
import { openObjectStore, type PackedStore } from '../store/object-store.ts';
import { prune } from './prune.ts';
import { recordsOf } from '../store/records.ts';
import { retain, type RetentionRules } from './retention.ts';
import { bytesOnDisk } from './space-use.ts';
import type { SnapshotId } from '../snapshots.ts';
import type { StorePlace } from '../store/store-place.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { otherWorkspaces } from './space-budget.ts';

export interface GivingWay {
  readonly place: StorePlace;
  readonly workspace: Workspace;
  readonly rules?: RetentionRules | undefined;
  /** Of the open tasks of a workspace, by its private directory. */
  readonly holdsOf: (privateDirectory: string) => Promise<readonly SnapshotId[]>;
}

/** Bytes that are freed in one store at a time, so that the oldest of all stores are deleted first, and not all of one. */
const step = 64 * mebibyte;
/** Short, because the caller waits for the snapshot that this makes room for. */
const maxPruneMs = 5_000;

/**
 * Deletes the oldest snapshots of other workspaces until so many bytes are free, or no more may be deleted. What is never deleted for
 * its own workspace (the newest, protected ones, those of open tasks, young safety snapshots) is not deleted for another one.
 * The caller holds no lock of a store. @returns bytes that came free.
 */
export async function othersGiveWay(
  system: WritableSystem,
  excess: number,
  { place, workspace, holdsOf, ...more }: GivingWay,
): Promise<number> {
  const signal = AbortSignal.timeout(maxPruneMs);
  const stores = otherWorkspaces(place, workspace).map((directory) => openOther(place, directory));
  let freed = 0;
  try {
    const oldest = async (other: OtherStore) => ({ other, at: await oldestOf(other, system, { holdsOf, ...more }) });
    let open = await Promise.all(stores.map(oldest));
    while (freed < excess && !signal.aborted) {
      const [next] = open.filter(({ at }) => at !== undefined).sort((one, two) => ((one.at ?? '') < (two.at ?? '') ? -1 : 1));
      if (next === undefined) break;
      const came = await giveWay(next.other, system, { signal, holdsOf, ...more, bytes: Math.min(step, excess - freed) });
      freed += came;
      const again = came > 0 ? [await oldest(next.other)] : [];
      open = [...open.filter((one) => one !== next), ...again];
    }
  } finally {
    for (const { store } of stores) store.close();
  }
  return freed;
}

interface OtherStore {
  readonly directory: string;
  readonly store: PackedStore;
  readonly journal: Journal;
}

function openOther({ calls, home }: StorePlace, directory: string): OtherStore {
  const place = { calls, home, directory: join(directory, 'snapshots') };
  return { directory, store: openObjectStore(place), journal: openJournal(place) };
}

type Rules = Pick<GivingWay, 'holdsOf' | 'rules'>;

/** When the oldest snapshot that may be deleted was taken. */
async function oldestOf(
  { directory, journal }: OtherStore,
  system: WritableSystem,
  { holdsOf, rules }: Rules,
): Promise<string | undefined> {
  try {
    const { snapshots } = recordsOf(journal.read().entries);
    if (snapshots.length < 2) return undefined;
    const holds = new Set(await holdsOf(directory));
    const { expired, spare } = retain(snapshots, { now: system.now(), holds, rules });
    return [...expired, ...spare].map(({ at }) => at).sort()[0];
  } catch (error) {
    // A store that cannot be read, or a log of tasks: nothing is taken from it.
    if (!(error instanceof SnapError)) throw error;
    return undefined;
  }
}

async function giveWay(
  { directory, store, journal }: OtherStore,
  system: WritableSystem,
  { bytes, holdsOf, rules, signal }: Rules & { readonly bytes: number; readonly signal: AbortSignal },
): Promise<number> {
  try {
    const holds = await holdsOf(directory);
    return await withStoreLock(system, store, async () => {
      const limit = Math.max(0, bytesOnDisk(store.place) - bytes);
      const options = { now: () => system.now(), holds, limit, signal, rules };
      return (await prune(store, journal, options)).freed;
    });
  } catch (error) {
    // Another process writes there, or it is damaged, not readable or being deleted: the other stores have to suffice.
    if (!(error instanceof SnapError) && failureCode(error) === undefined) throw error;
    return 0;
  }
}
