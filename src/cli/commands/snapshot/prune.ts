import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { bytesText, noneYet, snapshotDocument, snapshotText } from '../../reports/snapshot-text.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { fitting } from '../../terminal/wrap.ts';

/** Bytes; what is less is a few tree nodes. */
const worthSaying = 100_000;

export default {
  name: 'snapshot prune',
  summary: 'Remove the snapshots whose time has come, and give their room back.',
  usage: '[--dry-run] [--json]',
  details:
    'The newest stays, and so do protected ones, those of open tasks, and those before a restore for a week. It happens by itself when there\nis no room left; this does it now.',
  options: { 'dry-run': { type: 'boolean', help: 'Only show which' }, ...workspaceOption },
  examples: [['snap snapshot prune --dry-run', 'what would go']],
  run: (invocation) =>
    atSnapshots(invocation, async ({ snapshots }) => {
      const { ui, values, system } = invocation;
      const dryRun = values.flag('dry-run');
      const { removed, kept, freed } = await snapshots.prune({ dryRun, holds: [] });
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, dryRun, removed: removed.map(snapshotDocument), kept, freed });
        return exit.fine;
      }
      const { print, style } = fitting(ui);
      if (removed.length === 0 && kept === 0) {
        print(noneYet);
        return exit.fine;
      }
      for (const snapshot of removed) print(snapshotText(snapshot, system.now(), style, ui.width ?? 200));
      if (removed.length === 0 && freed < worthSaying) {
        print(
          `${style.mark.none} Nothing ${dryRun ? 'would go' : 'had to go'}: ${count(kept, 'snapshot')} ${kept === 1 ? 'stays' : 'stay'}.`,
        );
        return exit.fine;
      }
      const [goes, stays] = dryRun ? ['would go', 'would stay'] : ['removed', 'kept'];
      print(
        `${style.green(style.mark.good)} ${count(removed.length, 'snapshot')} ${goes}, ${kept} ${stays}; ${bytesText(freed)} ${dryRun ? 'would be freed' : 'freed'}.`,
      );
      return exit.fine;
    }),
} satisfies Command;
