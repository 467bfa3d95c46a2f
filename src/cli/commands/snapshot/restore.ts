import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, filesOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { printAnswer } from '../../print-answer.ts';
import { atSnapshots, requireSnapshotId } from '../../snapshot-desk.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { bringBack, bringBackOptions } from './bring-back.ts';
import { settleFirst } from './restored.ts';

export default {
  name: 'snapshot restore',
  summary: 'Restore files from a snapshot: all of them, or those you name.',
  usage: '<id> [--dry-run | --yes] [--json] [-- <path>…]   or  --suggest [<reason>] [--file <file>…]',
  details:
    'The current files are saved as a snapshot first, and "snap snapshot undo" restores them. Only files that differ are written. Files that the snapshot left out, ignored files it does not hold, and git (branches, commits, the index) are not changed.\nWith --suggest nothing is restored: say what is wrong (a message, a name in the code, or when it still worked), and each suggestion says what it would bring back, what would be lost, and the command that restores it.',
  options: {
    suggest: { type: 'boolean', help: 'Suggest which snapshot to restore, after something broke' },
    file: { ...filesOption.file, help: 'With --suggest: a file it is about; may be repeated' },
    ...bringBackOptions,
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot restore 1', 'shows what would change, and asks'],
    ['snap snapshot restore 1 --dry-run', 'shows it as a list and as a patch'],
    ['snap snapshot restore --suggest "parseOptions is not a function"', 'the last snapshot before it broke'],
    ['snap snapshot restore 1 --yes -- .env "src/**/*.ts"', 'only some files, without asking'],
  ],
  words: { max: 1, rest: true },
  completes: 'snapshots',
  run(invocation) {
    const { values, rest } = invocation;
    if (values.flag('suggest')) return suggest(invocation);
    if (values.texts('file').length > 0)
      throw new SnapError('usage', '--file needs --suggest.', {
        hint: 'Files to restore follow "--": snap snapshot restore 1 -- src/app.ts',
      });
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

function suggest(invocation: Invocation): Promise<ExitCode> {
  return atDesk(invocation, async (desk) => {
    const { positionals, values } = invocation;
    const input = { reason: positionals[0], files: await desk.files(), includeAnalysis: values.flag('json') };
    return printAnswer(invocation, await desk.call('svc_suggest_rollback', input));
  });
}
