import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { plain } from '../../terminal/style.ts';

export default {
  name: 'learnings restore',
  summary: 'Show a withheld learning again: one that assistants called wrong twice, and that is right.',
  usage: '<id> [--json]',
  details: 'A learning that was called wrong twice is found by no search until a person has looked at it. "snap learnings list" marks it.',
  options: workspaceOption,
  examples: [['snap learnings restore learn_3f', 'the start of an id is enough if it is unique']],
  words: { max: 1 },
  completes: 'learnings',
  async run(invocation) {
    const { positionals, values, ui } = invocation;
    const [id] = positionals;
    if (id === undefined) throw new SnapError('usage', 'The id of the learning is missing.', { hint: 'See "snap learnings list".' });
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const learning = await knowledge.find(id);
      if (learning === undefined)
        throw new SnapError('refused', `"${plain(id.slice(0, 60))}" matches no learning here, or several.`, {
          hint: 'See "snap learnings list".',
        });
      const { isWithheld } = learning.uses;
      if (isWithheld) await knowledge.restore(learning.id);
      if (values.flag('json')) ui.json({ schemaVersion: 1, id: learning.id, changed: isWithheld });
      else ui.print(isWithheld ? `${learning.id} is shown again where it fits.` : `${learning.id} is not withheld; nothing was changed.`);
      return exit.fine;
    });
  },
} satisfies Command;
