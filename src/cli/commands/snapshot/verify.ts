import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { noneYet } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/style.ts';
import { count, displayPaths } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

const maxListed = 20;

export default {
  name: 'snapshot verify',
  summary: 'Read every snapshot completely, and list what is damaged.',
  usage: '[--json]',
  details: 'A damaged file cannot be restored from that snapshot; everything else can.',
  options: workspaceOption,
  examples: [['snap snapshot verify', 'check that everything can be restored']],
  run: (invocation) =>
    atSnapshots(invocation, async ({ snapshots: opened }) => {
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
      const bad = style.red(style.mark.bad);
      for (const { snapshot, path } of damaged.slice(0, maxListed)) {
        // The root has no name.
        print(
          `${bad} ${snapshot}: ${path === '' ? 'its list of files is damaged, so none of it can be restored.' : `${plain(path)} is damaged.`}`,
        );
      }
      if (damaged.length > maxListed) print(`  and ${damaged.length - maxListed} more: --json lists them all.`);
      for (const fault of faults) print(`${bad} ${plain(displayPaths(fault, system.home))}`);
      const mark = code === exit.fine ? style.green(style.mark.good) : bad;
      print(`${mark} ${count(snapshots, 'snapshot')}, ${count(objects, 'object')} read, ${damaged.length} damaged.`);
      if (damaged.length > 0)
        print('Damaged files cannot be restored from these snapshots; everything else can. A new snapshot saves the current files.');
      return code;
    }),
} satisfies Command;
