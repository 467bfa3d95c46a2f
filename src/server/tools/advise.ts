import { cut, partsOf, sayTo } from '../../system/index.ts';
import * as z from 'zod';
import { advise } from '../../advice/index.ts';
import { intents } from '../../tasks/index.ts';
import { defineFindingTool } from '../tool.ts';
import { confinedPaths, missingFiles, missingText } from '../../workbench/index.ts';
import { compact, oneOf, parameters, paths, question } from './parameters.ts';
import { joined, learningLines, shownLearning, showLearning } from './shown-learning.ts';
import { showMissing, shownMissing } from './shown-missing.ts';
import { adviceSources } from '../../workbench/index.ts';

export default defineFindingTool({
  name: 'advise',
  surface: 'default',
  description:
    'Tell what to mind before a change: pitfalls learned here, repeated violations, files that usually change together and are missing, each with its evidence. Call it before editing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({
    task: question.exactOptional(),
    files: paths.exactOptional(),
    intent: oneOf(['implement', 'refactor', 'debug', 'test', 'deploy']).exactOptional(),
    compact,
  }),
  output: z.object({
    confidence: z.number(),
    recommendation: z.string(),
    warnings: z.array(
      z.object({ kind: z.enum(['learning', 'violation', 'companion', 'churn', 'risk']), text: z.string(), evidence: z.string() }),
    ),
    learnings: z.array(shownLearning),
    violations: z.array(z.object({ type: z.string(), count: z.number(), prevention: z.string() })),
    hint: z.string(),
    intent: z.enum(intents),
    missing: shownMissing,
  }),
  async run({ files = [], ...asked }, context) {
    const workbench = await context.workbench();
    const about = { ...asked, files: await confinedPaths(workbench, files) };
    const advice = await advise(adviceSources(workbench), about, context.signal);
    if (advice.learnings.length > 0)
      workbench.publish('learning.matched', { learnings: advice.learnings.map(({ id }) => id), source: 'advise' });
    return { ...advice, missing: await missingFiles(workbench, about.files, context.signal) };
  },
  record({ learnings, warnings, violations, hint, missing, ...advice }, reader) {
    return {
      ...advice,
      hint: sayTo(reader, hint),
      warnings: warnings.map((warning) => ({ ...warning })),
      learnings: learnings.map(showLearning),
      violations: violations.map((violation) => ({ ...violation })),
      ...showMissing(missing),
    };
  },
  encode({ confidence, recommendation, warnings, learnings, violations, hint, missing }) {
    // A pitfall is among the warnings already.
    const others = learnings.filter(({ id }) => warnings.every(({ evidence }) => evidence !== id));
    return {
      line: 'advise',
      items: {
        conf: `${confidence}`,
        rec: cut(recommendation, 80),
        warn: joined(
          warnings.slice(0, 3).map(({ evidence }) => cut(evidence, 60)),
          '; ',
        ),
        learn: joined(learnings.map(({ id }) => id)),
        viol: joined(
          violations.slice(0, 3).map(({ type, count }) => `${type} x${count}`),
          ', ',
        ),
        hint: cut(sayTo('model', hint), 60),
      },
      text: [
        [`${recommendation} Confidence ${confidence} of 100. `, ...partsOf(hint)],
        ...missingText(missing),
        ...warnings.map(({ kind, text, evidence }) => `- ${kind}: ${text} Evidence: ${evidence}.`),
        ...learningLines('Learnings', others.map(showLearning)),
      ],
    };
  },
});
