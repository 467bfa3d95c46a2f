import { outcomes, taskIntents } from '../../../memory/index.ts';
import { isRecord, SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, filesOption, workspaceOption } from '../../desk.ts';
import { printAnswer } from '../../print-answer.ts';
import { plain } from '../../terminal/style.ts';

export const taskStart = {
  name: 'task start',
  summary: 'Start a task and show related learnings.',
  usage: '<text> [--file <file>…] [--intent <intent>] [--goal <metric:target:unit>]',
  details:
    'One task is open at a time; the same text again continues it. snap takes a snapshot of the project, so that "snap task end" can\nreport what was changed, and everything can be restored.',
  options: {
    ...filesOption,
    intent: {
      type: 'string',
      value: taskIntents.join('|'),
      help: 'What kind of work it is (default: guessed from the text)',
    },
    goal: { type: 'string', value: 'metric:target:unit', help: 'Measured at the end: bundle:200:kB, coverage:80:%, performance:120:ms' },
    ...workspaceOption,
  },
  examples: [
    ['snap task start "fix the login redirect" --file src/login.ts', 'shows learnings and rules about it'],
    ['snap task start "make the bundle smaller" --goal bundle:200:kB', 'the end of the task reports whether it was reached'],
  ],
  words: { max: 1 },
  completes: 'tasks',
  async run(invocation) {
    const { values, positionals } = invocation;
    const [task] = positionals;
    if (task === undefined) throw new SnapError('usage', 'The text of the task is missing.', { hint: 'See "snap task start --help".' });
    const goal = goalOf(values.text('goal'));
    return atDesk(invocation, async (desk) => {
      const input = { mode: 'start', task, files: await desk.files(), intent: values.text('intent'), goal };
      const { record, text } = await desk.call('snap', input);
      const started = isRecord(record['start']) ? record['start'] : record;
      const opened = started['status'] === 'created' ? 'The task is open. ' : '';
      return printAnswer(invocation, { record: started, text: (reader) => `${opened}${text(reader)}` });
    });
  },
} satisfies Command;

function goalOf(text: string | undefined): { readonly metric: string; readonly target: number; readonly unit: string } | undefined {
  if (text === undefined) return undefined;
  const [, metric = '', target = '', unit = ''] = /^(bundle|performance|coverage):([\d.]{1,20}):(.{1,20})$/.exec(text) ?? [];
  if (metric === '' || Number.isNaN(Number(target))) {
    throw new SnapError('usage', `--goal ${plain(text)}: expected a metric, a number and a unit.`, {
      hint: 'Examples: bundle:200:kB, performance:120:ms, coverage:80:%.',
    });
  }
  return { metric, target: Number(target), unit };
}

export const taskEnd = {
  name: 'task end',
  summary: 'End the task: measure its changes, save its learnings.',
  usage: '[--outcome <outcome>] [--learning <text>…] [--used <id>…] [--wrong <id>…] [--notes <text>]',
  details:
    'Learnings are saved even if no task is open. A command that measures a goal runs only if it is in your own settings or approved.',
  options: {
    outcome: { type: 'string', value: outcomes.join('|'), help: 'How it ended (default: completed)' },
    learning: { type: 'string', value: 'text', multiple: true, help: 'Something learned in it; may be repeated' },
    used: { type: 'string', value: 'id', multiple: true, help: 'A learning that was used; may be repeated' },
    wrong: { type: 'string', value: 'id', multiple: true, help: 'A learning that was wrong; may be repeated' },
    notes: { type: 'string', value: 'text', help: 'Anything else worth saving' },
    ...workspaceOption,
  },
  examples: [
    ['snap task end', 'ends it as completed'],
    ['snap task end --outcome blocked --learning "the proxy redirects, not us"', 'for the next task'],
  ],
  run: (invocation) =>
    atDesk(invocation, async ({ call }) => {
      const { values } = invocation;
      const [used, wrong] = [values.texts('used'), values.texts('wrong')];
      return printAnswer(
        invocation,
        await call('snap_end', {
          outcome: values.text('outcome'),
          learnings: values.texts('learning'),
          notes: values.text('notes'),
          ...(used.length + wrong.length === 0 ? {} : { survey: { used, wrong } }),
        }),
      );
    }),
} satisfies Command;
