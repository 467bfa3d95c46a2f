import { rulesBy } from '../look/capture-rules.ts';
import { reachOf } from '../look/reach.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import { readRules } from '../store/kept-rules.ts';
import { rootId } from '../store/object-id.ts';
import type { Held } from './restore-tree.ts';

/** A snapshot as a restore needs it: its tree, and what it could have held. */
export async function heldOf(parts: Pick<SnapshotParts, 'options' | 'records' | 'store'>, snapshot: Snapshot): Promise<Held> {
  const { id, root, skipped } = snapshot;
  const rules = readRules(parts.store, snapshot.rules);
  const then = rules === undefined ? undefined : await rulesBy(rules, parts.options.builtIn);
  return { id, root: rootId(root), skipped, rules, then, reach: reachOf(parts.records(), snapshot) };
}
