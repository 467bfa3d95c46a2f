import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { bringBack, bringBackOptions, doRestore } from './bring-back.ts';
import { howToSettle } from './restored.ts';

export default {
  name: 'snapshot undo',
  summary: 'Take the last restore back. Once more, and the restore is there again.',
  usage: '[--dry-run | --yes | --finish | --back] [--json]',
  details:
    'What is here now is kept as a snapshot first, as with every restore. --finish and --back are for a restore that was killed in the\nmiddle, and are answers themselves: they do not ask.',
  options: {
    ...bringBackOptions,
    finish: { type: 'boolean', help: 'Of a restore that was interrupted: end it' },
    back: { type: 'boolean', help: 'Of a restore that was interrupted: bring back what was there before' },
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot undo', 'shows what would change, and asks'],
    ['snap snapshot undo --yes', 'as before the restore'],
    ['snap snapshot undo --back', 'after a restore that was killed in the middle'],
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
          throw new SnapError('refused', 'No restore was interrupted here.', { hint: '"snap snapshot undo" takes the last one back.' });
        }
        return doRestore(invocation, { changes: [] }, (options) => snapshots.settle(finish ? 'finish' : 'back', options));
      }
      if (interrupted !== undefined && !values.flag('dry-run')) {
        // Ending it one way or the other is what was asked for.
        const how = await howToSettle(invocation, interrupted);
        if (how === undefined) return exit.interrupted;
        return doRestore(invocation, { changes: [] }, (options) => snapshots.settle(how, options));
      }
      const plan = await snapshots.planUndo();
      if (plan === undefined) {
        throw new SnapError('refused', 'Nothing was restored here that could be taken back.', { hint: 'See "snap snapshot list".' });
      }
      return bringBack(invocation, plan, (options) => snapshots.undo(options));
    });
  },
} satisfies Command;
