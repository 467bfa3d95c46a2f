import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { bringBack, bringBackOptions } from './bring-back.ts';
import { requireSnapshotId } from './snapshot-id.ts';
import { settleFirst } from './restored.ts';

export default {
  name: 'snapshot restore',
  summary: 'Restore files from a snapshot: all of them, or those you name.',
  usage: '<id> [--dry-run | --yes] [--json] [-- <path>…]',
  details:
    'The current files are saved as a snapshot first, and "snap snapshot undo" restores them. Only files that differ are written. Files that the snapshot left out, ignored files it does not hold, and git (branches, commits, the index) are not changed.',
  options: { ...bringBackOptions, ...workspaceOption },
  examples: [
    ['snap snapshot restore 1', 'shows what would change, and asks'],
    ['snap snapshot restore 1 --dry-run', 'shows it as a list and as a patch'],
    ['snap snapshot restore 1 --yes -- .env "src/**/*.ts"', 'only some files, without asking'],
  ],
  words: { max: 1, rest: true },
  completes: 'snapshots',
  run(invocation) {
    const { values, rest } = invocation;
    const id = requireSnapshotId(invocation);
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
