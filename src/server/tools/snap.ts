import * as z from 'zod';
import { taskIntents } from '../../memory/index.ts';
import { runCheck } from '../../checks/index.ts';
import { startTask, taskContext } from '../../workbench/index.ts';
import { defineFindingTool } from '../tool.ts';
import { checkItems, checkRecord, checkText, report, told } from './check.ts';
import { compact, flag, listOf, number, oneOf, parameters, paths, text, words } from './parameters.ts';
import { contextItems, contextRecord, contextText, shownContext } from './context-answer.ts';
import { startedTask, startItems, startRecord, startText } from './start-answer.ts';

const modes = ['start', 'check', 'context'] as const;
/** A short word, as it is stored and printed: kB, %, ms, ops/s. */
const unit = z.string({ error: 'must be a short word' }).refine((value) => /^[\w%/ ]{1,16}$/.test(value), {
  error: 'must be a short word, such as kB, %, ms or ops/s: at most 16 letters, digits, spaces, % or /',
});
/** Spellings of an earlier surface. */
const aliases: Readonly<Record<string, (typeof modes)[number]>> = { s: 'start', c: 'check', x: 'context' };

export default defineFindingTool({
  name: 'snap',
  surface: 'default',
  description:
    'Call this first. Mode start opens a task and shows what was learned here and how risky the files are; context shows the open task; check is tool check.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: parameters({
    mode: z
      .preprocess(
        (mode) => (typeof mode === 'string' ? (aliases[mode] ?? mode) : mode),
        z.enum(modes, { error: 'must be start, check or context' }),
      )
      .default('start'),
    task: words.exactOptional().describe('Needed by start'),
    files: paths.exactOptional(),
    keywords: listOf(text).exactOptional().describe('To find learnings'),
    intent: oneOf(taskIntents).exactOptional(),
    thorough: flag.exactOptional().describe('Check in mode full'),
    compact: compact.describe('Only line 1'),
    goal: parameters({ metric: oneOf(['bundle', 'performance', 'coverage']), target: number, unit }).exactOptional(),
  }),
  output: z.object({
    mode: z.enum(modes),
    start: startedTask.exactOptional(),
    context: shownContext.exactOptional(),
    check: report.exactOptional(),
  }),
  async run(input, context) {
    const { mode, files = [], keywords = [], thorough = false, task, intent, goal } = input;
    switch (mode) {
      case 'start':
        return {
          mode,
          start: await startTask(await context.workbench(), { task, files, keywords, intent, goal }, context.signal),
        } as const;
      case 'context':
        return { mode, context: await taskContext(await context.workbench(), files, context.signal) } as const;
      case 'check':
        return { mode, check: await told(await runCheck(thorough ? 'full' : 'quick', { files }, context), context) } as const;
      default:
        return mode satisfies never;
    }
  },
  record(found) {
    switch (found.mode) {
      case 'start':
        return { mode: found.mode, start: startRecord(found.start) };
      case 'context':
        return { mode: found.mode, context: contextRecord(found.context) };
      case 'check':
        return { mode: found.mode, check: checkRecord(found.check) };
      default:
        return found satisfies never;
    }
  },
  encode(found) {
    switch (found.mode) {
      case 'start': {
        const started = startRecord(found.start);
        return { line: 'start', items: startItems(started), text: startText(started) };
      }
      case 'context': {
        const shown = contextRecord(found.context);
        return { line: 'context', items: contextItems(shown), text: contextText(shown) };
      }
      case 'check':
        return { line: 'check', items: checkItems(found.check), text: checkText(found.check) };
      default:
        return found satisfies never;
    }
  },
});
