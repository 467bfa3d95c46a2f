import * as z from 'zod';
import { cleanLine, quoted, SnapError } from '../../system/index.ts';
import { outcomes, type Survey } from '../../tasks/index.ts';
import { defineTool, ToolError } from '../tool.ts';
import type { Workbench } from '../../workbench/index.ts';
import { compact, count, listOf, oneOf, parameters, text, words } from './parameters.ts';
import { fromSentence, provenance } from './save-learning.ts';
import { counted } from './shown-learning.ts';

const goalResult = z.object({
  metric: z.enum(['bundle', 'performance', 'coverage']),
  target: z.number(),
  unit: z.string(),
  status: z.enum(['reached', 'missed', 'not measured']),
  measured: z.number().exactOptional(),
  reason: z.string(),
});

export default defineTool({
  name: 'snap_end',
  surface: 'default',
  description:
    'Call this last. Ends the task: saves learnings, measures what changed and the goal. survey moves the weight of the learnings that were shown.',
  // A goal of metric performance runs a command that the person approved.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: parameters({
    outcome: oneOf(outcomes).default('completed'),
    learnings: listOf(words, 'texts', 20).exactOptional().describe('One sentence each'),
    notes: text.exactOptional(),
    efficiency: parameters({ saved: text.exactOptional(), prevented: text.exactOptional(), helped: text.exactOptional() }).exactOptional(),
    survey: parameters({
      patterns_used: count.exactOptional(),
      pitfalls_avoided: count.exactOptional(),
      helpfulness: z
        .int({ error: 'must be a whole number from 1 to 5' })
        .min(1, { error: 'must be from 1 to 5' })
        .max(5, { error: 'must be from 1 to 5' })
        .exactOptional(),
      unhelpful_count: count.exactOptional(),
    }).exactOptional(),
    compact,
  }),
  output: z.object({
    task: z.string(),
    outcome: z.enum(outcomes),
    learnings: z.array(z.object({ id: z.string(), status: z.enum(['saved', 'known']) })),
    files: z.number(),
    added: z.number(),
    removed: z.number(),
    uncounted: z.number(),
    goal: goalResult.exactOptional(),
    /** Why something could not be measured or recorded. */
    problems: z.array(z.string()),
  }),
  async run(input, context) {
    const { learnings: sentences = [], compact: _, outcome, ...said } = input;
    const workbench = await context.workbench();
    const { knowledge, tasks } = workbench;
    const task = await tasks.current();
    const by = provenance(context, task);
    const learnings: { id: string; status: 'saved' | 'known' }[] = [];
    // Before the end: whatever goes wrong with it, what was learned is kept.
    for (const sentence of sentences) {
      const { learning, status } = await knowledge.add(fromSentence(sentence, task, by));
      learnings.push({ id: learning.id, status });
    }
    if (task === undefined) {
      const ids = learnings.map(({ id }) => id).join(', ');
      throw new ToolError(
        'NO_TASK',
        `no task is open${ids === '' ? '' : `; saved ${ids}`}`,
        'Call snap with mode start and a task before the next work.',
      );
    }
    const { end } = await tasks.end(
      { outcome, learnings: learnings.map(({ id }) => id), ...said },
      { id: task.id, signal: context.signal },
    );
    const unjudged = await judge(workbench, { id: task.id, shown: task.shown }, said.survey);
    const { files = 0, added = 0, removed = 0, uncounted = 0, problem } = end?.change ?? {};
    return {
      task: task.id,
      outcome,
      learnings,
      files,
      added,
      removed,
      uncounted,
      ...(end?.goal === undefined ? {} : { goal: { ...end.goal } }),
      problems: [problem, unjudged].filter((one) => one !== undefined),
    };
  },
  encode({ outcome, learnings, files, added, removed, uncounted, goal, problems }) {
    const known = learnings.filter(({ status }) => status === 'known').length;
    const lines = `+${added}-${removed}`;
    const counts = `${counted(files, 'file')} changed (${lines} lines), ${counted(learnings.length, 'learning')} saved`;
    return {
      line: 'end',
      items: { status: outcome, learn: `${learnings.length}L`, files: `${files}F`, lines },
      text: [
        `Task ${outcome}: ${counts}${known === 0 ? '' : `, ${known} of them known before`}.`,
        ...(uncounted === 0 ? [] : [`Lines of ${counted(uncounted, 'file')} could not be counted.`]),
        ...(goal === undefined ? [] : [goalText(goal)]),
        ...(learnings.length === 0 ? [] : [`Ids: ${learnings.map(({ id }) => id).join(', ')}`]),
        ...problems.map(cleanLine),
      ].join('\n'),
    };
  },
});

function goalText({ metric, target, unit, status, measured, reason }: z.output<typeof goalResult>): string {
  const figure = measured === undefined ? '' : `, measured ${measured} ${cleanLine(unit)}`;
  return `Goal ${metric} ${target} ${quoted(unit, 20)}: ${status}${figure}. ${cleanLine(reason)}`;
}

/**
 * What the survey says of the learnings that were shown, best first. It gives a number of unhelpful ones and not their names: the
 * last ones are taken for them.
 * @returns what went wrong, as a sentence: the task is ended by now, and calling again would not help.
 */
async function judge(
  { knowledge }: Workbench,
  { id, shown }: { readonly id: string; readonly shown: readonly string[] },
  survey: Survey | undefined,
): Promise<string | undefined> {
  const verdict = verdictOf(shown, survey);
  try {
    if (verdict.helped.length > 0) await knowledge.judge(verdict.helped, 'helped', id);
    if (verdict.unhelpful.length > 0) await knowledge.judge(verdict.unhelpful, 'unhelpful', id);
    return undefined;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return `The survey did not reach the learnings: ${error.message}`;
  }
}

/** 4 and 5 say they helped, 1 and 2 that none did, 3 says nothing. */
export function verdictOf(
  shown: readonly string[],
  { helpfulness, unhelpful_count: unhelpful = 0 }: Survey = {},
): { readonly helped: readonly string[]; readonly unhelpful: readonly string[] } {
  if (helpfulness !== undefined && helpfulness <= 2) return { helped: [], unhelpful: shown };
  const good = Math.max(0, shown.length - unhelpful);
  return { helped: helpfulness !== undefined && helpfulness >= 4 ? shown.slice(0, good) : [], unhelpful: shown.slice(good) };
}
