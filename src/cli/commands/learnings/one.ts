import type { Knowledge, Learning } from '../../../memory/index.ts';
import { didYouMean, nearest, SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, filesOption, workspaceOption } from '../../desk.ts';
import type { ExitCode } from '../../exit.ts';
import { answer, confirmed } from '../../print-answer.ts';
import { learningText } from '../../reports/learning-text.ts';
import { localTime } from '../../reports/times.ts';
import { plain } from '../../terminal/style.ts';

export const learningsShow = {
  name: 'learnings show',
  summary: 'Show one learning: its source, when it was shown, and whether it was used, helped or wrong.',
  usage: '<id> [--json]',
  options: workspaceOption,
  examples: [['snap learnings show learn_3f', 'the start of an id is enough if it is unique']],
  words: { max: 1 },
  completes: 'learnings',
  async run(invocation) {
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const learning = await requireLearning(knowledge, invocation.positionals[0]);
      const story = await knowledge.story(learning.id);
      const { style } = invocation.ui;
      const { by, source, files, evidence, at, uses } = learning;
      return answer(invocation, { learning, story }, () => [
        learningText(learning, style),
        `  saved ${localTime(at)} by ${plain([by.tool, ...(by.client === undefined ? [] : [`of ${by.client}`])].join(' '))}`,
        ...(by.task === undefined
          ? []
          : [`  in ${plain(by.task)}${by.snapshot === undefined ? '' : `, which started with ${plain(by.snapshot)}`}`]),
        ...(source === undefined ? [] : [`  source  ${plain(source)}`]),
        ...files.map((file) => `  file  ${plain(file)}`),
        ...evidence.map((item) => `  evidence  ${plain(item)}`),
        `  shown ${uses.shown}, used ${uses.used}, wrong ${uses.wrong}`,
        ...(uses.isWithheld ? [`  It is withheld: no search finds it. If it is right, run "snap learnings restore ${learning.id}".`] : []),
        ...story.map(({ at: when, task, what }) =>
          style.dim(`  ${localTime(when)}  ${what}${task === undefined ? '' : ` in ${plain(task)}`}`),
        ),
      ]);
    });
  },
} satisfies Command;

export const learningsRestore = {
  name: 'learnings restore',
  summary: 'Show a withheld learning again: one that assistants called wrong twice, and that is right.',
  usage: '<id> [--json]',
  details: 'A learning that was called wrong twice is found by no search until a person has looked at it. "snap learnings" marks it.',
  options: workspaceOption,
  examples: [['snap learnings restore learn_3f', 'the start of an id is enough if it is unique']],
  words: { max: 1 },
  completes: 'learnings',
  async run(invocation) {
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const { id, uses } = await requireLearning(knowledge, invocation.positionals[0]);
      if (uses.isWithheld) await knowledge.restore(id);
      return answer(invocation, { id, changed: uses.isWithheld }, () =>
        uses.isWithheld ? `${id} is shown again where it fits.` : `${id} is not withheld; nothing was changed.`,
      );
    });
  },
} satisfies Command;

export const learningsForget = {
  name: 'learnings forget',
  summary: 'Forget a learning for good: its text is removed from the store.',
  usage: '<id> [--yes] [--json]',
  details:
    'For a slip of the pen, or what is no longer true; there is no undo. In a project that shares its learnings through git the text stays in the history of git.',
  options: { yes: { type: 'boolean', short: 'y', help: 'Do not ask' }, ...workspaceOption },
  examples: [
    ['snap learnings forget learn_3f', 'shows it and asks'],
    ['snap learnings forget learn_3f --yes', 'without asking'],
  ],
  words: { max: 1 },
  completes: 'learnings',
  run: (invocation) => atDesk(invocation, ({ bench: { knowledge } }) => forget(invocation, knowledge)),
} satisfies Command;

async function forget(invocation: Invocation, knowledge: Knowledge): Promise<ExitCode> {
  const { positionals, ui, values } = invocation;
  const learning = await requireLearning(knowledge, positionals[0]);
  const { id } = learning;
  if (!values.flag('yes')) {
    answer(invocation, { id, forgotten: false }, () => learningText(learning, ui.style));
    const said = await confirmed(invocation, 'Forget it? This cannot be undone.', { done: 'forgotten', suggested: false });
    if (said !== 'yes') return said;
  }
  await knowledge.forget(id);
  return answer(invocation, { id, forgotten: true }, () => `${id} is forgotten.`);
}

export const learningsSearch = {
  name: 'learnings search',
  summary: 'Search learnings by words, best match first.',
  usage: '<words>… [--file <file>…] [--json]',
  options: { ...filesOption, ...workspaceOption },
  examples: [['snap learnings search tests hang', 'also finds other words with the same meaning']],
  words: { max: 20 },
  async run(invocation) {
    const { positionals, ui } = invocation;
    const text = positionals.join(' ').trim();
    if (text === '') throw new SnapError('usage', 'The words to search for are missing.', { hint: 'See "snap learnings search --help".' });
    return atDesk(invocation, async ({ bench: { knowledge }, files }) => {
      const matches = await knowledge.search({ text, files: await files(), max: 10 });
      return answer(invocation, { matches: matches.map(({ learning, score }) => ({ score, learning })) }, () =>
        matches.length === 0 ? 'No learning is relevant.' : matches.map(({ learning }) => learningText(learning, ui.style)),
      );
    });
  },
} satisfies Command;

/**
 * The learning that a typed id means: the whole id, or the beginning of exactly one.
 * @throws SnapError `refused` with the ids that were probably meant; `usage` without an id.
 */
async function requireLearning(knowledge: Knowledge, id: string | undefined): Promise<Learning> {
  if (id === undefined) throw new SnapError('usage', 'The id of the learning is missing.', { hint: 'See "snap learnings".' });
  const learning = await knowledge.find(id);
  if (learning !== undefined) return learning;
  const ids = (await knowledge.list()).map((one) => one.id);
  const near = [...ids.filter((one) => one.startsWith(id)), ...nearest(id, ids)].slice(0, 3);
  throw new SnapError('refused', `"${plain(id).slice(0, 60)}" matches no learning here, or several.`, {
    hint: `${didYouMean(near)} See "snap learnings".`.trim(),
  });
}
