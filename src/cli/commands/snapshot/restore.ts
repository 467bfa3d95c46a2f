import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { progressLine } from '../../progress.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { changeCounts, changeLines } from '../../snapshot-text.ts';
import { coloredPatch } from '../../colored-patch.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../workspace-root.ts';
import { fitting } from '../../wrap.ts';
import { idWord } from './id-word.ts';
import { reportRestored, restoreDocument, settleFirst } from './restored.ts';

export default {
  name: 'snapshot restore',
  summary: 'Bring the files back as they were in a snapshot: all of them, or those you name.',
  usage: '<id> [--dry-run | --yes] [--json] [-- <path>…]',
  details:
    'What is here now is kept as a snapshot first, and "snap snapshot undo" brings it back. Only files that differ are written. Files the\nsnapshot left out, ignored files it does not hold, and git (branches, commits, what is staged) are left as they are.',
  options: {
    'dry-run': { type: 'boolean', help: 'Only show what would change' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask' },
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot restore 12', 'shows what would change, and asks'],
    ['snap snapshot restore 12 --yes -- .env "src/**/*.ts"', 'some files alone, without a question'],
  ],
  words: { most: 1, rest: true },
  run(invocation) {
    const { ui, values, rest } = invocation;
    const id = idWord(invocation);
    return atSnapshots(invocation, async ({ snapshots, find, paths }) => {
      const target = await find(id);
      const meant = paths(rest);
      const isJson = values.flag('json');
      const { print, style } = fitting(ui);
      if (!values.flag('dry-run')) {
        const { interrupted } = await snapshots.state();
        if (!(await settleFirst(invocation, snapshots, interrupted))) return exit.interrupted;
      }
      const plan = await snapshots.planRestore(target.id, meant);
      if (plan.changes.length === 0) {
        if (isJson) ui.json(restoreDocument('unchanged', plan));
        else print(`${style.mark.none} Everything is as in ${target.id} already.`);
        return exit.fine;
      }
      if (!isJson && (!values.flag('yes') || values.flag('dry-run'))) {
        print(`${style.bold(target.id)} would change ${count(plan.changes.length, 'file')} (${changeCounts(plan.changes)}):`);
        for (const line of changeLines(plan.changes, style)) print(line);
      }
      if (values.flag('dry-run')) {
        if (isJson) ui.json(restoreDocument('plan', plan));
        else {
          print('These changes would be taken back:');
          await ui.page(coloredPatch(await snapshots.patch(target.id, 'working', meant), ui));
        }
        return exit.fine;
      }
      if (!values.flag('yes')) {
        if (!ui.interactive || isJson) {
          if (isJson) ui.json(restoreDocument('plan', plan));
          else ui.warn('Nothing was changed, since nobody could be asked. --yes does it.');
          return exit.findings;
        }
        const answer = await ui.confirm('Bring them back?');
        if (answer === undefined) return exit.interrupted;
        if (!answer) return exit.refused;
      }
      const progress = progressLine(isJson ? { ...ui, isTerminal: false } : ui, 'Restoring');
      const done = await snapshots.restore(target.id, { ...meant, progress: progress.report }).finally(progress.end);
      return reportRestored(invocation, plan.changes, done);
    });
  },
} satisfies Command;
