import { join } from 'node:path';
import * as z from 'zod';
import { contextSources, noRisk, riskScore, severities, type WeightedFactor } from '../../insight/index.ts';
import { onlyToPerson, quoted, type Sentence, SnapError } from '../../system/index.ts';
import { confinedPaths, missingFiles, missingText } from '../../workbench/index.ts';
import { defineFindingTool } from '../tool.ts';
import { compact, flag, parameters, paths } from './parameters.ts';

export default defineFindingTool({
  name: 'svc_get_risk_score',
  surface: 'full',
  description:
    'Score the risk of changing files, 0 to 100: how often changes of them were followed by fixes, and the lines that are not committed. Each factor has its weight.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: parameters({
    files: paths.refine((files) => files.length > 0, { error: 'must name a file' }),
    includeContext: flag.exactOptional().describe('Ask connected servers too'),
    compact,
  }),
  output: z.object({
    riskScore: z.number(),
    riskLevel: z.enum(severities),
    factors: z.array(z.object({ source: z.enum(contextSources), weight: z.number(), score: z.number(), reason: z.string() })),
    recommendation: z.string(),
    confidence: z.number(),
  }),
  async run({ files, includeContext = false }, context) {
    const workbench = await context.workbench();
    const named = await confinedPaths(workbench, files);
    for (const file of named) {
      // A directory would be counted as a file that is not program code.
      if ((await workbench.system.look(join(workbench.workspace.root, file)))?.kind === 'directory')
        throw new SnapError('invalid-input', `files: ${quoted(file, 120)} is a directory.`, { hint: 'Name the files in it.' });
    }
    return {
      ...(await riskScore(workbench, named, includeContext, context.signal)),
      missing: await missingFiles(workbench, named, context.signal),
    };
  },
  record: ({ riskScore: score, riskLevel, factors, recommendation, confidence }) => ({
    riskScore: score,
    riskLevel,
    factors: factors.map((factor) => ({ ...factor })),
    recommendation,
    confidence,
  }),
  encode: ({ riskScore: score, riskLevel, factors, recommendation, why, confidence, isKnown, left, missing }) => ({
    line: 'risk',
    items: {
      score: isKnown ? `${score}` : '?',
      level: isKnown ? riskLevel : '?',
      factors: `${isKnown ? factors.length : 0}`,
      conf: `${confidence}`,
      rec: isKnown ? recommendation : noRisk,
    },
    text: [
      // The line has it.
      [onlyToPerson(isKnown ? `Risk ${score} (${riskLevel}), certainty ${certaintyOf(confidence)}. ${recommendation}` : recommendation)],
      ...(isKnown ? factors.filter(isWorthSaying).map(sayFactor) : [[{ model: why, person: '' }] as const]),
      ...missingText(missing),
      ...left.filter(({ state }) => state !== 'absent').map(({ kind, why }) => `${kind} is missing: ${why}`),
    ],
  }),
});

function sayFactor({ source, weight, score, reason }: WeightedFactor): Sentence {
  return [{ model: `- ${source} ${score} x ${weight}: `, person: `- ${shareOf(weight)}: ` }, reason];
}

function certaintyOf(confidence: number): string {
  return confidence >= 70 ? 'high' : confidence >= 40 ? 'medium' : 'low';
}

/** How much of the whole it is. */
function shareOf(weight: number): string {
  return weight >= 0.5 ? 'mostly' : weight >= 0.25 ? 'partly' : 'a little';
}

/** A source without anything against the change is only in the record. */
function isWorthSaying({ source, score }: WeightedFactor): boolean {
  return source === 'local' || score > 0;
}
