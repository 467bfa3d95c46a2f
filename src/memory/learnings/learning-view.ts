import type { LearningRecord, StateRecord, StoredRecord } from './record.ts';
import { type Comparable, createSameness, type Sameness } from './sameness.ts';
import type { Fold } from './union-log.ts';

/** The learnings with the newest state of each. */
export interface LearningView extends Fold {
  /** Every learning once, in the order in which they were read. */
  arrivals(): readonly LearningRecord[];
  /** Grows with every record that changed a known learning; a new learning is no change. */
  changes(): number;
  get(id: string): LearningRecord | undefined;
  /** `undefined` for an id that is unknown or was merged into another. */
  stateOf(id: string): { readonly state: 'active' | 'archived'; readonly archivedAt?: string } | undefined;
  /** Follows merges to the learning that stays; the id itself when it was never merged. */
  standing(id: string): string;
  /** The id of the one with the same content, active or archived. */
  findSame(candidate: Comparable): string | undefined;
  /** All that are not merged into another, in the order of the file. */
  all(): readonly LearningRecord[];
  /** Ids that were merged into this one. */
  mergedInto(id: string): readonly string[];
}

/** An empty view. */
export function createLearningView(): LearningView {
  const learnings = new Map<string, LearningRecord>();
  const states = new Map<string, StateRecord>();
  const merged = new Map<string, Set<string>>();
  // Made when it is first needed: most processes save no learning.
  let sameness: Sameness | undefined;
  const arrivals: LearningRecord[] = [];
  let changes = 0;

  const standing = (id: string): string => {
    let at = id;
    // Limited, since an edited file may contain a circle.
    for (let hops = 0; hops < 20; hops += 1) {
      const state = states.get(at);
      if (state?.kind !== 'merged' || state.into === undefined || !learnings.has(state.into)) return at;
      at = state.into;
    }
    return id;
  };

  return {
    take(record: StoredRecord) {
      switch (record.kind) {
        case 'learning': {
          const known = learnings.get(record.id);
          // Two branches may have saved the same; the older record counts.
          if (known !== undefined && known.at <= record.at) return;
          learnings.set(record.id, record);
          sameness?.add(record);
          // After a merge of two branches its state may come before it.
          if (known !== undefined || states.has(record.id) || merged.has(record.id)) changes += 1;
          if (known === undefined) arrivals.push(record);
          return;
        }
        case 'archived':
        case 'active':
        case 'merged': {
          const known = states.get(record.id);
          // By time and not by line, since a merge of two branches puts lines in any order.
          if (known !== undefined && known.at > record.at) return;
          states.set(record.id, record);
          if (record.into !== undefined) merged.set(record.into, (merged.get(record.into) ?? new Set()).add(record.id));
          changes += 1;
          return;
        }
        case 'violation':
        case 'uses':
        case 'shown':
        case 'used':
        case 'helped':
        case 'unhelpful':
        case 'wrong':
        case 'repeated':
        case 'restored':
          return;
        default:
          record satisfies never;
      }
    },
    arrivals: () => arrivals,
    changes: () => changes,
    get: (id) => learnings.get(id),
    stateOf(id) {
      if (!learnings.has(id) || standing(id) !== id) return undefined;
      const state = states.get(id);
      return state?.kind === 'archived' ? { state: 'archived', archivedAt: state.at } : { state: 'active' };
    },
    standing,
    findSame(candidate) {
      sameness ??= createSameness([...learnings.values()]);
      const id = sameness.find(candidate);
      return id === undefined ? undefined : standing(id);
    },
    all: () => [...learnings.values()].filter(({ id }) => standing(id) === id),
    mergedInto: (id) => [...(merged.get(id) ?? [])].filter((other) => other !== id && standing(other) === standing(id)),
  };
}
