import type { Snapshot, SnapshotId } from '../snapshots.ts';

export interface RetentionRules {
  /** So many of the newest stay. */
  readonly last: number;
  /** For how many hours the newest of each hour is kept. */
  readonly hourlyHours: number;
  /** For how many days the newest of each day is kept. */
  readonly dailyDays: number;
  /** For how many days a safety snapshot is kept, regardless of its size. */
  readonly safetyDays: number;
}

export const retentionRules: RetentionRules = { last: 50, hourlyHours: 48, dailyDays: 30, safetyDays: 7 };

export interface Retention {
  /** Never deleted: the newest, protected ones, held ones, young safety snapshots. */
  readonly firm: readonly Snapshot[];
  /** Kept while there is room; oldest first. */
  readonly spare: readonly Snapshot[];
  /** Deleted. */
  readonly expired: readonly Snapshot[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** Sorts the snapshots of a workspace by what becomes of them. `holds`: an open task's, a restore's that is not over. Pure. */
export function retain(
  snapshots: readonly Snapshot[],
  {
    now,
    holds,
    rules = retentionRules,
  }: { readonly now: Date; readonly holds: ReadonlySet<SnapshotId>; readonly rules?: RetentionRules | undefined },
): Retention {
  const newestFirst = [...snapshots].sort((one, other) => other.sequence - one.sequence);
  // The clock may have gone back since, and a time may be unreadable: a time in the future counts as now.
  const timeOf = ({ at }: Snapshot) => Math.min(Date.parse(at) || now.getTime(), now.getTime());
  const ageOf = (snapshot: Snapshot) => now.getTime() - timeOf(snapshot);
  const hours = new Set<number>();
  const days = new Set<number>();
  const firm: Snapshot[] = [];
  const spare: Snapshot[] = [];
  const expired: Snapshot[] = [];
  for (const [index, snapshot] of newestFirst.entries()) {
    const age = ageOf(snapshot);
    const inHour = Math.floor(timeOf(snapshot) / hour);
    const inDay = Math.floor(timeOf(snapshot) / day);
    const isFirst = { ofHour: !hours.has(inHour), ofDay: !days.has(inDay) };
    hours.add(inHour);
    days.add(inDay);
    const isYoungSafety = snapshot.kind === 'safety' && age < rules.safetyDays * day;
    if (index === 0 || snapshot.isProtected || holds.has(snapshot.id) || isYoungSafety) firm.push(snapshot);
    else if (index < rules.last || (isFirst.ofHour && age < rules.hourlyHours * hour) || (isFirst.ofDay && age < rules.dailyDays * day)) {
      spare.push(snapshot);
    } else expired.push(snapshot);
  }
  return { firm: firm.toReversed(), spare: spare.toReversed(), expired: expired.toReversed() };
}

/**
 * Which of the spare ones are deleted to free `excess` bytes: the oldest first, no more than needed. Pure.
 * @param bytesOf what deleting a snapshot frees once those before it are deleted (space-use.ts).
 */
export function evicted(spare: readonly Snapshot[], excess: number, bytesOf: (snapshot: Snapshot) => number): readonly Snapshot[] {
  const going: Snapshot[] = [];
  let freed = 0;
  for (const snapshot of spare) {
    if (freed >= excess) break;
    going.push(snapshot);
    freed += bytesOf(snapshot);
  }
  return going;
}
