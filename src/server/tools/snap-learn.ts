import * as z from 'zod';
import { learningTypes } from '../../memory/index.ts';
import { defineTool } from '../tool.ts';
import { compact, oneOf, parameters, text, words } from './parameters.ts';
import { orSaidBack, provenance } from '../../workbench/index.ts';
import { savedText } from './saved-text.ts';
import { shownMissing } from './shown-missing.ts';

export default defineTool({
  name: 'snap_learn',
  surface: 'default',
  description: 'Save a learning mid-task: what worked, failed or surprised you.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({
    trigger: words.describe('When it applies'),
    action: words.describe('What to do then'),
    type: oneOf(learningTypes).default('discovery'),
    source: text.exactOptional(),
    compact,
  }),
  output: z.object({
    id: z.string(),
    status: z.enum(['saved', 'known']),
    type: z.enum(learningTypes),
    redacted: z.number(),
    missing: shownMissing,
  }),
  async run(input, context) {
    const { compact: _, ...said } = input;
    const { knowledge, tasks } = await context.workbench();
    const { learning, status, redacted } = await orSaidBack([said.trigger, said.action], async () => {
      const task = await tasks.current();
      return knowledge.add({
        ...said,
        by: provenance(context.caller, task),
        ...(task === undefined ? {} : { files: task.files, evidence: [task.id] }),
      });
    });
    return { id: learning.id, status, type: learning.type, redacted };
  },
  encode({ id, status, type, redacted }) {
    return { line: 'learn', items: { status, id, type }, text: [savedText({ status, type, redacted })] };
  },
});
