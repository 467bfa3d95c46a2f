import type { Snapshot } from '../../../snapshots/index.ts';
import type { Command, Invocation } from '../../command.ts';
import type { ExitCode } from '../../exit.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { answer } from '../../print-answer.ts';
import { bytesText, nextSteps, skippedText, snapshotDocument, snapshotText } from '../../reports/snapshot-text.ts';
import { atSnapshots, requireSnapshotId } from '../../snapshot-desk.ts';
import { plain } from '../../terminal/style.ts';

const one = { usage: '<id> [--json]', options: workspaceOption, words: { max: 1 }, completes: 'snapshots' } as const;

export const snapshotShow = {
  ...one,
  name: 'snapshot show',
  summary: 'Show one snapshot: when and why it was taken, how much it holds, and what was left out.',
  examples: [['snap snapshot show 1', 'the number is enough']],
  run(invocation) {
    const id = requireSnapshotId(invocation);
    return atSnapshots(invocation, async ({ find }) => {
      const { ui, system } = invocation;
      const snapshot = await find(id);
      return answer(invocation, { snapshot: snapshotDocument(snapshot) }, () => [
        snapshotText(snapshot, system.now(), ui.style),
        ...details(snapshot),
        ...skippedText(snapshot),
        'Never included: .git, what the settings exclude (by default node_modules/ and *.log), and ignored files, except small ones such as .env.',
        nextSteps(snapshot, ui.style),
      ]);
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

export const snapshotProtect = {
  ...one,
  name: 'snapshot protect',
  summary: 'Protect a snapshot from pruning, whatever its age and size.',
  examples: [['snap snapshot protect 1', 'keep it']],
  run: (invocation) => protect(invocation, true),
} satisfies Command;

export const snapshotUnprotect = {
  ...one,
  name: 'snapshot unprotect',
  summary: 'Let a protected snapshot be pruned again.',
  examples: [['snap snapshot unprotect 1', 'this alone deletes nothing']],
  run: (invocation) => protect(invocation, false),
} satisfies Command;

function protect(invocation: Invocation, isProtected: boolean): Promise<ExitCode> {
  const id = requireSnapshotId(invocation);
  return atSnapshots(invocation, async ({ snapshots, find }) => {
    const snapshot = await snapshots.protect((await find(id)).id, isProtected);
    const text = `${invocation.ui.style.sign.good} ${snapshot.id} is ${isProtected ? '' : 'no longer '}protected.`;
    return answer(invocation, { snapshot: snapshotDocument(snapshot) }, () => text);
  });
}
