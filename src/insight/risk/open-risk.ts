import type { Commit, CommitWindow, History } from '../../history/index.ts';
import { settlesWithin } from '../../system/index.ts';
import type { Forecast } from '../forecast.ts';
import { type Known, riskOf } from './risk.ts';
import { type RiskModel, riskModel } from './risk-model.ts';

/** A first reading of a long history goes on in the background after this. */
const maxWaitMs = 300;

/** Opening reads nothing. The model of a history is kept as long as the history is the same. */
export function openRisk(history: Pick<History, 'commits'>): Forecast['risk'] {
  let kept: { readonly commits: readonly Commit[]; readonly model: RiskModel } | undefined;
  const modelOf = ({ commits }: CommitWindow): RiskModel => {
    if (kept?.commits !== commits) kept = { commits, model: riskModel(commits) };
    return kept.model;
  };
  const read = async (): Promise<Known> => {
    const reading = history.commits();
    // The work goes on without this caller, for the next one. What fails is asked again by that one.
    if (!(await settlesWithin(maxWaitMs, reading))) {
      reading.then((window) => isPart(window) || modelOf(window)).catch(() => undefined);
      return { kind: 'reading' };
    }
    const window = await reading;
    if (isPart(window)) return { kind: 'reading' };
    if (window.limits.some((limit) => limit === 'no git' || limit === 'no commit yet')) return { kind: 'no git' };
    return { kind: 'known', model: modelOf(window), isShallow: window.limits.includes('a shallow clone') };
  };
  return async (files, change, signal) => {
    signal?.throwIfAborted();
    return riskOf(await read(), files, change);
  };
}

/** A first answer, while the rest is still being read. */
function isPart({ limits }: CommitWindow): boolean {
  return limits.some((limit) => /\bso far\b/.test(limit));
}
