import type { Command, Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { snapshotDocument } from '../../reports/snapshot-text.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { requireSnapshotId } from './snapshot-id.ts';

export const snapshotProtect = {
  name: 'snapshot protect',
  summary: 'Protect a snapshot from pruning, whatever its age and size.',
  usage: '<id> [--json]',
  options: workspaceOption,
  examples: [['snap snapshot protect 1', 'keep it']],
  words: { max: 1 },
  completes: 'snapshots',
  run: (invocation) => protect(invocation, true),
} satisfies Command;

export const snapshotUnprotect = {
  name: 'snapshot unprotect',
  summary: 'Let a protected snapshot be pruned again.',
  usage: '<id> [--json]',
  options: workspaceOption,
  examples: [['snap snapshot unprotect 1', 'this alone deletes nothing']],
  words: { max: 1 },
  completes: 'snapshots',
  run: (invocation) => protect(invocation, false),
} satisfies Command;

async function protect(invocation: Invocation, isProtected: boolean): Promise<ExitCode> {
  const id = requireSnapshotId(invocation);
  return atSnapshots(invocation, async ({ snapshots, find }) => {
    const { ui, values } = invocation;
    const snapshot = await snapshots.protect((await find(id)).id, isProtected);
    if (values.flag('json')) ui.json({ schemaVersion: 1, snapshot: snapshotDocument(snapshot) });
    else ui.print(`${ui.style.sign.good} ${snapshot.id} is ${isProtected ? '' : 'no longer '}protected.`);
    return exit.fine;
  });
}
