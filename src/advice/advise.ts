import { quoted, step, stepName, type Sentence } from '../system/index.ts';
import type { Advice, Question, Sources, Warning } from './advice.ts';
import { gather, type Known } from './gather.ts';

/** A warning, how certain it is (0 to 1), and what to do about it. */
interface Weighed extends Warning {
  readonly certainty: number;
  readonly advice: string;
}

const maxWarnings = 5;
/** Where nothing is known. */
const confidenceWithout = { question: 10, knowledge: 20 };
const minConfidence = 30;

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
    recommendation: weighed[0]?.advice ?? recommendationWithout(known),
    warnings: weighed.slice(0, maxWarnings).map(({ kind, text, evidence }) => ({ kind, text, evidence })),
    learnings,
    violations: known.violations.map(({ type, count, prevention }) => ({ type, count, prevention })),
    hint: hint(known),
    intent: known.intent,
  };
}

/** From 0 to 100, by the most certain source. A second source that agrees does not count: it may be the same fact. */
function confidenceOf({ matches, text, files }: Known, weighed: readonly Weighed[]): number {
  if (text === '' && files.length === 0) return confidenceWithout.question;
  const highest = Math.max(0, ...weighed.map(({ certainty }) => certainty), ...matches.map(({ score }) => Math.min(score, 0.9)));
  return highest === 0 ? confidenceWithout.knowledge : Math.max(minConfidence, Math.round(95 * highest));
}

function recommendationWithout({ matches, text, files }: Known): string {
  const [best] = matches;
  if (best !== undefined) return `Follow ${best.learning.id}: ${quoted(best.learning.action, 160)}.`;
  if (text === '' && files.length === 0) return 'Describe the task or name its files to get a recommendation.';
  return 'Nothing is known about this here: no learning, violation or commit of this project fits.';
}

function hint({ files, task, risk }: Known): Sentence {
  if (task === undefined) return [step('startTask', 'Call'), ' first, so that changes are measured.'];
  if (files.length === 0) return 'Name the files to see what usually changes with them.';
  if (risk.level === 'H' || risk.level === 'C') return 'Commit the current changes before you begin.';
  return ['Save what you find out with ', stepName('learn'), '.'];
}

/** Most certain first; among equals in the order of the kinds. */
function weigh({ companions, violations, matches, risk, churn }: Known): readonly Weighed[] {
  const all: readonly Weighed[] = [
    ...companions.map(({ file, goesWith, together, of, confidence }): Weighed => ({
      kind: 'companion',
      text: `${quoted(file, 200)} usually changes together with ${quoted(goesWith, 200)} and is not among the files.`,
      evidence: `${quoted(file, 200)} with ${quoted(goesWith, 200)} in ${together} of ${of} commits`,
      certainty: confidence,
      advice: `Check whether ${quoted(file, 200)} must change too.`,
    })),
    ...violations.map(({ type, count, prevention }): Weighed => ({
      kind: 'violation',
      text: `${type} was reported ${count} times here. Prevention: ${quoted(prevention, 160)}.`,
      evidence: `${type} x${count}`,
      // Three reports give 2/3, five give 4/5.
      certainty: Math.min(1 - 1 / count, 0.9),
      advice: `Avoid ${type}. How, by its last report: ${quoted(prevention, 160)}.`,
    })),
    ...matches
      .filter(({ learning }) => learning.type === 'pitfall')
      .map(({ learning: { id, trigger, action, uses, isStale }, score }): Weighed => ({
        kind: 'learning',
        text: `Known pitfall for ${quoted(trigger, 120)}: ${quoted(action, 160)}.`,
        evidence: id,
        certainty: Math.min(score, 0.9) * (uses.wrong > 0 || isStale ? 0.5 : 1),
        advice: `Avoid the pitfall ${id}: ${quoted(action, 160)}.`,
      })),
    ...(risk.level === 'H' || risk.level === 'C'
      ? [
          {
            kind: 'risk',
            text: `The risk is ${risk.level === 'C' ? 'critical' : 'high'}: ${risk.why}`,
            evidence: risk.why.replace(/\.$/, ''),
            certainty: 0.5,
            advice: 'Make small changes and test each one: changes of these files were often followed by a fix.',
          } as const,
        ]
      : []),
    ...churn.map(({ file, commits }): Weighed => ({
      kind: 'churn',
      text: `${quoted(file, 200)} changes more often than most files here.`,
      evidence: `${quoted(file, 200)} in ${commits} commits`,
      certainty: 0.4,
      advice: `Read the last changes of ${quoted(file, 200)} first: it changes often.`,
    })),
  ];
  return all.toSorted((a, b) => b.certainty - a.certainty);
}
