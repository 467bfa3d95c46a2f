import type { Restored, RestorePlan, RestoreProgress } from '../../../snapshots/index.ts';
import { SnapError } from '../../../system/index.ts';
import { pagePatch } from '../../reports/colored-patch.ts';
import type { Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { progressLine } from '../../terminal/progress.ts';
import { changeCounts, changeLines, namesText } from '../../reports/snapshot-text.ts';
import { withStop } from '../../terminal/with-stop.ts';
import { confirmed } from '../../print-answer.ts';
import { count } from '../../words.ts';
import { type Planned, reportRestored, restoreDocument } from './restored.ts';
import { missesAny, warnOfConflicts, warnOfMissing } from '../../reports/what-stays.ts';

/** The options of the commands that change files of the project. */
export const bringBackOptions = {
  'dry-run': { type: 'boolean', help: 'Only show what would change, as a list and as a patch' },
  yes: { type: 'boolean', short: 'y', help: 'Do not ask' },
} as const;

/** Shows what would change, asks for confirmation, and restores; for the commands `restore` and `undo`. `restore` gets the abort signal of Ctrl-C. */
export async function bringBack(
  invocation: Invocation,
  plan: RestorePlan,
  restore: (options: RestoreProgress) => Promise<Restored | undefined>,
): Promise<ExitCode> {
  const { ui, values } = invocation;
  const isJson = values.flag('json');
  const { print, style } = ui;
  if (plan.changes.length === 0) return nothingToChange(invocation, plan);
  if (!isJson && (!values.flag('yes') || values.flag('dry-run'))) {
    print(`${style.bold(plan.target)} would change ${count(plan.changes.length, 'file')} (${changeCounts(plan.changes)}):`);
    for (const line of changeLines(plan.changes, style)) print(line);
    warnOfMissing(invocation, plan.target, plan.missing);
    warnOfConflicts(invocation, plan.conflicts);
  }
  if (values.flag('dry-run')) {
    await showPatch(invocation, plan);
    return exit.fine;
  }
  if (!values.flag('yes')) {
    if (isJson) ui.json(restoreDocument('plan', plan));
    const said = await confirmed(invocation, 'Restore these files?', { done: 'changed' });
    if (said !== 'yes') return said === exit.findings && missesAny(plan.missing) ? exit.refused : said;
  }
  return doRestore(invocation, plan, restore);
}

/** A mistyped name must not look like success, nor files that differ and would stay. */
function nothingToChange(invocation: Invocation, plan: RestorePlan): ExitCode {
  const { ui, values, rest = [] } = invocation;
  const { conflicts, missing, target } = plan;
  const { print, style } = ui;
  if (values.flag('json')) ui.json(restoreDocument('unchanged', plan));
  else {
    if (conflicts.length > 0) print(`${style.mark.none} Nothing can be restored from ${target}; what differs from it is left as it is.`);
    else if (rest.length > 0) print(`${style.mark.none} No differences to ${target} in ${namesText(rest)}.`);
    else print(`${style.mark.none} All files are already as in ${target}.`);
    warnOfMissing(invocation, target, missing);
    warnOfConflicts(invocation, conflicts);
  }
  return (conflicts.length > 0 || missesAny(missing)) && !values.flag('dry-run') ? exit.refused : exit.fine;
}

/** Restores, and reports how it ended. Without a plan the changes are not listed. */
export async function doRestore(
  invocation: Invocation,
  plan: Planned,
  restore: (options: RestoreProgress) => Promise<Restored | undefined>,
): Promise<ExitCode> {
  const { ui, values } = invocation;
  const progress = progressLine(values.flag('json') ? { ...ui, isTerminal: false } : ui, 'Restoring');
  const done = await withStop((signal) => restore({ signal, progress: progress.report })).finally(progress.end);
  if (done.kind === 'nothing') {
    ui.warn('Stopped. Nothing was restored, and no file was changed.');
    return exit.interrupted;
  }
  if (done.value === undefined) {
    throw new SnapError('refused', 'There is nothing to restore: another process has done it already, or the snapshot is damaged.', {
      hint: 'See "snap snapshot list".',
    });
  }
  const code = reportRestored(invocation, plan, done.value, { isStopped: done.isStopped && !done.value.isExact });
  return done.isStopped ? exit.interrupted : code;
}

/** Prints the patch from the current files (`-`) to the snapshot (`+`). */
async function showPatch({ ui, values }: Invocation, plan: RestorePlan): Promise<void> {
  const patch = await plan.patch();
  if (values.flag('json')) {
    ui.json(restoreDocument('plan', plan, { patch }), ['patch']);
    return;
  }
  if (patch === '') return;
  ui.print(`As a patch, from the current files (-) to ${plan.target} (+):`);
  const { isCut, isMasked } = await pagePatch(ui, patch);
  if (isCut) ui.warn('A very long line is cut here. The restore writes all of it.');
  if (isMasked) ui.warn('A line contains what looks like a secret, which is masked here. The restore writes the unmasked content.');
}
