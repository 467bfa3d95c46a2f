import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { bytesText, noneYet, snapshotDocument, snapshotText } from '../../reports/snapshot-text.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

/** In bytes; less than this is only a few tree nodes. */
const worthSaying = 100_000;

export default {
  name: 'snapshot prune',
  summary: 'Delete snapshots past their retention period, and free their disk space.',
  usage: '[--dry-run] [--json]',
  details:
    'Kept are the newest snapshot, protected ones, those of open tasks, and for one week those taken before a restore. snap prunes by itself when the store is full; this prunes now.',
  options: { 'dry-run': { type: 'boolean', help: 'Only show what would be deleted' }, ...workspaceOption },
  examples: [['snap snapshot prune --dry-run', 'what would be deleted']],
  run: (invocation) =>
    atSnapshots(invocation, async ({ snapshots }) => {
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
        `${style.green(style.mark.good)} ${count(removed.length, 'snapshot')} ${deleted}, ${kept} ${left}; ${bytesText(freed)} ${dryRun ? 'would be freed' : 'freed'}.`,
      );
      return exit.fine;
    }),
} satisfies Command;
