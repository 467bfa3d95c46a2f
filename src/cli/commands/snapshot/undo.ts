import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../workspace-root.ts';
import { reportRestored, settleFirst } from './restored.ts';

export default {
  name: 'snapshot undo',
  summary: 'Take the last restore back. Once more, and the restore is there again.',
  usage: '[--finish | --back] [--json]',
  details: 'What is here now is kept as a snapshot first, as with every restore.',
  options: {
    finish: { type: 'boolean', help: 'Of a restore that was interrupted: end it' },
    back: { type: 'boolean', help: 'Of a restore that was interrupted: bring back what was there before' },
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot undo', 'as before the restore'],
    ['snap snapshot undo --back', 'after a restore that was killed in the middle'],
  ],
  run(invocation) {
    const { values } = invocation;
    const [finish, back] = [values.flag('finish'), values.flag('back')];
    if (finish && back) throw new SnapError('usage', '--finish and --back exclude each other.', { hint: 'Leave one of them out.' });
    return atSnapshots(invocation, async ({ snapshots }) => {
      const { interrupted } = await snapshots.state();
      if (finish || back) {
        const settled = interrupted === undefined ? undefined : await snapshots.settle(finish ? 'finish' : 'back');
        if (settled === undefined) {
          throw new SnapError('refused', 'No restore was interrupted here.', { hint: '"snap snapshot undo" takes the last one back.' });
        }
        return reportRestored(invocation, [], settled);
      }
      if (interrupted !== undefined) {
        // Ending it one way or the other is what was asked for.
        return (await settleFirst(invocation, snapshots, interrupted)) ? exit.fine : exit.interrupted;
      }
      const done = await snapshots.undo();
      if (done === undefined) {
        throw new SnapError('refused', 'Nothing was restored here that could be taken back.', { hint: 'See "snap snapshot list".' });
      }
      return reportRestored(invocation, [], done);
    });
  },
} satisfies Command;
