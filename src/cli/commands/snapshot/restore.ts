import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { bringBack, bringBackOptions } from './bring-back.ts';
import { idWord } from './id-word.ts';
import { settleFirst } from './restored.ts';

export default {
  name: 'snapshot restore',
  summary: 'Bring the files back as they were in a snapshot: all of them, or those you name.',
  usage: '<id> [--dry-run | --yes] [--json] [-- <path>…]',
  details:
    'What is here now is kept as a snapshot first, and "snap snapshot undo" brings it back. Only files that differ are written. Files the\nsnapshot left out, ignored files it does not hold, and git (branches, commits, what is staged) are left as they are.',
  options: { ...bringBackOptions, ...workspaceOption },
  examples: [
    ['snap snapshot restore 12', 'shows what would change, and asks'],
    ['snap snapshot restore 12 --dry-run', 'shows it with a patch of the lines, and ends'],
    ['snap snapshot restore 12 --yes -- .env "src/**/*.ts"', 'some files alone, without a question'],
  ],
  words: { most: 1, rest: true },
  run(invocation) {
    const { values, rest } = invocation;
    const id = idWord(invocation);
    return atSnapshots(invocation, async ({ snapshots, find, paths }) => {
      const target = await find(id);
      const meant = paths(rest);
      if (!values.flag('dry-run')) {
        const { interrupted } = await snapshots.state();
        if (!(await settleFirst(invocation, snapshots, interrupted))) return exit.interrupted;
      }
      const plan = await snapshots.planRestore(target.id, meant);
      return bringBack(invocation, plan, (options) => snapshots.restore(target.id, { ...meant, ...options }));
    });
  },
} satisfies Command;
