/** A change of the past: its score by what came before it, and whether a fix followed. */
export interface Judged {
  readonly score: number;
  readonly isFollowed: boolean;
}

/** Turns a score into a chance: `1 / (1 + e^-(base + slope * score))`. */
export interface Calibration {
  readonly base: number;
  readonly slope: number;
}

/** Of the public repositories that the constants were chosen on. */
const usualSlope = 0.36;
/** The project's own slope counts as much as the usual one when about this much was seen of it. */
const trust = 20;
const maxSteps = 30;

/** Fits a project's own chances; with little to go by the slope stays near the usual one. Needs both kinds of outcome. */
export function calibrated(judged: readonly Judged[]): Calibration {
  const mean = judged.reduce((sum, { score }) => sum + score, 0) / judged.length;
  const rate = judged.filter(({ isFollowed }) => isFollowed).length / judged.length;
  let base = Math.log(rate / (1 - rate));
  let slope = usualSlope;
  for (let step = 0; step < maxSteps; step++) {
    let [ofBase, ofSlope, bb, bs, ss] = [0, trust * (slope - usualSlope), 1e-9, 0, trust];
    for (const { isFollowed, score } of judged) {
      const x = score - mean;
      const chance = chanceOf(base + slope * x);
      const weight = chance * (1 - chance);
      const miss = chance - (isFollowed ? 1 : 0);
      ofBase += miss;
      ofSlope += miss * x;
      bb += weight;
      bs += weight * x;
      ss += weight * x * x;
    }
    const determinant = bb * ss - bs * bs;
    if (!(determinant > 0)) break;
    const [stepBase, stepSlope] = [(ss * ofBase - bs * ofSlope) / determinant, (bb * ofSlope - bs * ofBase) / determinant];
    base -= stepBase;
    slope -= stepSlope;
    if (Math.abs(stepBase) + Math.abs(stepSlope) < 1e-9) break;
  }
  return { base: base - slope * mean, slope };
}

/** The chance, from 0 to 1, that belongs to the logarithm of odds. */
export function chanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** How much more likely one chance is than another, as a ratio of odds. */
export function oddsRatio(chance: number, usual: number): number {
  return chance / (1 - chance) / (usual / (1 - usual));
}

/** How often a change that was followed by a fix has a higher score than one that was not; 0.5 is chance. */
export function separation(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((one, other) => one.score - other.score);
  let below = 0;
  let wins = 0;
  for (let i = 0; i < sorted.length;) {
    let end = i;
    let [followed, not] = [0, 0];
    for (; end < sorted.length && sorted[end]?.score === sorted[i]?.score; end++) {
      if (sorted[end]?.isFollowed === true) followed += 1;
      else not += 1;
    }
    wins += followed * (below + not / 2);
    below += not;
    i = end;
  }
  const positive = judged.length - below;
  return positive === 0 || below === 0 ? 0.5 : wins / (positive * below);
}
