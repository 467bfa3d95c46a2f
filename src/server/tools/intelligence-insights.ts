import * as z from 'zod';
import { insights } from '../../advice/index.ts';
import { cut, cleanLine } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { compact, parameters } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';
import { adviceSources } from '../../workbench/index.ts';

const figure = z.object({ count: z.number(), ids: z.array(z.string()) });

export default defineTool({
  name: 'intelligence.insights',
  surface: 'full',
  description: 'Show what became of the learnings: shown, heeded, helped; which files change most; what may be pruned.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({ compact }),
  output: z.object({
    learnings: z.number(),
    shown: figure,
    heeded: figure,
    helped: figure,
    hot: z.array(z.object({ file: z.string(), commits: z.number() })),
    prune: z.array(z.string()),
  }),
  async run(_, context) {
    const workbench = await context.workbench();
    const found = await insights(adviceSources(workbench), { limits: workbench.settings.learnings, signal: context.signal });
    const copied = ({ count, ids }: { readonly count: number; readonly ids: readonly string[] }) => ({ count, ids: [...ids] });
    return {
      learnings: found.learnings,
      shown: copied(found.shown),
      heeded: copied(found.judged),
      helped: copied(found.helped),
      hot: found.hot.map((file) => ({ ...file })),
      prune: [...found.prune],
    };
  },
  encode({ learnings, shown, heeded, helped, hot, prune }) {
    const files = hot.map(({ file, commits }) => ({ name: cut(cleanLine(file), 120), commits }));
    return {
      line: 'insights',
      items: {
        shown: `${shown.count}`,
        heeded: `${heeded.count}`,
        helped: `${helped.count}`,
        hot: joined(
          files.slice(0, 2).map(({ name }) => name),
          ', ',
        ),
        prune: `${prune.length}`,
      },
      text: [
        `${counted(learnings, 'learning')}: shown ${counted(shown.count, 'time')}, ${heeded.count} of them judged, helped ${counted(helped.count, 'time')}.`,
        `Shown: ${joined(shown.ids, ', ')}. Judged: ${joined(heeded.ids, ', ')}. Helped: ${joined(helped.ids, ', ')}.`,
        ...(files.length === 0
          ? []
          : [`Change most: ${files.map(({ name, commits }) => `${name} (${counted(commits, 'commit')})`).join(', ')}`]),
        ...(prune.length === 0 ? [] : [`May go (see learning_gc): ${prune.join(', ')}`]),
      ],
    };
  },
});
