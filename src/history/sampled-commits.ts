/** Distances, in commits, of the looks into the past, and how many looks there are of each. */
const looks: readonly (readonly [distance: number, count: number])[] = [
  [1, 2],
  [8, 2],
  [64, 3],
  [256, 3],
  [1024, 8],
];

/**
 * A few commits that stand for all: dense in the near past, sparse in the far one. They are counted from the first commit, so that most are the
 * same tomorrow.
 * @param commits newest first.
 */
export function sampledCommits(commits: readonly string[]): readonly string[] {
  const last = commits.length - 1;
  const places = new Set<number>();
  for (const [distance, count] of looks) {
    const nearest = Math.floor((last - 1) / distance) * distance;
    for (let at = 0; at < count; at += 1) {
      const place = nearest - at * distance;
      if (place >= 0 && place < last) places.add(place);
    }
  }
  return [...places]
    .toSorted((one, other) => other - one)
    .flatMap((place) => {
      const commit = commits[last - place];
      return commit === undefined ? [] : [commit];
    });
}
