import * as z from 'zod';
import { taskIntents } from '../../tasks/index.ts';
import { defineTool, ToolError } from '../tool.ts';
import { checkItems, report, runCheck } from './check.ts';
import { compact, flag, listOf, number, oneOf, parameters, paths, text, words } from './parameters.ts';
import { startedTask, startItems, startTask, startText } from './start-task.ts';
import { contextItems, contextText, shownContext, taskContext } from './task-context.ts';

const modes = ['start', 'check', 'context'] as const;
/** Spellings of an earlier surface. */
const aliases: Readonly<Record<string, (typeof modes)[number]>> = { s: 'start', c: 'check', x: 'context' };

export default defineTool({
  name: 'snap',
  surface: 'default',
  description:
    'Call this first. Mode start opens a task and shows what was learned here and how risky the files are; context shows the open task; check is tool check.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({
    mode: z
      .preprocess(
        (mode) => (typeof mode === 'string' ? (aliases[mode] ?? mode) : mode),
        z.enum(modes, { error: 'must be start or context' }),
      )
      .default('start'),
    task: words.exactOptional().describe('Needed by start'),
    files: paths.exactOptional(),
    keywords: listOf(text).exactOptional().describe('To find learnings'),
    intent: oneOf(taskIntents).exactOptional(),
    thorough: flag.exactOptional(),
    compact: compact.describe('Only line 1'),
    goal: parameters({ metric: oneOf(['bundle', 'performance', 'coverage']), target: number, unit: words }).exactOptional(),
  }),
  output: z.object({
    mode: z.enum(modes),
    start: startedTask.exactOptional(),
    context: shownContext.exactOptional(),
    check: report.exactOptional(),
  }),
  async run(input, context) {
    const { mode, files = [], keywords = [], thorough = false, compact: _, ...task } = input;
    switch (mode) {
      case 'start':
        return { mode, start: await startTask({ ...task, files, keywords }, context) };
      case 'context':
        return { mode, context: await taskContext(files, context) };
      case 'check':
        return { mode, check: await runCheck(thorough ? 'full' : 'quick', context) };
      default:
        return mode satisfies never;
    }
  },
  encode({ start, context, check }) {
    if (start !== undefined) return { line: 'start', items: startItems(start), text: startText(start) };
    if (context !== undefined) return { line: 'context', items: contextItems(context), text: contextText(context) };
    if (check !== undefined) return { line: 'check', items: checkItems(check), text: check.text };
    throw new ToolError('INTERNAL', 'snap found nothing to answer with', 'This is a bug in snap.');
  },
});
