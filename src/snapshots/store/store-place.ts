import { join } from 'node:path';
import { diskError, type SnapError } from '../../system/index.ts';
import type { SnapshotCalls } from '../disk.ts';

/** Where a store is and by what it is reached. */
export interface StorePlace {
  readonly calls: SnapshotCalls;
  /** For messages: a home directory shows as `~`. */
  readonly home: string;
  readonly directory: string;
}

export const packsOf = ({ directory }: StorePlace): string => join(directory, 'packs');
export const journalOf = ({ directory }: StorePlace): string => join(directory, 'journal');
export const metaOf = ({ directory }: StorePlace): string => join(directory, 'meta.json');

/** A failure of the disk in words; `what` ends the sentence after the path. A SnapError passes unchanged. */
export function storeError({ home }: StorePlace, path: string, what: string, error: unknown): SnapError {
  return diskError(home, path, what, error);
}

/** Makes the directories of the store (0700) where they are missing. */
export function makeStoreDirectories(place: StorePlace): void {
  try {
    if (place.calls.lstat(packsOf(place)) === undefined) place.calls.mkdir(packsOf(place), 0o700);
  } catch (error) {
    throw storeError(place, packsOf(place), 'the directory could not be made', error);
  }
}
