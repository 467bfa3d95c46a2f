// Areas under the curve.

/** How often a positive has a higher score than a negative; `undefined` without one of both. */
export function auc(scores: readonly number[], isPositive: readonly boolean[]): number | undefined {
  const order = scores.map((score, i) => ({ score, is: isPositive[i] === true })).toSorted((a, b) => a.score - b.score);
  let [below, wins, positives] = [0, 0, 0];
  for (let i = 0; i < order.length;) {
    let [yes, no, end] = [0, 0, i];
    for (; end < order.length && order[end]?.score === order[i]?.score; end++) {
      if (order[end]?.is === true) yes += 1;
      else no += 1;
    }
    wins += yes * (below + no / 2);
    below += no;
    positives += yes;
    i = end;
  }
  return positives === 0 || below === 0 ? undefined : wins / (positives * below);
}

/** The same among commits of about equal size: five equal groups, each with the weight of its pairs. */
export function aucWithin(scores: readonly number[], isPositive: readonly boolean[], sizes: readonly number[]): number | undefined {
  const order = sizes
    .map((size, i) => ({ size, i }))
    .toSorted((a, b) => a.size - b.size)
    .map(({ i }) => i);
  let [sum, pairs] = [0, 0];
  for (let group = 0; group < 5; group += 1) {
    const part = order.slice(Math.floor((group * order.length) / 5), Math.floor(((group + 1) * order.length) / 5));
    const labels = part.map((i) => isPositive[i] === true);
    const found = auc(
      part.map((i) => scores[i] ?? 0),
      labels,
    );
    const yes = labels.filter(Boolean).length;
    if (found === undefined) continue;
    sum += found * yes * (part.length - yes);
    pairs += yes * (part.length - yes);
  }
  return pairs === 0 ? undefined : sum / pairs;
}
