import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { atSnapshots, interruptedText } from '../../snapshot-desk.ts';
import { bytesText, noneYet, snapshotDocument, snapshotText, storeDocument } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/style.ts';
import { count, displayPaths } from '../../words.ts';
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
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 20 in a terminal, else all)' },
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
    const max = maxOf(values.text('most')) ?? (ui.isTerminal && !values.flag('json') ? 20 : Infinity);
    return atSnapshots(invocation, async ({ snapshots }) => {
      const all = await snapshots.list();
      const state = await snapshots.state();
      const listed = all.slice(0, max);
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, store: storeDocument(state), total: all.length, snapshots: listed.map(snapshotDocument) });
        return exit.fine;
      }
      const { print, warn, style } = ui;
      if (all.length === 0) print(noneYet);
      for (const snapshot of listed) print(snapshotText(snapshot, system.now(), style, ui.width ?? 200));
      if (listed.length < all.length)
        print(style.dim(`${listed.length} of ${count(all.length, 'snapshot')}; --most ${all.length} shows all.`));
      if (all.length > 0) print(style.dim(`${bytesText(state.bytesOnDisk)} on disk, ${bytesText(state.limit)} at most.`));
      if (state.interrupted !== undefined) warn(`${style.sign.warn} ${interruptedText(state.interrupted)}`);
      return exit.fine;
    });
  },
} satisfies Command;

function maxOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SnapError('usage', '--most: expected a number.');
  return Number(text);
}

const maxListed = 20;

function verify(invocation: Invocation): Promise<ExitCode> {
  return atSnapshots(invocation, async ({ snapshots: opened }) => {
    const { ui, values, system } = invocation;
    const { snapshots, objects, damaged, faults } = await opened.verify();
    const code = damaged.length + faults.length === 0 ? exit.fine : exit.findings;
    if (values.flag('json')) {
      ui.json({ schemaVersion: 1, snapshots, objects, damaged, faults });
      return code;
    }
    const { print, style } = ui;
    if (snapshots === 0 && code === exit.fine) {
      print(noneYet);
      return code;
    }
    const bad = style.sign.bad;
    for (const { snapshot, path } of damaged.slice(0, maxListed)) {
      // The root has no name.
      print(
        `${bad} ${snapshot}: ${path === '' ? 'its list of files is damaged, so none of it can be restored.' : `${plain(path)} is damaged.`}`,
      );
    }
    if (damaged.length > maxListed) print(`  and ${damaged.length - maxListed} more: --json lists them all.`);
    for (const fault of faults) print(`${bad} ${plain(displayPaths(fault, system.home))}`);
    const mark = code === exit.fine ? style.sign.good : bad;
    print(`${mark} ${count(snapshots, 'snapshot')}, ${count(objects, 'object')} read, ${damaged.length} damaged.`);
    if (damaged.length > 0)
      print('Damaged files cannot be restored from these snapshots; everything else can. A new snapshot saves the current files.');
    return code;
  });
}

/** In bytes; less than this is only a few tree nodes. */
const worthSaying = 100_000;

function prune(invocation: Invocation): Promise<ExitCode> {
  return atSnapshots(invocation, async ({ snapshots }) => {
    const { ui, values, system } = invocation;
    const dryRun = values.flag('dry-run');
    const { removed, kept, freed } = await snapshots.prune({ dryRun, holds: [] });
    if (values.flag('json')) {
      ui.json({ schemaVersion: 1, dryRun, removed: removed.map(snapshotDocument), kept, freed });
      return exit.fine;
    }
    const { print, style } = ui;
    if (removed.length === 0 && kept === 0) {
      print(noneYet);
      return exit.fine;
    }
    for (const snapshot of removed) print(snapshotText(snapshot, system.now(), style, ui.width ?? 200));
    if (removed.length === 0 && freed < worthSaying) {
      print(`${style.mark.none} Nothing ${dryRun ? 'to delete' : 'was deleted'}: ${count(kept, 'snapshot')} kept.`);
      return exit.fine;
    }
    const [deleted, left] = dryRun ? ['would be deleted', 'would be kept'] : ['deleted', 'kept'];
    print(
      `${style.sign.good} ${count(removed.length, 'snapshot')} ${deleted}, ${kept} ${left}; ${bytesText(freed)} ${dryRun ? 'would be freed' : 'freed'}.`,
    );
    return exit.fine;
  });
}
