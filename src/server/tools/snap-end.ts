import * as z from 'zod';
import { cleanLine, onlyToPerson, quoted, type Sentence } from '../../system/index.ts';
import { outcomes } from '../../memory/index.ts';
import { endTask } from '../../workbench/index.ts';
import { defineFindingTool } from '../tool.ts';
import { endCheck } from './end-check.ts';
import { compact, count, listOf, oneOf, parameters, text, words } from './parameters.ts';
import { counted } from './shown-learning.ts';

const maxAsked = 5;

const goalResult = z.object({
  metric: z.enum(['bundle', 'performance', 'coverage']),
  target: z.number(),
  unit: z.string(),
  status: z.enum(['reached', 'missed', 'not measured']),
  measured: z.number().exactOptional(),
  reason: z.string(),
});

export default defineFindingTool({
  name: 'snap_end',
  surface: 'default',
  description: 'Call this last: saves learnings, measures changes. used, wrong: ids of learnings.',
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
        .max(5, { error: 'must be from 1 to 5' })
        // Not in the schema, where it costs tokens: nobody rates with less.
        .refine((rating) => rating >= 1, { error: 'must be from 1 to 5' })
        .exactOptional(),
      unhelpful_count: count.exactOptional(),
      used: listOf(text).exactOptional(),
      wrong: listOf(text).exactOptional(),
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
    /** What mode quick says of the changed files, where that took less than a second. */
    check: z.object({ status: z.enum(['passed', 'failed', 'timeout']), errors: z.number(), warnings: z.number() }).exactOptional(),
    /** Learnings that were shown, where the survey named none. */
    unjudged: z.array(z.string()),
    /** Learnings that were called wrong twice: they are not shown until a person looks. */
    withheld: z.array(z.string()),
    /** What usually changes with the files of the task, and was not touched. */
    forgotten: z.array(z.object({ file: z.string(), why: z.string() })).exactOptional(),
    /** Why something could not be measured or recorded. */
    problems: z.array(z.string()),
  }),
  async run(input, context) {
    const { learnings: sentences = [], compact: _, ...said } = input;
    const workbench = await context.workbench();
    const { forgotten, task, learnings, repeated, unjudged, withheld, problems } = await endTask(
      workbench,
      { ...said, sentences },
      context,
    );
    const now = new Set(learnings.map(({ id }) => id));
    const before = (await workbench.knowledge.list()).filter(({ by, id }) => by.task === task.id && !now.has(id)).length;
    const change = task.end?.change;
    const { files = 0, added = 0, removed = 0, uncounted = 0, paths = [] } = change ?? {};
    return {
      checked: await endCheck(paths, context),
      isMeasured: change !== undefined && change.problem === undefined,
      task: task.id,
      outcome: said.outcome,
      learnings: [...learnings],
      before,
      repeated,
      files,
      added,
      removed,
      uncounted,
      ...(task.end?.goal === undefined ? {} : { goal: { ...task.end.goal } }),
      unjudged: [...unjudged],
      withheld: [...withheld],
      forgotten: forgotten.map(({ file, reasons: [reason] }) => ({ file, why: reason?.text ?? '' })),
      problems: [...problems],
    };
  },
  record: ({ checked, forgotten, ...ran }) => {
    const { before: _, repeated: __, isMeasured: ___, ...rest } = ran;
    const ended = forgotten.length === 0 ? rest : { ...rest, forgotten };
    if (checked === undefined) return ended;
    const { errors, status, warnings } = checked;
    return { ...ended, check: { status, errors, warnings } };
  },
  encode({
    before,
    checked,
    forgotten,
    outcome,
    learnings,
    repeated,
    files,
    added,
    removed,
    uncounted,
    isMeasured,
    goal,
    unjudged,
    withheld,
    problems,
  }) {
    const known = Math.max(0, learnings.filter(({ status }) => status === 'known').length - repeated);
    const [lines, changed] = isMeasured
      ? [`+${added}-${removed}`, `${counted(files, 'file')} changed (+${added}-${removed} lines)`]
      : ['?', 'what changed is not known'];
    const counts = `${changed}, ${counted(learnings.length + before, 'learning')} saved`;
    return {
      line: 'end',
      items: { status: outcome, learn: `${learnings.length}L`, files: isMeasured ? `${files}F` : '?', lines },
      text: [
        // The counts are in the line already.
        [onlyToPerson(`Task ${outcome}: ${counts}.`)],
        ...(repeated === 0 ? [] : [`Saved before in this task, kept once: ${repeated}.`]),
        ...(known === 0 ? [] : [`Known before: ${known} of ${counted(learnings.length, 'learning')}.`]),
        ...(uncounted === 0 ? [] : [`Lines of ${counted(uncounted, 'file')} could not be counted.`]),
        ...(goal === undefined ? [] : [goalText(goal)]),
        ...(checked === undefined ? [] : [checked.text]),
        ...forgotten.map(({ file, why }) => `${quoted(file, 200)} was not changed; it ${why}.`),
        ...(learnings.length === 0 ? [] : [`Ids: ${learnings.map(({ id }) => id).join(', ')}`]),
        ...withheld.map(
          (id) => `${id} was called wrong twice and is not shown again until a person has looked at it: "snap learnings show ${id}".`,
        ),
        ...(unjudged.length === 0 ? [] : [askForVerdicts(unjudged)]),
        ...problems.map(cleanLine),
      ],
    };
  },
});

/** A rating of all that was shown together says nothing about any of them. */
function askForVerdicts(unjudged: readonly string[]): Sentence {
  const ids = unjudged.slice(0, maxAsked).join(', ');
  return [
    `Shown and not judged: ${ids}. `,
    {
      model: 'Call snap_end once more with survey.used, survey.wrong: the ids that helped or were wrong.',
      person: 'Name them with "snap task end --used <id> --wrong <id>".',
    },
  ];
}

function goalText({ metric, target, unit, status, measured, reason }: z.output<typeof goalResult>): string {
  const figure = measured === undefined ? '' : `, measured ${measured} ${cleanLine(unit)}`;
  return `Goal ${metric} ${target} ${quoted(unit, 20)}: ${status}${figure}. ${cleanLine(reason)}`;
}
