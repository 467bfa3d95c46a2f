import { pathFilter } from '../compare/path-filter.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import { readRules } from '../store/kept-rules.ts';
import { rootId } from '../store/object-id.ts';
import type { Held } from './restore-tree.ts';
import type { Reach } from './unknown-files.ts';

/** A snapshot as a restore needs it: its tree, and what it could have held. */
export function heldOf(parts: Pick<SnapshotParts, 'records' | 'store'>, snapshot: Snapshot): Held {
  const { id, root, rules, skipped } = snapshot;
  return { id, root: rootId(root), skipped, rules: readRules(parts.store, rules), reach: reachOf(parts, snapshot) };
}

/** What a safety snapshot holds whatever the rules said: what was at the paths of the restore that it was taken for. */
function reachOf({ records }: Pick<SnapshotParts, 'records'>, { before, id, rules, within }: Snapshot): Reach | undefined {
  const { interrupted, lastRestore, snapshots } = records();
  const target = before === undefined ? undefined : snapshots.find((one) => one.id === before);
  if (target === undefined) return undefined;
  const root = rootId(target.root);
  // Early versions wrote the paths in the line of the restore alone, and captured no directory that was ignored.
  if (rules !== undefined) return { root, isMeant: pathFilter(within), withDirectories: true };
  const restore = [interrupted, lastRestore].find((one) => one?.safety === id);
  return restore === undefined ? undefined : { root, isMeant: pathFilter(restore.paths), withDirectories: false };
}
