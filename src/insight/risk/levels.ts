export type RiskLevel = 'L' | 'M' | 'H' | 'C';

/** Odds of a fix, as a multiple of what is usual in the project, from which a level begins. Chosen on public repositories. */
const bands: readonly { readonly from: number; readonly level: RiskLevel }[] = [
  { from: 0, level: 'L' },
  { from: 0.7, level: 'M' },
  { from: 1.6, level: 'H' },
  { from: 3, level: 'C' },
];
/** A level with fewer changes in the project's own past is not used. */
const minChanges = 40;
/** Shares of fixes that differ by less than so many standard errors may differ by chance. */
const minErrors = 2;

/** The level of a ratio of odds. */
export type Levels = (ratio: number) => RiskLevel;

/**
 * A level is used only where the project's own past had it often enough, and fixes followed clearly more often than at the level below. Otherwise its
 * changes count to the level below.
 */
export function levelsOf(past: readonly { readonly ratio: number; readonly isFollowed: boolean }[]): Levels {
  const used: { from: number; level: RiskLevel; changes: number; followed: number }[] = [];
  for (const [i, { from, level }] of bands.entries()) {
    const inside = past.filter(({ ratio }) => ratio >= from && ratio < (bands[i + 1]?.from ?? Infinity));
    const changes = inside.length;
    const followed = inside.filter(({ isFollowed }) => isFollowed).length;
    const below = used.at(-1);
    if (below === undefined) used.push({ from, level, changes, followed });
    else if (below.changes < minChanges) {
      // The lower level has too few changes: the two are one level, under the name of the higher.
      used[used.length - 1] = { from: below.from, level, changes: below.changes + changes, followed: below.followed + followed };
    } else if (changes >= minChanges && isAbove({ changes, followed }, below)) used.push({ from, level, changes, followed });
    else {
      below.changes += changes;
      below.followed += followed;
    }
  }
  return (ratio) => used.findLast(({ from }) => ratio >= from)?.level ?? 'M';
}

interface Share {
  readonly changes: number;
  readonly followed: number;
}

/** Whether fixes followed more often, and not by chance. */
function isAbove(one: Share, other: Share): boolean {
  const both = (one.followed + other.followed) / (one.changes + other.changes);
  const error = Math.sqrt(both * (1 - both) * (1 / one.changes + 1 / other.changes));
  const more = one.followed / one.changes - other.followed / other.changes;
  return more > 0 && more >= minErrors * error;
}

/**
 * The level of a change that was made. The sizes of earlier changes are not known, so that the project's own past cannot say what held; but where
 * it knows no critical files, it has no critical changes.
 */
export function levelAfter(ratio: number, levels: Levels): RiskLevel {
  const level = bands.findLast(({ from }) => ratio >= from)?.level ?? 'L';
  return level === 'C' && levels(Infinity) !== 'C' ? 'H' : level;
}

/** The highest of some levels. */
export function highest(levels: readonly RiskLevel[]): RiskLevel | undefined {
  return bands.findLast(({ level }) => levels.includes(level))?.level;
}
