import * as z from 'zod';
import { learningTypes, type LearningType } from '../../memory/index.ts';
import { cleanLine } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { confinedPaths, missingFiles, missingText, orSaidBack, provenance } from '../../workbench/index.ts';
import { compact, listOf, oneOf, parameters, paths, text, words } from './parameters.ts';
import { showMissing, shownMissing } from './shown-missing.ts';

const events = ['error', 'fix', 'decision', 'pattern'] as const;

const typeOfEvent: Readonly<Record<(typeof events)[number], LearningType>> = {
  error: 'pitfall',
  fix: 'workflow',
  decision: 'discovery',
  pattern: 'pattern',
};

export default defineTool({
  name: 'intelligence.capture',
  surface: 'full',
  description: 'Record an event (error, fix, decision or pattern) as a learning, with the files and the evidence it rests on.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({
    event: oneOf(events),
    text: words.describe('What happened and what follows from it'),
    trigger: words.exactOptional().describe('Situation in which it applies, default the task'),
    files: paths.exactOptional(),
    evidence: listOf(text, 'texts', 20).exactOptional().describe('Ids, messages'),
    compact,
  }),
  output: z.object({
    event: z.enum(events),
    id: z.string(),
    status: z.enum(['saved', 'known']),
    type: z.enum(learningTypes),
    evidence: z.array(z.string()),
    missing: shownMissing,
  }),
  async run({ event, text: action, trigger, files: given = [], evidence = [] }, context) {
    const workbench = await context.workbench();
    const files = await confinedPaths(workbench, given);
    const task = await workbench.tasks.current();
    const { learning, status } = await orSaidBack([action, ...evidence], () =>
      workbench.knowledge.add({
        trigger: trigger ?? task?.task ?? (files.length > 0 ? files.join(', ') : action),
        action,
        type: typeOfEvent[event],
        files,
        evidence: [`event ${event}`, ...(task === undefined ? [] : [task.id]), ...evidence],
        by: provenance(context.caller, task),
      }),
    );
    const missing = await missingFiles(workbench, files, context.signal);
    return {
      event,
      id: learning.id,
      status,
      type: learning.type,
      evidence: [...learning.evidence],
      ...showMissing(missing),
    };
  },
  encode({ event, id, status, type, evidence, missing = [] }) {
    const words = status === 'saved' ? `Saved as a ${type}` : 'Known already, counted once more';
    return {
      line: 'capture',
      items: { event, status, id, type },
      text: [`${words}. Evidence: ${evidence.map(cleanLine).join(', ')}.`, ...missingText(missing)],
    };
  },
});
