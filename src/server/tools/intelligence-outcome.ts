import * as z from 'zod';
import { defineTool } from '../tool.ts';
import { idOf, unknownId } from './known-id.ts';
import { compact, oneOf, parameters } from './parameters.ts';

const verdicts = ['helped', 'unhelpful', 'wrong'] as const;

export default defineTool({
  name: 'intelligence.outcome',
  surface: 'full',
  description: 'Say whether a learning helped, did not help or was wrong; it moves its weight in later searches.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({ id: idOf, outcome: oneOf(verdicts), compact }),
  output: z.object({ id: z.string(), outcome: z.enum(verdicts), weight: z.number() }),
  async run({ id: given, outcome }, context) {
    const { knowledge, tasks } = await context.workbench();
    const learning = await knowledge.find(given);
    if (learning === undefined) throw unknownId(given);
    await knowledge.judge([learning.id], outcome, (await tasks.current())?.id);
    const judged = await knowledge.find(learning.id);
    return { id: learning.id, outcome, weight: judged?.uses.weight ?? learning.uses.weight };
  },
  encode({ id, outcome, weight }) {
    const figure = weight.toFixed(2);
    return {
      line: 'outcome',
      items: { id, outcome, weight: figure },
      text: [`${id} counts as ${outcome}; its weight is now ${figure} (1 at first).`],
    };
  },
});
