import { quoted } from '../../system/index.ts';
import { sayRisk } from '../risk/risk.ts';
import type { Advice, Question, Sources, Warning } from './advice.ts';
import { gather, isRisky, type Known } from './gather.ts';

/** A warning, and how certain it is: 0 to 1. */
interface Weighed extends Warning {
  readonly certainty: number;
}

/** Where nothing is known. */
const confidenceWithout = { question: 10, knowledge: 20 };
const minConfidence = 25;

/**
 * What to consider before the work. The same state gives the same answer, nothing is written, and each statement names the record, the count
 * or the file it is based on.
 */
export async function advise(sources: Sources, question: Question, signal?: AbortSignal): Promise<Advice> {
  const known = await gather(sources, question, signal);
  const weighed = weigh(known);
  const learnings = known.matches.map(({ learning }) => learning);
  return {
    confidence: confidenceOf(known, weighed),
    recommendation: weighed[0]?.text ?? recommendationWithout(known),
    warnings: weighed.map(({ kind, text, evidence }) => ({ kind, text, evidence })),
    learnings,
    reasons: new Map(known.matches.map(({ because, learning: { id } }) => [id, because])),
    violations: known.violations.map(({ type, count, prevention }) => ({ type, count, prevention })),
    hint: known.limits.length === 0 ? '' : `Based on less: ${known.limits.join(', ')}.`,
    intent: known.intent,
  };
}

/** From 0 to 100, by the most certain source. A second source that agrees does not count: it may be the same fact. */
function confidenceOf({ matches, text, files }: Known, weighed: readonly Weighed[]): number {
  if (text === '' && files.length === 0) return confidenceWithout.question;
  const highest = Math.max(0, ...weighed.map(({ certainty }) => certainty), ...matches.map(({ score }) => Math.min(score, 0.9)));
  return highest === 0 ? confidenceWithout.knowledge : Math.max(minConfidence, Math.round(95 * Math.min(highest, 1)));
}

function recommendationWithout({ isUnsure, matches, text, files }: Known): string {
  const [best] = matches;
  if (best !== undefined)
    return best.isStrong ? `Follow ${best.learning.id}: ${best.because}.` : `${best.learning.id} may help: ${best.because}.`;
  if (text === '' && files.length === 0) return 'Describe the task or name its files to get a recommendation.';
  return isUnsure ? 'What is known here is not enough to name a file.' : 'Nothing is known about this here.';
}

/** Most certain first; among equals in the order of the kinds. */
function weigh({ needed, violations, matches, risk }: Known): readonly Weighed[] {
  const all: readonly Weighed[] = [
    ...(needed === undefined
      ? []
      : [{ kind: 'file', text: needed.text, evidence: needed.text.replace(/\.$/, ''), certainty: needed.chance } as const]),
    ...violations.map(({ type, count, prevention }): Weighed => ({
      kind: 'violation',
      text: `Avoid ${type}, reported ${count} times here: ${quoted(prevention, 160)}.`,
      evidence: `${type} x${count}`,
      // Three reports give 2/3, five give 4/5.
      certainty: Math.min(1 - 1 / count, 0.9),
    })),
    ...matches
      .filter(({ learning }) => learning.type === 'pitfall')
      .map(({ learning: { id, trigger, action, uses, isStale }, score }): Weighed => ({
        kind: 'learning',
        text: `Avoid the pitfall ${id}, for ${quoted(trigger, 120)}: ${quoted(action, 160)}.`,
        evidence: id,
        certainty: Math.min(score, 0.9) * (uses.wrong > 0 || isStale ? 0.5 : 1),
      })),
    ...(isRisky(risk)
      ? [
          {
            kind: 'risk',
            text: sayRisk(risk.level, risk.why),
            evidence: risk.why.replace(/\.$/, ''),
            certainty: 0.4,
          } as const,
        ]
      : []),
  ];
  return all.toSorted((a, b) => b.certainty - a.certainty);
}
