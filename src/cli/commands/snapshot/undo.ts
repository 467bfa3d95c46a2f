import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { bringBack, bringBackOptions, doRestore } from './bring-back.ts';
import { howToSettle } from './restored.ts';

export default {
  name: 'snapshot undo',
  summary: 'Undo the last restore. Run it again to redo the restore.',
  usage: '[--dry-run | --yes | --finish | --back] [--json]',
  details:
    'The current files are saved as a snapshot first, as with every restore. --finish and --back are for a restore that was interrupted, and do not ask.',
  options: {
    ...bringBackOptions,
    finish: { type: 'boolean', help: 'Finish an interrupted restore' },
    back: { type: 'boolean', help: 'Undo an interrupted restore: return to the files as they were before it' },
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot undo', 'shows what would change, and asks'],
    ['snap snapshot undo --yes', 'without asking'],
    ['snap snapshot undo --back', 'after a restore that was interrupted'],
  ],
  run(invocation) {
    const { values } = invocation;
    const [finish, back] = [values.flag('finish'), values.flag('back')];
    const ends = finish ? '--finish' : '--back';
    if (finish && back) throw new SnapError('usage', '--finish and --back exclude each other.', { hint: 'Leave one of them out.' });
    if ((finish || back) && values.flag('dry-run'))
      throw new SnapError('usage', `${ends} and --dry-run exclude each other.`, { hint: 'Leave one of them out.' });
    return atSnapshots(invocation, async ({ snapshots }) => {
      const { interrupted } = await snapshots.state();
      if (finish || back) {
        if (interrupted === undefined) {
          throw new SnapError('refused', 'No restore was interrupted here.', { hint: '"snap snapshot undo" undoes the last one.' });
        }
        return doRestore(invocation, { changes: [] }, (options) => snapshots.settle(finish ? 'finish' : 'back', options));
      }
      if (interrupted !== undefined && !values.flag('dry-run')) {
        // Undo means the interrupted restore; only how is to be asked.
        const how = await howToSettle(invocation, interrupted);
        if (how === undefined) return exit.interrupted;
        return doRestore(invocation, { changes: [] }, (options) => snapshots.settle(how, options));
      }
      const plan = await snapshots.planUndo();
      if (plan === undefined) {
        throw new SnapError('refused', 'There is no restore to undo here.', { hint: 'See "snap snapshot list".' });
      }
      return bringBack(invocation, plan, (options) => snapshots.undo(options));
    });
  },
} satisfies Command;
