import { builtInRules, type KeptRules, rulesBy } from '../../src/snapshots/look/capture-rules.ts';
import type { Contents } from '../../src/snapshots/store/stored-contents.ts';
import { nodeWorkspaceCalls, type WorkspaceCalls } from '../../src/snapshots/disk.ts';
import type { ObjectId } from '../../src/snapshots/store/object-types.ts';
import type { RestoreRecord } from '../../src/snapshots/store/records.ts';
import { type Held, type RestoreOptions, type RestoreParts, restoreTree } from '../../src/snapshots/restore/restore-tree.ts';
import type { Restored, SnapshotId } from '../../src/snapshots/snapshots.ts';
import type { StoredTrees } from './stored-trees.ts';

/** Restores trees of a test's store into a directory, as the snapshots of a workspace would. */
export interface Restorer {
  readonly journal: readonly { readonly kind: 'begin' | 'end'; readonly record: RestoreRecord; readonly outcome?: string }[];
  readonly held: ReadonlyMap<SnapshotId, Held>;
  readonly touched: readonly string[];
  hold(root: ObjectId, skipped?: Held['skipped'], rules?: KnownRules): Held;
  now(): Held;
  restore(target: Held, options?: RestoreOptions): Promise<Restored>;
  undo(last: Restored): Promise<Restored>;
}

type KnownRules = Pick<Held, 'rules' | 'rulesThen'>;

export interface RestorerOptions {
  readonly calls?: WorkspaceCalls;
  readonly isCaseSensitive?: boolean;
  readonly contents?: Contents;
  /** Between the safety snapshot and the first step. */
  readonly meanwhile?: () => void;
  readonly parts?: Partial<RestoreParts>;
}

/** Rules with this text as the `.gitignore` of the root. */
export async function rulesOf(text: string): Promise<KnownRules> {
  const files = [{ directory: '', text }];
  const rules: KeptRules = {
    version: builtInRules.version,
    own: [],
    exclusions: { platform: 'linux', prefix: '', patterns: [], files },
  };
  const then = await rulesBy(rules);
  return { rules: undefined, rulesThen: async () => then };
}

const everything = await rulesOf('');

export function restorer(root: string, trees: StoredTrees, options: RestorerOptions = {}): Restorer {
  const held = new Map<SnapshotId, Held>();
  const journal: Restorer['journal'][number][] = [];
  const touched: string[] = [];
  const hold = (tree: ObjectId, skipped: Held['skipped'] = [], rules: KnownRules = everything): Held => {
    const number = held.size + 1;
    // The brand of a made-up id.
    const id = `snap_${number}_${number.toString(16).padStart(6, '0')}` as SnapshotId;
    const one: Held = { id, root: tree, skipped, ...rules };
    held.set(id, one);
    return one;
  };
  const now = () => hold(trees.keepDirectory(root));
  const parts: RestoreParts = {
    root,
    calls: options.calls ?? nodeWorkspaceCalls,
    contents: options.contents ?? trees.contents,
    system: { now: () => new Date(0) },
    isCaseSensitive: options.isCaseSensitive ?? true,
    takeSafety: async () => now(),
    begin: async (record) => {
      journal.push({ kind: 'begin', record });
      options.meanwhile?.();
    },
    end: async (record, outcome) => {
      journal.push({ kind: 'end', record, outcome });
    },
    changed: (path) => touched.push(path),
    ...options.parts,
  };
  const restore = (target: Held, how?: RestoreOptions) => restoreTree(parts, target, how);
  const undo = (last: Restored) => {
    const target = held.get(last.safety);
    if (target === undefined) throw new Error('no such snapshot');
    return restore(target);
  };
  return { journal, held, touched, hold, now, restore, undo };
}
