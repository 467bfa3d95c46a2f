import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { progressLine } from '../../terminal/progress.ts';
import { atTaking } from '../../snapshot-desk.ts';
import { bytesText, ineffectiveRulesText, skippedText, snapshotDocument } from '../../reports/snapshot-text.ts';
import { withStop } from '../../terminal/with-stop.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

export default {
  name: 'snapshot create',
  summary: 'Take a snapshot of the project files.',
  usage: '[-m <text>] [--keep] [--json]',
  details:
    'Includes everything that is not ignored, and small ignored files that would be missed, such as .env. Files that are left out are listed.\nGit is not needed and not changed. If nothing has changed since the newest snapshot, that one is returned, unless -m says something new.',
  options: {
    message: { type: 'string', short: 'm', value: 'text', help: 'A description, to find it again' },
    keep: { type: 'boolean', help: 'Protect it from pruning, whatever its age and size' },
    ...workspaceOption,
  },
  examples: [['snap snapshot create -m "before the upgrade"', 'a restore returns exactly to this state']],
  run: (invocation) =>
    atTaking(invocation, async (snapshots) => {
      const { ui, values } = invocation;
      const message = values.text('message');
      const progress = progressLine(values.flag('json') ? { ...ui, isTerminal: false } : ui, 'Reading');
      const taken = await withStop((signal) =>
        snapshots.take({ kind: 'manual', signal, progress: progress.report, ...(message === undefined ? {} : { message }) }),
      ).finally(progress.end);
      if (taken.kind === 'nothing') {
        ui.warn('Stopped. No snapshot was taken; existing snapshots are unchanged.');
        return exit.interrupted;
      }
      const { isNew } = taken.value;
      const snapshot = values.flag('keep') ? await snapshots.protect(taken.value.snapshot.id, true) : taken.value.snapshot;
      if (values.flag('json')) {
        const ineffectiveRules = await snapshots.ineffectiveRules();
        ui.json({ schemaVersion: 1, isNew, snapshot: snapshotDocument(snapshot), ineffectiveRules });
        return exit.fine;
      }
      const { print, style } = ui;
      const { id, files, bytes } = snapshot;
      print(
        isNew
          ? `${style.sign.good} ${style.bold(id)}: ${count(files, 'file')}, ${bytesText(bytes)}.`
          : `${style.mark.none} Nothing has changed since ${style.bold(id)}.`,
      );
      if (values.flag('keep')) print(`  It is protected: "snap snapshot unprotect ${snapshot.sequence}" lets it be pruned again.`);
      for (const line of skippedText(snapshot)) print(line);
      for (const line of ineffectiveRulesText(await snapshots.ineffectiveRules())) print(`${style.sign.warn} ${line}`);
      const { sequence } = snapshot;
      print(style.dim(`"snap snapshot diff ${sequence}" shows what has changed since, "snap snapshot restore ${sequence}" restores it.`));
      return exit.fine;
    }),
} satisfies Command;
