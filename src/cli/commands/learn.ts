import { learningTypes, type LearningType, type NewLearning } from '../../learnings/index.ts';
import { savedText, type ToolAnswer } from '../../server/calling.ts';
import { missingFiles, missingText, type Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { SnapError } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';

export default {
  name: 'learn',
  summary: 'Save something you learned: when it applies, and what to do then.',
  usage: '<when> <what to do> [--type <type>] [--source <text>] [--file <file>…]',
  details:
    'A learning that says the same as a saved one is counted there and not saved twice. Secrets are removed before anything is written.',
  options: {
    type: { type: 'string', value: learningTypes.join('|'), help: 'What kind of learning it is (default: discovery)' },
    source: { type: 'string', value: 'text', help: 'The source: a page, a ticket, a person' },
    ...filesOption,
    ...workspaceOption,
  },
  examples: [['snap learn "tests hang on exit" "close the server first" --type pitfall', 'shown when someone has that problem again']],
  words: { max: 2 },
  async run(invocation) {
    const { values, positionals } = invocation;
    const [trigger, action] = positionals;
    if (trigger === undefined || action === undefined) {
      throw new SnapError(
        'usage',
        trigger === undefined
          ? 'Two texts are missing: when it applies, and what to do then.'
          : 'The second text is missing: what to do then.',
        {
          hint: 'Example: snap learn "tests hang on exit" "look for a server that was not closed".',
        },
      );
    }
    const type = values.text('type');
    const source = values.text('source');
    return atDesk(invocation, async (desk) => {
      const files = await desk.files();
      if (files.length === 0) return printAnswer(invocation, await desk.call('snap_learn', { trigger, action, type, source }));
      return printAnswer(
        invocation,
        await learnAbout(desk.bench, files, { trigger, action, type: typeOf(type), ...(source === undefined ? {} : { source }) }),
      );
    });
  },
} satisfies Command;

/** The tool takes no files, because an assistant's files are those of its task. A person names them. */
async function learnAbout(
  bench: Workbench,
  files: readonly WorkspacePath[],
  said: Pick<NewLearning, 'trigger' | 'action' | 'type' | 'source'>,
): Promise<Pick<ToolAnswer, 'record' | 'text'>> {
  const { knowledge, tasks } = bench;
  const { id: task, snapshot } = { id: undefined, snapshot: undefined, ...(await tasks.current()) };
  const by = {
    tool: 'snap learn',
    ...(task === undefined ? {} : { task }),
    ...(snapshot === undefined ? {} : { snapshot }),
  };
  const { learning, status, redacted } = await knowledge.add({ ...said, files, by, ...(task === undefined ? {} : { evidence: [task] }) });
  const record = { id: learning.id, status, type: learning.type, redacted };
  const missing = await missingFiles(bench, files);
  return {
    record: missing.length === 0 ? record : { ...record, missing },
    text: () => [savedText(record), ...missingText(missing)].join('\n'),
  };
}

function typeOf(text: string | undefined): LearningType {
  const type = learningTypes.find((known) => known === (text ?? 'discovery'));
  if (type === undefined) throw new SnapError('usage', '--type: no such type.', { hint: `Types: ${learningTypes.join(', ')}.` });
  return type;
}
