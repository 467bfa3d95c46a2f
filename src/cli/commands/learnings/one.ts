import type { Knowledge, Learning } from '../../../memory/index.ts';
import { didYouMean, nearest, SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, filesOption, workspaceOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { learningText } from '../../reports/learning-text.ts';
import { localTime } from '../../reports/times.ts';
import { plain } from '../../terminal/style.ts';
import { notAsked } from '../../words.ts';

export const learningsShow = {
  name: 'learnings show',
  summary: 'Show one learning: its source, when it was shown, and whether it was used, helped or wrong.',
  usage: '<id> [--json]',
  options: workspaceOption,
  examples: [['snap learnings show learn_3f', 'the start of an id is enough if it is unique']],
  words: { max: 1 },
  completes: 'learnings',
  async run(invocation) {
    const { positionals, values, ui } = invocation;
    const [id] = positionals;
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const learning = await requireLearning(knowledge, id);
      const story = await knowledge.story(learning.id);
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, learning, story });
        return exit.fine;
      }
      const { print, style } = ui;
      const { by, source, files, evidence, at, uses } = learning;
      print(learningText(learning, style));
      print(`  saved ${localTime(at)} by ${plain([by.tool, ...(by.client === undefined ? [] : [`of ${by.client}`])].join(' '))}`);
      if (by.task !== undefined)
        print(`  in ${plain(by.task)}${by.snapshot === undefined ? '' : `, which started with ${plain(by.snapshot)}`}`);
      if (source !== undefined) print(`  source  ${plain(source)}`);
      for (const file of files) print(`  file  ${plain(file)}`);
      for (const item of evidence) print(`  evidence  ${plain(item)}`);
      print(`  shown ${uses.shown}, used ${uses.used}, wrong ${uses.wrong}`);
      if (uses.isWithheld) print(`  It is withheld: no search finds it. If it is right, run "snap learnings restore ${learning.id}".`);
      for (const event of story) {
        print(style.dim(`  ${localTime(event.at)}  ${event.what}${event.task === undefined ? '' : ` in ${plain(event.task)}`}`));
      }
      return exit.fine;
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
    const { positionals, values, ui } = invocation;
    const [id] = positionals;
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const learning = await requireLearning(knowledge, id);
      const { isWithheld } = learning.uses;
      if (isWithheld) await knowledge.restore(learning.id);
      if (values.flag('json')) ui.json({ schemaVersion: 1, id: learning.id, changed: isWithheld });
      else ui.print(isWithheld ? `${learning.id} is shown again where it fits.` : `${learning.id} is not withheld; nothing was changed.`);
      return exit.fine;
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

async function forget({ positionals: [id], ui, values }: Invocation, knowledge: Knowledge): Promise<ExitCode> {
  const learning = await requireLearning(knowledge, id);
  const isJson = values.flag('json');
  if (!values.flag('yes')) {
    if (!isJson) ui.print(learningText(learning, ui.style));
    if (isJson || !ui.interactive) {
      if (isJson) ui.json({ schemaVersion: 1, id: learning.id, forgotten: false });
      ui.warn(notAsked(isJson, 'forgotten', 'Add --yes.'));
      return exit.findings;
    }
    const answer = await ui.confirm('Forget it? This cannot be undone.', false);
    if (answer !== true) {
      ui.print('Nothing was forgotten.');
      return answer === undefined ? exit.interrupted : exit.refused;
    }
  }
  await knowledge.forget(learning.id);
  if (isJson) ui.json({ schemaVersion: 1, id: learning.id, forgotten: true });
  else ui.print(`${learning.id} is forgotten.`);
  return exit.fine;
}

export const learningsSearch = {
  name: 'learnings search',
  summary: 'Search learnings by words, best match first.',
  usage: '<words>… [--file <file>…] [--json]',
  options: { ...filesOption, ...workspaceOption },
  examples: [['snap learnings search tests hang', 'also finds other words with the same meaning']],
  words: { max: 20 },
  async run(invocation) {
    const { positionals, values, ui } = invocation;
    const text = positionals.join(' ').trim();
    if (text === '') throw new SnapError('usage', 'The words to search for are missing.', { hint: 'See "snap learnings search --help".' });
    return atDesk(invocation, async ({ bench: { knowledge }, files }) => {
      const matches = await knowledge.search({ text, files: await files(), max: 10 });
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, matches: matches.map(({ learning, score }) => ({ score, learning })) });
        return exit.fine;
      }
      const { print, style } = ui;
      for (const { learning } of matches) print(learningText(learning, style));
      if (matches.length === 0) print('No learning is relevant.');
      return exit.fine;
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
