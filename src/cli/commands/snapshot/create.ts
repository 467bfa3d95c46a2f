import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { answer } from '../../print-answer.ts';
import { progressLine } from '../../terminal/progress.ts';
import { atTaking } from '../../snapshot-desk.ts';
import { bytesText, ineffectiveRulesText, nextSteps, skippedText, snapshotDocument } from '../../reports/snapshot-text.ts';
import { withStop } from '../../terminal/with-stop.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

export default {
  name: 'snapshot create',
  summary: 'Take a snapshot of the project files.',
  usage: '[-m <text>] [--keep] [--json]',
  details:
    'Includes everything that neither an ignore file nor "exclude" of the settings names (by default *.log, caches and the like), and small ignored files that would be missed, such as .env. Files that are too large, or cannot be read, are listed.\nGit is not needed and not changed. If nothing has changed since the newest snapshot, that one is returned, unless -m says something new.',
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
      const ineffectiveRules = await snapshots.ineffectiveRules();
      const { style } = ui;
      const { id, files, bytes, sequence } = snapshot;
      return answer(invocation, { isNew, snapshot: snapshotDocument(snapshot), ineffectiveRules }, () => [
        isNew
          ? `${style.sign.good} ${style.bold(id)}: ${count(files, 'file')}, ${bytesText(bytes)}.`
          : `${style.mark.none} Nothing has changed since ${style.bold(id)}.`,
        ...(values.flag('keep') ? [`  It is protected: "snap snapshot unprotect ${sequence}" lets it be pruned again.`] : []),
        ...skippedText(snapshot),
        ...ineffectiveRulesText(ineffectiveRules).map((line) => `${style.sign.warn} ${line}`),
        nextSteps(snapshot, style),
      ]);
    }),
} satisfies Command;
