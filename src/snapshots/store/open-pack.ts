import { join } from 'node:path';
import { openFlags, readUpTo, readWholeFile, replaceFile } from '../disk.ts';
import type { ObjectId } from './object-types.ts';
import { packHeadLength, type Packed, nonceOfHead, scanPack } from './pack.ts';
import { emptyIndex, mergedIndex, type PackIndex, parseIndex } from './pack-index.ts';
import { packsOf, storeError, type StorePlace } from './store-place.ts';

/** One pack, open for reading, and where its records are. It is a resource: {@link closePack}. */
export interface Pack {
  readonly number: number;
  readonly path: string;
  readonly fd: number;
  /** Distinguishes it from a later pack with the same name. */
  readonly inode: number;
  /** `undefined` when its head is damaged: then it is read and never written. */
  readonly nonce: Buffer | undefined;
  index: PackIndex;
  /** Records that are not in the index yet. */
  readonly tail: Map<ObjectId, Packed>;
  /** Where the last sound record ends; the file is longer when its end is torn or still being written. */
  end: number;
  /** {@link end} as it was seen under the store's lock. What was read without it may have been taken back by its writer. */
  firm: number;
  /** Parts that could not be read, in words. */
  readonly faults: string[];
}

const digits = 6;

export function packPath(place: StorePlace, number: number): string {
  return join(packsOf(place), `${String(number).padStart(digits, '0')}.pk`);
}

export function indexPath(pack: string): string {
  return pack.replace(/\.pk$/, '.ix');
}

/** The number of the pack that a file name is; `undefined` for other names. */
export function packNumber(name: string): number | undefined {
  return /^\d{6,9}\.pk$/.test(name) ? Number.parseInt(name, 10) : undefined;
}

/**
 * Opens it with its index; an index that is missing, short, damaged or another pack's is made again in memory.
 * @returns `undefined` when the file is missing, or shorter than a head because its writer was killed at the start.
 * @throws SnapError `io`
 */
export function openPack(place: StorePlace, number: number): Pack | undefined {
  const { calls } = place;
  const path = packPath(place, number);
  try {
    if (calls.lstat(path) === undefined) return undefined;
    const fd = calls.open(path, openFlags.read);
    try {
      const { ino, size } = calls.fstat(fd);
      if (size < packHeadLength) {
        calls.close(fd);
        return undefined;
      }
      const nonce = nonceOfHead(readUpTo(calls, fd, 0, packHeadLength));
      const found = nonce === undefined ? undefined : readIndex(place, path, nonce, size);
      const index = found ?? emptyIndex(nonce ?? Buffer.alloc(8), packHeadLength);
      const pack: Pack = {
        number,
        path,
        fd,
        inode: ino,
        nonce,
        index,
        tail: new Map(),
        end: index.covers,
        firm: 0,
        faults: nonce === undefined ? [`${shortName(path)}: the file header is damaged.`] : [],
      };
      readTail(place, pack, size);
      return pack;
    } catch (error) {
      calls.close(fd);
      throw error;
    }
  } catch (error) {
    throw storeError(place, path, 'could not be read', error);
  }
}

/** Reads the records that were added behind what is known. */
export function readTail(place: StorePlace, pack: Pack, size: number): void {
  if (size <= pack.end) return;
  const scan = scanPack(place.calls, pack.fd, pack.end, size);
  for (const record of scan.records) pack.tail.set(record.id, record);
  for (const { from, to } of scan.damaged) pack.faults.push(`${shortName(pack.path)}: bytes ${from} to ${to} are damaged.`);
  pack.end = scan.end;
}

export function findIn(pack: Pack, id: ObjectId): Packed | undefined {
  const recent = pack.tail.get(id);
  if (recent !== undefined) return recent;
  const position = pack.index.find(id);
  return position === undefined ? undefined : pack.index.at(position);
}

/** Takes the tail into the index in memory. */
export function foldTail(pack: Pack): void {
  if (pack.tail.size === 0) return;
  pack.index = mergedIndex(pack.index, pack.nonce ?? Buffer.alloc(8), pack.end, pack.tail.values());
  pack.tail.clear();
}

/** Writes the index beside its pack. Only once the records are on the disk: an index must never promise what a power cut takes. */
export function writeIndex({ calls }: StorePlace, pack: Pack): void {
  foldTail(pack);
  if (pack.nonce === undefined) return;
  try {
    replaceFile(calls, indexPath(pack.path), pack.index.bytes, { durable: false });
  } catch {
    // Without an index the pack is read once more when it is opened next.
  }
}

export function closePack({ calls }: StorePlace, { fd }: Pack): void {
  calls.close(fd);
}

export function shortName(path: string): string {
  return path.slice(path.lastIndexOf('packs'));
}

function readIndex(place: StorePlace, path: string, nonce: Buffer, size: number): PackIndex | undefined {
  const bytes = readWholeFile(place.calls, indexPath(path));
  return bytes === undefined ? undefined : parseIndex(bytes, nonce, size);
}
