import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { leftOutLine, mostOf, mostOption } from '../../options/most-option.ts';
import { answer, shown } from '../../print-answer.ts';
import { atSnapshots, interruptedText } from '../../snapshot-desk.ts';
import { bytesText, noneYet, snapshotDocument, snapshotText, storeDocument } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

export default {
  name: 'snapshot list',
  summary: 'List the snapshots of this project, newest first.',
  usage: '[--most <n>] [--json]   or  --verify   or  --prune [--dry-run]',
  details:
    'An id can be shortened to its number: 12 for snap_12_3fa9c1.\n--verify reads every snapshot completely, and lists what is damaged: a damaged file cannot be restored from that snapshot; everything else can.\n--prune deletes snapshots past their retention period, which snap does by itself when the store is full. Kept are the newest snapshot, protected ones ("snap snapshot create --keep", "snap snapshot protect <id>"), those of open tasks, and for one week those taken before a restore.',
  options: {
    verify: { type: 'boolean', help: 'Read every snapshot, and list what is damaged' },
    prune: { type: 'boolean', help: 'Delete snapshots past their retention period, and free their disk space' },
    'dry-run': { type: 'boolean', help: 'With --prune: only show what would be deleted' },
    ...mostOption,
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot list', 'the snapshots you can restore'],
    ['snap snapshot list --verify', 'check that everything can be restored'],
    ['snap snapshot list --prune --dry-run', 'what would be deleted'],
  ],
  run(invocation) {
    const { ui, values, system } = invocation;
    const [isVerify, isPrune] = [values.flag('verify'), values.flag('prune')];
    if (isVerify && isPrune) throw new SnapError('usage', '--verify and --prune exclude each other.');
    if (values.flag('dry-run') && !isPrune) throw new SnapError('usage', '--dry-run needs --prune.');
    if (isVerify) return verify(invocation);
    if (isPrune) return prune(invocation);
    const max = mostOf(invocation);
    return atSnapshots(invocation, async ({ snapshots }) => {
      const all = await snapshots.list();
      const state = await snapshots.state();
      const listed = all.slice(0, max);
      const { style } = ui;
      const document = { store: storeDocument(state), total: all.length, snapshots: listed.map(snapshotDocument) };
      const code = answer(invocation, document, () => [
        ...(all.length === 0 ? [noneYet] : []),
        ...listed.map((snapshot) => snapshotText(snapshot, system.now(), style, ui.width ?? 200)),
        ...leftOutLine(listed.length, all.length, 'snapshot', style),
        ...(all.length === 0 ? [] : [style.dim(`${bytesText(state.bytesOnDisk)} on disk, ${bytesText(state.limit)} at most.`)]),
      ]);
      if (state.interrupted !== undefined && !values.flag('json')) ui.warn(`${style.sign.warn} ${interruptedText(state.interrupted)}`);
      return code;
    });
  },
} satisfies Command;

const maxListed = 20;

function verify(invocation: Invocation): Promise<ExitCode> {
  return atSnapshots(invocation, async ({ snapshots: opened }) => {
    const { snapshots, objects, damaged, faults } = await opened.verify();
    const code = damaged.length + faults.length === 0 ? exit.fine : exit.findings;
    const { bad, good } = invocation.ui.style.sign;
    // The root has no name.
    const what = (path: string): string =>
      path === '' ? 'its list of files is damaged, so none of it can be restored.' : `${plain(path)} is damaged.`;
    const text = (): readonly string[] => [
      ...damaged.slice(0, maxListed).map(({ snapshot, path }) => `${bad} ${snapshot}: ${what(path)}`),
      ...(damaged.length > maxListed ? [`  and ${damaged.length - maxListed} more: --json lists them all.`] : []),
      ...faults.map((fault) => `${bad} ${shown(fault, invocation.system.home)}`),
      `${code === exit.fine ? good : bad} ${count(snapshots, 'snapshot')}, ${count(objects, 'object')} read, ${damaged.length} damaged.`,
      ...(damaged.length === 0
        ? []
        : ['Damaged files cannot be restored from these snapshots; everything else can. A new snapshot saves the current files.']),
    ];
    const isEmpty = snapshots === 0 && code === exit.fine;
    return answer(invocation, { snapshots, objects, damaged, faults }, () => (isEmpty ? noneYet : text()), code);
  });
}

/** In bytes; less than this is only a few tree nodes. */
const worthSaying = 100_000;

function prune(invocation: Invocation): Promise<ExitCode> {
  return atSnapshots(invocation, async ({ snapshots }) => {
    const { ui, values, system } = invocation;
    const dryRun = values.flag('dry-run');
    const { removed, kept, freed } = await snapshots.prune({ dryRun, holds: [] });
    const { style } = ui;
    return answer(invocation, { dryRun, removed: removed.map(snapshotDocument), kept, freed }, () => {
      if (removed.length === 0 && kept === 0) return noneYet;
      if (removed.length === 0 && freed < worthSaying)
        return `${style.mark.none} Nothing ${dryRun ? 'to delete' : 'was deleted'}: ${count(kept, 'snapshot')} kept.`;
      const would = dryRun ? 'would be ' : '';
      return [
        ...removed.map((snapshot) => snapshotText(snapshot, system.now(), style, ui.width ?? 200)),
        `${style.sign.good} ${count(removed.length, 'snapshot')} ${would}deleted, ${kept} ${would}kept; ${bytesText(freed)} ${would}freed.`,
      ];
    });
  });
}
