import { join } from 'node:path';
import { openFlags } from '../disk.ts';
import { dropQuietly } from '../../system/index.ts';
import { indexPath, packNumber, packPath } from './open-pack.ts';
import type { PackSet } from './pack-set.ts';
import { packsOf, type StorePlace } from './store-place.ts';

/** Deletes what a dead writer left: temporary files, packs and indexes that were only begun. Cuts off a torn end of the newest pack. */
export function clearUp(place: StorePlace, set: PackSet): void {
  const { calls } = place;
  const directory = packsOf(place);
  const names = calls.names(directory);
  const known = new Set(set.list().map(({ number }) => number));
  for (const name of names) {
    const number = packNumber(name);
    const packOfIndex = name.endsWith('.ix') ? packNumber(name.replace(/\.ix$/, '.pk')) : undefined;
    const isLeftOver = name.endsWith('.tmp') || (number !== undefined && !known.has(number));
    if (isLeftOver || (packOfIndex !== undefined && !known.has(packOfIndex))) dropQuietly(calls, join(directory, name));
  }
  const newest = set.list()[0];
  if (newest !== undefined) cutPack(place, newest, newest.index.covers);
}

/** A pack and its length. */
export interface PackEnd {
  /** 0: there is no pack. */
  readonly number: number;
  readonly end: number;
}

/** Shortens the file of a pack that is longer. @param covered bytes of the pack that its index covers, as far as is known. */
export function cutPack(place: StorePlace, { number, end }: PackEnd, covered: number): void {
  const { calls } = place;
  const path = packPath(place, number);
  const size = calls.lstat(path)?.size ?? 0;
  if (number === 0 || size <= end) return;
  // The index is deleted first: one that names records which are cut off would be believed once the pack has grown again.
  if (covered > end && calls.lstat(indexPath(path)) !== undefined) calls.unlink(indexPath(path));
  const fd = calls.open(path, openFlags.update);
  try {
    calls.ftruncate(fd, end);
  } finally {
    calls.close(fd);
  }
}

/** Deletes a pack with its index. */
export function removePack(place: StorePlace, number: number): void {
  const { calls } = place;
  const path = packPath(place, number);
  if (calls.lstat(indexPath(path)) !== undefined) calls.unlink(indexPath(path));
  if (calls.lstat(path) !== undefined) calls.unlink(path);
}
