import { createHash } from 'node:crypto';
import { isRecord, jsonIn, displayPath, SnapError, syncDirectory } from '../../system/index.ts';
import { readWholeFile, replaceFile } from '../disk.ts';
import { makeStoreDirectories, metaOf, storeError, type StorePlace } from './store-place.ts';

const format = 1;

/** The directory whose files a store keeps. The numbers distinguish it from another one at the same path. */
export interface StoreRoot {
  /** Real path. */
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

/** The name of the store of a directory: 16 hex digits. */
export function storeName({ path, device, inode }: StoreRoot): string {
  return createHash('sha256').update(`${path}\0${device}\0${inode}`).digest('hex').slice(0, 16);
}

/**
 * What the store says it belongs to; `undefined` when it says nothing (it is new, or the file was lost: the packs do not need it).
 * @throws SnapError `refused` when a newer version wrote it, `io`.
 */
export function readStoreRoot(place: StorePlace): StoreRoot | undefined {
  const path = metaOf(place);
  const bytes = guarded(place, () => readWholeFile(place.calls, path));
  const value = bytes === undefined ? undefined : jsonIn(bytes.toString('utf8'));
  if (!isRecord(value)) return undefined;
  if (typeof value['format'] === 'number' && value['format'] > format) {
    throw new SnapError('refused', `${displayPath(path, place)}: a newer version of snap wrote these snapshots.`, {
      hint: 'Update snap: npm install -g snap-mcp',
    });
  }
  const { root } = value;
  if (!isRecord(root) || typeof root['path'] !== 'string' || typeof root['device'] !== 'number' || typeof root['inode'] !== 'number') {
    return undefined;
  }
  return { path: root['path'], device: root['device'], inode: root['inode'] };
}

/** Makes the directories and says what they belong to, where that is not written yet. @throws SnapError `refused`, `io` */
export function claimStore(place: StorePlace, root: StoreRoot, now: Date): void {
  if (readStoreRoot(place) !== undefined) return;
  moveStore(place, root, now);
}

/** Says that from now on it belongs to this directory: another one took the place of the one it was made for. @throws as above */
export function moveStore(place: StorePlace, root: StoreRoot, now: Date): void {
  makeStoreDirectories(place);
  guarded(place, () => {
    const text = JSON.stringify({ format, created: now.toISOString(), root, hash: 'sha256', codec: 'deflate-raw' }, undefined, 2);
    replaceFile(place.calls, metaOf(place), Buffer.from(`${text}\n`), { durable: true });
    syncDirectory(place.calls, place.directory);
  });
}

function guarded<T>(place: StorePlace, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(place, metaOf(place), 'could not be read or written', error);
  }
}
