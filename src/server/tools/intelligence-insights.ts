import * as z from 'zod';
import { insights } from '../../insight/index.ts';
import { shownName } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { compact, parameters } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';

const figure = z.object({ count: z.number(), ids: z.array(z.string()) });

export default defineTool({
  name: 'intelligence.insights',
  surface: 'full',
  description: 'Show what became of the learnings: shown, used, helped, wrong; which files change most; what may be pruned.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({ compact }),
  output: z.object({
    learnings: z.number(),
    shown: figure,
    heeded: figure,
    used: figure,
    helped: figure,
    wrong: figure,
    /** Called wrong twice: not shown until a person has looked. */
    withheld: z.array(z.string()),
    /** Of each learning that was used or called wrong. */
    each: z.array(z.object({ id: z.string(), shown: z.number(), used: z.number(), wrong: z.number() })),
    hot: z.array(z.object({ file: z.string(), commits: z.number() })),
    prune: z.array(z.string()),
  }),
  async run(_, context) {
    const workbench = await context.workbench();
    const found = await insights(workbench, { limits: workbench.settings.learnings, signal: context.signal });
    const copied = ({ count, ids }: { readonly count: number; readonly ids: readonly string[] }) => ({ count, ids: [...ids] });
    return {
      learnings: found.learnings,
      shown: copied(found.shown),
      heeded: copied(found.judged),
      used: copied(found.used),
      helped: copied(found.helped),
      wrong: copied(found.wrong),
      withheld: [...found.withheld],
      each: found.each.map((one) => ({ ...one })),
      hot: found.hot.map((file) => ({ ...file })),
      prune: [...found.prune],
    };
  },
  encode({ learnings, shown, heeded, used, helped, wrong, withheld, each, hot, prune }) {
    const files = hot.map(({ file, commits }) => ({ name: shownName(file), commits }));
    return {
      line: 'insights',
      items: {
        shown: `${shown.count}`,
        heeded: `${heeded.count}`,
        used: `${used.count}`,
        helped: `${helped.count}`,
        wrong: `${wrong.count}`,
        hot: joined(
          files.slice(0, 2).map(({ name }) => name),
          ', ',
        ),
        prune: `${prune.length}`,
      },
      text: [
        `${counted(learnings, 'learning')}: shown ${counted(shown.count, 'time')}, ${heeded.count} of them judged; used ${counted(used.count, 'time')}, helped ${counted(helped.count, 'time')}, wrong ${counted(wrong.count, 'time')}.`,
        ...(shown.ids.length === 0 ? [] : [`Shown most: ${shown.ids.join(', ')}.`]),
        ...each.map(
          ({ id, shown: times, used: timesUsed, wrong: timesWrong }) => `- ${id}: shown ${times}, used ${timesUsed}, wrong ${timesWrong}`,
        ),
        ...(withheld.length === 0 ? [] : [`Called wrong twice, not shown until a person has looked: ${withheld.join(', ')}`]),
        ...(files.length === 0
          ? []
          : [`Change most: ${files.map(({ name, commits }) => `${name} (${counted(commits, 'commit')})`).join(', ')}`]),
        ...(prune.length === 0 ? [] : [`May go (see learning_gc): ${prune.join(', ')}`]),
      ],
    };
  },
});
