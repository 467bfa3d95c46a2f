import { SnapError } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';

export default {
  name: 'patterns',
  summary: 'Search learnings, violations and patterns at once.',
  usage: '<query> [--type <type>] [--file <file>…] [--since <date>] [--severity <severity>…] [--most <n>] [--json]',
  details: 'A pattern is a broken rule that was reported three times or more.',
  options: {
    type: { type: 'string', value: 'pattern|violation|learning|all', help: 'Only results of this type (default: all)' },
    severity: {
      type: 'string',
      value: 'low|medium|high|critical',
      multiple: true,
      help: 'Only this severity; may be repeated. Critical: reported five times or more; high: three times; medium: other violations and pitfalls',
    },
    since: { type: 'string', value: 'date', help: 'Only what was seen since then, as in 2026-11-22' },
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 10)' },
    ...filesOption,
    ...workspaceOption,
  },
  examples: [
    ['snap patterns "errors in the checkout"', 'what is known about it'],
    ['snap patterns "silent catch" --type pattern --file src', 'broken rules that came back, in one directory'],
  ],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { positionals, values } = invocation;
      const [query] = positionals;
      if (query === undefined)
        throw new SnapError('usage', 'What are you looking for?', { hint: 'As in: snap patterns "errors in the checkout".' });
      const most = values.text('most');
      const [files, severity] = [await desk.files(), values.texts('severity')];
      const filters = Object.fromEntries(
        Object.entries({ files, severity, since: values.text('since') }).filter(([, value]) => value !== undefined && value.length > 0),
      );
      return printAnswer(
        invocation,
        await desk.call('svc_query_patterns', {
          query,
          type: values.text('type'),
          filters,
          limit: most === undefined ? undefined : Number(most),
        }),
      );
    }),
} satisfies Command;
