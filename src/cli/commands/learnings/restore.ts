import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { requireLearning } from '../../require-learning.ts';

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
