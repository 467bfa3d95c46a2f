import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { requireLearning } from '../../require-learning.ts';
import { learningText } from '../../reports/learning-text.ts';
import { plain } from '../../terminal/style.ts';
import { localTime } from '../../reports/times.ts';

export default {
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
