import { onlyToModel, onlyToPerson, quoted, type Sentence } from '../../system/index.ts';
import * as z from 'zod';
import { advise, type Advice } from '../../insight/index.ts';
import { intents } from '../../memory/index.ts';
import { defineFindingTool } from '../tool.ts';
import { confinedPaths, missingFiles, missingText } from '../../workbench/index.ts';
import { compact, oneOf, parameters, paths, question } from './parameters.ts';
import { joined, learningLines, shownLearning, showLearning } from './shown-learning.ts';
import { showMissing, shownMissing } from './shown-missing.ts';

/** Characters of the warnings in the line; what does not fit follows it. */
const maxWarned = 320;

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
    warnings: z.array(z.object({ kind: z.enum(['file', 'learning', 'violation', 'risk']), text: z.string(), evidence: z.string() })),
    learnings: z.array(shownLearning),
    violations: z.array(z.object({ type: z.string(), count: z.number(), prevention: z.string() })),
    hint: z.string(),
    intent: z.enum(intents),
    missing: shownMissing,
  }),
  async run({ files = [], ...asked }, context) {
    const workbench = await context.workbench();
    const about = { ...asked, files: await confinedPaths(workbench, files) };
    const advice = await advise(workbench, about, context.signal);
    if (advice.learnings.length > 0)
      workbench.publish('learning.matched', { learnings: advice.learnings.map(({ id }) => id), source: 'advise' });
    return { ...advice, missing: await missingFiles(workbench, about.files, context.signal) };
  },
  record({ confidence, hint, intent, learnings, missing, recommendation, violations, warnings }) {
    return {
      confidence,
      recommendation,
      hint,
      intent,
      warnings: warnings.map((warning) => ({ ...warning })),
      learnings: learnings.map(showLearning),
      violations: violations.map((violation) => ({ ...violation })),
      ...showMissing(missing),
    };
  },
  encode(advice) {
    const { confidence, hint, learnings, missing, reasons, recommendation, violations, warnings } = advice;
    const [first, ...others] = warnings;
    // Learnings and violations have items of their own, and their texts follow.
    const facts = others.filter(({ kind }) => kind === 'file' || kind === 'risk');
    const { shown, left } = wholeItems(
      facts.map(({ evidence }) => evidence),
      maxWarned,
    );
    return {
      line: 'advise',
      items: {
        conf: `${confidence}`,
        rec: first?.kind === 'learning' || first?.kind === 'violation' ? `Avoid ${named(first)}.` : recommendation,
        warn: joined(shown, '; '),
        learn: joined(learnings.map(({ id }) => id)),
        viol: joined(
          violations.slice(0, 3).map(({ type, count }) => `${type} x${count}`),
          ', ',
        ),
        hint: hint === '' ? 'none' : hint,
      },
      text: [
        ...forPerson(advice),
        ...missingText(missing),
        ...left.map((evidence) => [onlyToModel(`- ${evidence}`)]),
        // For a person they are among the warnings.
        ...violations.map(({ type, prevention }) => [onlyToModel(`- ${type}: prevent it by ${quoted(prevention, 160)}`)]),
        ...learningLines('Learnings', learnings.map(showLearning), reasons),
      ],
    };
  },
});

/** What the line says to a model, as sentences. */
function forPerson({ confidence, hint, recommendation, warnings }: Advice): readonly Sentence[] {
  return [`${recommendation} Confidence ${confidence} of 100.`, ...warnings.slice(1).map(({ text }) => `- ${text}`), hint].map((text) => [
    onlyToPerson(text),
  ]);
}

/** Its name in an item of the line: the text follows it. */
function named({ evidence, kind }: Advice['warnings'][number]): string {
  return kind === 'violation' ? evidence.replace(/ x\d+$/, '') : `the pitfall ${evidence}`;
}

/** Items that fit into so many characters, each whole, and those that are left; the first always fits. */
function wholeItems(items: readonly string[], maxLength: number): { readonly shown: readonly string[]; readonly left: readonly string[] } {
  let length = 0;
  const end = items.findIndex((item, i) => {
    length += item.length;
    return i > 0 && length > maxLength;
  });
  return end < 0 ? { shown: items, left: [] } : { shown: items.slice(0, end), left: items.slice(end) };
}
