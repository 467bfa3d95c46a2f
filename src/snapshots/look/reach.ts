import { type PathFilter, pathFilter } from '../compare/path-filter.ts';
import type { Snapshot } from '../snapshots.ts';
import { rootId } from '../store/object-id.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { Records } from '../store/records.ts';

/** What a safety snapshot holds whatever the rules said: what was at the paths of the restore that it was taken for. */
export interface Reach {
  /** Of the snapshot that was restored. */
  readonly root: ObjectId;
  /** Of the paths that were asked for. */
  readonly isMeant: PathFilter;
  /** Whether directories were captured too, though ignored. */
  readonly withDirectories: boolean;
}

/** Of a safety snapshot whose restored one is still there; others have none. */
export function reachOf(
  { interrupted, lastRestore, snapshots }: Records,
  { before, id, rules, within }: Pick<Snapshot, 'before' | 'id' | 'rules' | 'within'>,
): Reach | undefined {
  const target = before === undefined ? undefined : snapshots.find((one) => one.id === before);
  if (target === undefined) return undefined;
  const root = rootId(target.root);
  if (rules !== undefined) return { root, isMeant: pathFilter(within), withDirectories: true };
  // Early versions wrote the paths in the line of the restore alone, and captured no directory that was ignored.
  const restore = [interrupted, lastRestore].find((one) => one?.safety === id);
  return restore === undefined ? undefined : { root, isMeant: pathFilter(restore.paths), withDirectories: false };
}
