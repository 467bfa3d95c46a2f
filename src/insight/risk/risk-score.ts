import { type SourceAnswers, type SourceContext, sourceKinds } from '../../sources/index.ts';
import { count } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { askSources, type ContextSource } from '../context/context.ts';
import { isAmong } from '../is-among.ts';
import type { Parts } from '../parts.ts';
import { type Severity, severityOf } from '../severity.ts';
import { type Risk, type RiskFactor, riskBounds } from './risk.ts';

export interface WeightedFactor extends Pick<RiskFactor, 'weight' | 'score' | 'reason'> {
  readonly source: ContextSource;
}

/** A risk, with what the person's servers say of the files. */
export interface RiskScore {
  /** The sum of the factors' scores, each by its weight. */
  readonly riskScore: number;
  readonly riskLevel: Severity;
  /** The heaviest part of the score first. */
  readonly factors: readonly WeightedFactor[];
  /** What to do; the reasons are in the factors. */
  readonly recommendation: string;
  /** Why nothing is known, where that is so. */
  readonly why: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Whether anything is known at all. */
  readonly isKnown: boolean;
  readonly left: SourceAnswers['left'];
}

/** What is recommended where nothing is known; the reason follows. */
export const noRisk = 'No risk was computed.';

/** Of the whole, where the source answered; the rest is of the workspace itself. */
const shares = { code_host: 0.15, error_tracker: 0.25, docs_source: 0.1 } as const;
/** A score without the servers is less certain: each one that answers gives a part of it back. */
const alone = 0.85;

/** How risky it is to change these files, from their history, from lines of them that are not committed, and on request from the person's servers. */
export async function riskScore(
  bench: Pick<Parts, 'forecast' | 'sources'>,
  files: readonly WorkspacePath[],
  includeContext: boolean,
  signal?: AbortSignal,
): Promise<RiskScore> {
  const forecast = await bench.forecast();
  const change = (await forecast.uncommitted(signal)).filter(({ file }) => isAmong(file, files));
  const [local, asked] = await Promise.all([
    forecast.risk(files, change, signal),
    askSources(bench, includeContext ? sourceKinds : [], { files, text: '', depth: 'shallow' }, signal),
  ]);
  return scoreOf(local, asked, change.length > 0);
}

/** The score of what is known. @param isChanged lines of the files are not committed. */
export function scoreOf(local: Pick<Risk, 'factors' | 'confidence' | 'why'>, asked: SourceAnswers, isChanged = false): RiskScore {
  const outside = factorsOfSources(asked.context);
  const rest = 1 - outside.reduce((sum, { weight }) => sum + weight, 0);
  const own = local.factors.map(({ weight, score, reason }): WeightedFactor => ({ source: 'local', weight: weight * rest, score, reason }));
  const nothing: WeightedFactor = {
    source: 'local',
    weight: rest,
    score: 0,
    reason: 'nothing that is known here says how risky these files are',
  };
  const factors = rounded([...(own.length === 0 ? [nothing] : own), ...outside]).toSorted(
    (one, other) => other.weight * other.score - one.weight * one.score,
  );
  const score = Math.round(factors.reduce((sum, { weight, score: of }) => sum + weight * of, 0));
  const riskLevel = severityOf(score, riskBounds);
  const isKnown = own.length + outside.length > 0;
  // What servers say is certain, but little of the whole.
  const known = own.length === 0 ? 20 * outside.length : local.confidence;
  const confidence = isKnown ? Math.min(95, Math.round(known * (alone + ((1 - alone) / sourceKinds.length) * asked.answered.length))) : 0;
  const recommendation = riskLevel === 'low' && isChanged ? 'Run the usual tests, then commit it' : advice[riskLevel];
  return {
    riskScore: score,
    riskLevel,
    factors,
    recommendation: isKnown ? `${recommendation}.` : `${noRisk} ${local.why}`,
    why: isKnown ? '' : local.why,
    confidence,
    isKnown,
    left: asked.left,
  };
}

function factorsOfSources({ code_host: host, docs_source: docs, error_tracker: tracker }: SourceContext): readonly WeightedFactor[] {
  const factors: WeightedFactor[] = [];
  if (tracker !== undefined) {
    const { errorFrequency, recentErrors } = tracker;
    factors.push({
      source: 'error_tracker',
      weight: shares.error_tracker,
      score: recentErrors.length === 0 ? 0 : bounded(15 * recentErrors.length + 15 * Math.log10(1 + errorFrequency)),
      reason:
        recentErrors.length === 0
          ? 'no errors are tracked here'
          : `${count(recentErrors.length, 'tracked error')} with these files in the stack, ${count(errorFrequency, 'event')}`,
    });
  }
  if (host !== undefined) {
    const open = host.relatedPRs.filter(({ state }) => state === 'open').length;
    const issues = host.issues.filter(({ state }) => state === 'open').length;
    factors.push({
      source: 'code_host',
      weight: shares.code_host,
      score: bounded(25 * open + 10 * issues),
      reason: `${[...(open > 0 || issues === 0 ? [count(open, 'open pull request')] : []), ...(issues > 0 ? [count(issues, 'open issue')] : [])].join(' and ')} about these files`,
    });
  }
  if (docs !== undefined)
    factors.push({
      source: 'docs_source',
      weight: shares.docs_source,
      score: bounded(30 * docs.deprecations.length),
      reason: `${count(docs.deprecations.length, 'deprecation')} in the documentation of what they import`,
    });
  return factors;
}

function bounded(score: number): number {
  return Math.round(Math.min(100, Math.max(0, score)));
}

/** Two digits, and the sum stays 1: the heaviest takes what is left over. */
function rounded(factors: readonly WeightedFactor[]): readonly WeightedFactor[] {
  const cents = factors.map(({ weight }) => Math.round(100 * weight));
  const over = 100 - cents.reduce((sum, one) => sum + one, 0);
  const heaviest = cents.indexOf(Math.max(...cents));
  return factors.map((factor, i) => ({ ...factor, weight: ((cents[i] ?? 0) + (i === heaviest ? over : 0)) / 100 }));
}

const advice: Readonly<Record<Severity, string>> = {
  low: 'Change them as planned',
  medium: 'Run the tests of these files after the change',
  high: 'Cover what you change with a test first, and change it in small steps',
  critical: 'Have somebody else look at this change before it is committed',
};
