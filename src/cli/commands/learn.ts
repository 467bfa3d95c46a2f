import { learningTypes, type LearningType, type NewLearning } from '../../memory/index.ts';
import { savedText, type ToolAnswer } from '../../server/calling.ts';
import { missingFiles, missingText, type Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { SnapError } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command, Invocation } from '../command.ts';
import type { ExitCode } from '../exit.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';

export default {
  name: 'learn',
  summary: 'Save something you learned: when it applies, and what to do then.',
  usage:
    '<when> <what to do> [--type <type>] [--source <text>] [--file <file>…]   or  --rule <type> <what is wrong> <how to prevent it> --file <file>',
  details:
    'A learning that says the same as a saved one is counted there and not saved twice. Secrets are removed before anything is written.\nWith --rule a broken rule is reported: counted by type, over all sessions. From the third report on, advice warns about the type; from the fifth on, snap suggests automating the rule.',
  options: {
    rule: { type: 'string', value: 'type', help: 'Report a broken rule of this type, in one or two words: silent_catch' },
    reason: { type: 'string', value: 'text', help: 'With --rule: why it happened' },
    type: { type: 'string', value: learningTypes.join('|'), help: 'What kind of learning it is (default: discovery)' },
    source: { type: 'string', value: 'text', help: 'The source: a page, a ticket, a person' },
    ...filesOption,
    ...workspaceOption,
  },
  examples: [
    ['snap learn "tests hang on exit" "close the server first" --type pitfall', 'shown when someone has that problem again'],
    ['snap learn --rule silent_catch "catch block without a log" "log or rethrow" --file src/pay.ts', 'a rule that was broken there'],
  ],
  words: { max: 2 },
  async run(invocation) {
    const { values, positionals } = invocation;
    const [trigger, action] = positionals;
    const rule = values.text('rule');
    if (rule !== undefined) return reportRule(invocation, rule);
    if (values.text('reason') !== undefined) throw new SnapError('usage', '--reason needs --rule.');
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

function reportRule(invocation: Invocation, type: string): Promise<ExitCode> {
  const { values, positionals } = invocation;
  const [description, prevention] = positionals;
  const [file, ...more] = values.texts('file');
  if (description === undefined || prevention === undefined || file === undefined || more.length > 0)
    throw new SnapError('usage', 'A broken rule needs two texts, what is wrong and how to prevent it, and one file.', {
      hint: 'Example: snap learn --rule silent_catch "catch block without a log" "log or rethrow" --file src/pay.ts',
    });
  if (values.text('type') !== undefined) throw new SnapError('usage', '--rule and --type exclude each other.');
  return atDesk(invocation, async (desk) => {
    const reason = values.text('reason') ?? values.text('source');
    return printAnswer(
      invocation,
      await desk.call('snap_violation', { type, file: await desk.path(file), description, prevention, reason }),
    );
  });
}

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
