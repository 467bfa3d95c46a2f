import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { progressLine } from '../../terminal/progress.ts';
import { atSnapshots } from '../../snapshot-desk.ts';
import { bytesText, skippedText, snapshotDocument } from '../../reports/snapshot-text.ts';
import { withStop } from '../../terminal/with-stop.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';
import { fitting } from '../../terminal/wrap.ts';

export default {
  name: 'snapshot create',
  summary: 'Take a snapshot of the files of this project as they are.',
  usage: '[-m <text>] [--json]',
  details:
    'Everything that is not ignored, and small files that are and would be missed, such as .env. What is left out is named. Git is neither\nneeded nor touched. When nothing has changed since the newest snapshot, that one is the answer.',
  options: { message: { type: 'string', short: 'm', value: 'text', help: 'What it is for, to find it again' }, ...workspaceOption },
  examples: [['snap snapshot create -m "before the upgrade"', 'a restore brings back exactly this']],
  run: (invocation) =>
    atSnapshots(invocation, async ({ snapshots }) => {
      const { ui, values } = invocation;
      const message = values.text('message');
      const progress = progressLine(values.flag('json') ? { ...ui, isTerminal: false } : ui, 'Reading');
      const taken = await withStop((signal) =>
        snapshots.take({ kind: 'manual', signal, progress: progress.report, ...(message === undefined ? {} : { message }) }),
      ).finally(progress.end);
      if (taken.kind === 'nothing') {
        ui.warn('Stopped. No snapshot was taken; those that were there stand.');
        return exit.interrupted;
      }
      const { snapshot, isNew } = taken.value;
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, isNew, snapshot: snapshotDocument(snapshot) });
        return exit.fine;
      }
      const { print, style } = fitting(ui);
      const { id, files, bytes } = snapshot;
      print(
        isNew
          ? `${style.green(style.mark.good)} ${style.bold(id)}: ${count(files, 'file')}, ${bytesText(bytes)}.`
          : `${style.mark.none} Nothing has changed since ${style.bold(id)}.`,
      );
      for (const line of skippedText(snapshot)) print(line);
      const { sequence } = snapshot;
      print(
        style.dim(`"snap snapshot diff ${sequence}" shows what has changed since, "snap snapshot restore ${sequence}" brings it back.`),
      );
      return exit.fine;
    }),
} satisfies Command;
