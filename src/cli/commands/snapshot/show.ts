import type { Snapshot } from '../../../snapshots/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { bytesText, skippedText, snapshotDocument, snapshotText } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/style.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { requireSnapshotId } from './snapshot-id.ts';

export default {
  name: 'snapshot show',
  summary: 'Show one snapshot: when and why it was taken, how much it holds, and what was left out.',
  usage: '<id> [--json]',
  options: workspaceOption,
  examples: [['snap snapshot show 1', 'the number is enough']],
  words: { max: 1 },
  completes: 'snapshots',
  run(invocation) {
    const id = requireSnapshotId(invocation);
    return atSnapshots(invocation, async ({ find }) => {
      const { ui, values, system } = invocation;
      const snapshot = await find(id);
      if (values.flag('json')) ui.json({ schemaVersion: 1, snapshot: snapshotDocument(snapshot) });
      else {
        const { print, style } = ui;
        print(snapshotText(snapshot, system.now(), style));
        for (const line of details(snapshot)) print(line);
        for (const line of skippedText(snapshot)) print(line);
        print(
          'Never included: .git, what the settings exclude (by default node_modules/ and *.log), and ignored files, except small ones such as .env.',
        );
        print(
          style.dim(
            `"snap snapshot diff ${snapshot.sequence}" shows what has changed since, "snap snapshot restore ${snapshot.sequence}" restores it.`,
          ),
        );
      }
      return exit.fine;
    });
  },
} satisfies Command;

function details({ at, bytes, task, git, complete }: Snapshot): readonly string[] {
  const commit = git?.commit === undefined ? '' : ` at ${plain(git.commit.slice(0, 12))}`;
  return [
    `  taken ${at.slice(0, 19).replace('T', ' ')} UTC, ${bytesText(bytes)}`,
    ...(task === undefined ? [] : [`  for ${plain(task)}`]),
    ...(git === undefined ? [] : [`  git: ${plain(git.branch ?? 'no branch')}${commit}`]),
    ...(complete ? [] : ['  Not complete yet: some contents are still only in the repository of git.']),
  ];
}
