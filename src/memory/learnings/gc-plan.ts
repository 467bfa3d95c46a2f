import type { LearningType } from './learnings.ts';
import { createSameness } from './sameness.ts';

/** What garbage collection needs of a learning. */
export interface GcLearning {
  readonly id: string;
  readonly trigger: string;
  readonly action: string;
  readonly type: LearningType;
  /** ISO 8601; when it was saved. */
  readonly at: string;
  readonly state: 'active' | 'archived';
  /** ISO 8601. */
  readonly archivedAt?: string | undefined;
  /** Number of uses, with those of learnings that were merged into it. */
  readonly uses: number;
}

export interface GcInput {
  readonly learnings: readonly GcLearning[];
  readonly now: Date;
  readonly maxAgeDays: number;
  readonly minUses: number;
}

export interface LearningsPlan {
  /** Active ones that are old and rarely used. */
  readonly archive: string[];
  /** Archived long ago. */
  readonly delete: string[];
  /** Active ones with the same content as an older active one, which stays. */
  readonly merge: { readonly id: string; readonly into: string }[];
  /** Number of active learnings that remain. */
  readonly kept: number;
}

const day = 86_400_000;
/** Days in the archive before a learning is deleted, and days after which age has lowered a score as far as it can. */
const spanDays = 90;
const minScore = 0.3;
const usesForFullScore = 3;
/** The score of a newer learning does not count: by the score alone an unused one would be archived on its second day. */
const graceDays = 30;

/**
 * What garbage collection would do; changes nothing. Near-equal learnings are merged into the oldest, which gets their uses; of the rest, rarely
 * used ones are archived, and archived ones are deleted 90 days later. After the plan is applied, a new plan is empty.
 */
export function planGc({ learnings, now, maxAgeDays, minUses }: GcInput): LearningsPlan {
  const active = learnings.filter(({ state }) => state === 'active').sort((a, b) => timeOf(a.at) - timeOf(b.at) || (a.id < b.id ? -1 : 1));
  const merge: { readonly id: string; readonly into: string }[] = [];
  const uses = new Map<string, number>();
  const staying: GcLearning[] = [];
  const seen = createSameness();
  for (const learning of active) {
    const into = seen.find(learning);
    if (into === undefined) {
      seen.add(learning);
      staying.push(learning);
      uses.set(learning.id, learning.uses);
    } else {
      merge.push({ id: learning.id, into });
      uses.set(into, (uses.get(into) ?? 0) + learning.uses);
    }
  }
  const isRarelyUsed = ({ id, at }: GcLearning) => {
    const age = daysSince(at, now);
    const used = uses.get(id) ?? 0;
    return (age > graceDays && score(age, used) < minScore) || (age > maxAgeDays && used < minUses);
  };
  const archive = staying.filter(isRarelyUsed).map(({ id }) => id);
  const expired = learnings.filter(({ state, archivedAt }) => state === 'archived' && daysSince(archivedAt, now) >= spanDays);
  return { archive, delete: expired.map(({ id }) => id), merge, kept: staying.length - archive.length };
}

/** From 1 (new and used) to 0; below 0.3 a learning is archived. Age lowers it by 0.3 at most, so one that is used often is never too old. */
function score(age: number, uses: number): number {
  return minScore * Math.max(0, 1 - age / spanDays) + (1 - minScore) * Math.min(uses / usesForFullScore, 1);
}

/** Whole days, so that a learning of today has its full score. 0 for a time that is missing, invalid or in the future. */
function daysSince(at: string | undefined, now: Date): number {
  const days = Math.floor((now.getTime() - timeOf(at)) / day);
  return Number.isFinite(days) ? Math.max(0, days) : 0;
}

function timeOf(at: string | undefined): number {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
