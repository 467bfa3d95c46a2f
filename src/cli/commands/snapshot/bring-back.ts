import type { Restored, RestorePlan, RestoreProgress } from '../../../snapshots/index.ts';
import { maskTokens } from '../../../secrets/index.ts';
import { SnapError } from '../../../system/index.ts';
import { coloredPatch } from '../../colored-patch.ts';
import type { Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { progressLine } from '../../progress.ts';
import { changeCounts, changeLines, namesText } from '../../snapshot-text.ts';
import { withStop } from '../../with-stop.ts';
import { count } from '../../words.ts';
import { fitting } from '../../wrap.ts';
import { reportRestored, restoreDocument } from './restored.ts';

/** The options of the commands that change files of the project. */
export const bringBackOptions = {
  'dry-run': { type: 'boolean', help: 'Only show what would change, as a list and as a patch' },
  yes: { type: 'boolean', short: 'y', help: 'Do not ask' },
} as const;

/** Shows what would change, asks, and does it: `restore` and `undo`. `go` is handed the signal of Ctrl-C. */
export async function bringBack(
  invocation: Invocation,
  plan: RestorePlan,
  go: (options: RestoreProgress) => Promise<Restored | undefined>,
): Promise<ExitCode> {
  const { ui, values, rest = [] } = invocation;
  const isJson = values.flag('json');
  const { print, style } = fitting(ui);
  if (plan.changes.length === 0) {
    if (isJson) ui.json(restoreDocument('unchanged', plan));
    // Whoever mistypes a name shall not read that all is well.
    else if (rest.length > 0) print(`${style.mark.none} Nothing that is called ${namesText(rest)} differs from ${plan.target}.`);
    else print(`${style.mark.none} Everything is as in ${plan.target} already.`);
    return exit.fine;
  }
  if (!isJson && (!values.flag('yes') || values.flag('dry-run'))) {
    print(`${style.bold(plan.target)} would change ${count(plan.changes.length, 'file')} (${changeCounts(plan.changes)}):`);
    for (const line of changeLines(plan.changes, style)) print(line);
  }
  if (values.flag('dry-run')) {
    await showPatch(invocation, plan);
    return exit.fine;
  }
  if (!values.flag('yes')) {
    if (!ui.interactive || isJson) {
      if (isJson) ui.json(restoreDocument('plan', plan));
      else ui.warn('Nothing was changed, since nobody could be asked. --yes does it.');
      return exit.findings;
    }
    const answer = await ui.confirm('Bring them back?');
    if (answer === undefined) return exit.interrupted;
    if (!answer) {
      print('Nothing was changed.');
      return exit.refused;
    }
  }
  return doRestore(invocation, plan, go);
}

/** Does it, and says how it ended. Without a plan the changes are not listed. */
export async function doRestore(
  invocation: Invocation,
  plan: Pick<RestorePlan, 'changes'>,
  go: (options: RestoreProgress) => Promise<Restored | undefined>,
): Promise<ExitCode> {
  const { ui, values } = invocation;
  const progress = progressLine(values.flag('json') ? { ...ui, isTerminal: false } : ui, 'Restoring');
  const done = await withStop((signal) => go({ signal, progress: progress.report })).finally(progress.end);
  if (done.kind === 'nothing') {
    ui.warn('Stopped. Nothing was restored, and no file was changed.');
    return exit.interrupted;
  }
  if (done.value === undefined) {
    throw new SnapError('refused', 'There is nothing to bring back: another process was quicker, or its snapshot is damaged.', {
      hint: 'See "snap snapshot list".',
    });
  }
  const code = reportRestored(invocation, plan.changes, done.value, { isStopped: done.isStopped && !done.value.isExact });
  return done.isStopped ? exit.interrupted : code;
}

/** From the files as they are to the snapshot: what the restore does is on the `+` side. */
async function showPatch({ ui, values }: Invocation, plan: RestorePlan): Promise<void> {
  const patch = await plan.patch();
  if (values.flag('json')) {
    ui.json(restoreDocument('plan', plan, { patch }), ['patch']);
    return;
  }
  const lines = fitting(ui);
  if (patch === '') return;
  const shown = maskTokens(patch);
  lines.print(`As a patch, from the files as they are (-) to ${plan.target} (+):`);
  await ui.page(coloredPatch(shown, ui));
  if (shown !== patch)
    lines.warn('A line of it holds what looks like a token, so it is masked here. The restore brings back the true bytes.');
}
