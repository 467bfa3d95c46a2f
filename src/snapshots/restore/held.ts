import { rulesBy } from '../look/capture-rules.ts';
import { reachOf } from '../look/reach.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import { readRules } from '../store/kept-rules.ts';
import { rootId } from '../store/object-id.ts';
import type { Held } from './restore-tree.ts';

/** A snapshot as a restore needs it: its tree, and what it could have held. */
export function heldOf(parts: Pick<SnapshotParts, 'options' | 'records' | 'store'>, snapshot: Snapshot): Held {
  const { id, root, rules, skipped } = snapshot;
  let asked: ReturnType<Held['rulesThen']> | undefined;
  const read = async (): ReturnType<Held['rulesThen']> => {
    const kept = readRules(parts.store, rules);
    return kept === undefined ? undefined : rulesBy(kept, parts.options.builtIn);
  };
  return { id, root: rootId(root), skipped, rules, rulesThen: () => (asked ??= read()), reach: reachOf(parts.records(), snapshot) };
}
