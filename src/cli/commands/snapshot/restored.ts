import type { Restored, RestorePlan, Snapshots, StoreState } from '../../../snapshots/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { interruptedText } from '../../snapshot-desk.ts';
import { changeDocument, changeLines } from '../../reports/snapshot-text.ts';
import { count } from '../../words.ts';
import { missesAny, warnOfConflicts, warnOfMissing } from '../../reports/what-stays.ts';

type Plan = { readonly target: string } & Planned;
/** What was known before a restore. */
export type Planned = Pick<RestorePlan, 'changes'> & Partial<Pick<RestorePlan, 'conflicts' | 'missing'>>;

/** A planned or finished restore for a script; docs/schemas/snapshot-restore.json. */
export function restoreDocument(
  action: 'plan' | 'restored' | 'unchanged',
  { target, changes, conflicts = [], missing = [] }: Plan,
  { done, patch = null }: { readonly done?: Restored; readonly patch?: string | null } = {},
) {
  return {
    schemaVersion: 1,
    action,
    target,
    safety: done?.safety ?? null,
    changes: changes.map(changeDocument),
    patch,
    written: done?.written ?? [],
    deleted: done?.deleted ?? [],
    conflicts: done?.conflicts ?? conflicts,
    missing,
    isExact: done?.isExact ?? null,
  };
}

/** Reports how a restore ended. A file that could not be restored, or that the snapshot does not hold, makes it a refusal. */
export function reportRestored(
  invocation: Invocation,
  plan: Planned,
  done: Restored,
  { isStopped = false }: { readonly isStopped?: boolean } = {},
): ExitCode {
  const { ui, values } = invocation;
  const { changes, missing = [] } = plan;
  const code = done.conflicts.length > 0 || !done.isExact || missesAny(missing) ? exit.refused : exit.fine;
  if (values.flag('json')) {
    ui.json(restoreDocument('restored', { ...plan, target: done.target }, { done }));
    return code;
  }
  const { print, warn, style } = ui;
  const { target, safety, written, deleted, conflicts, isExact } = done;
  const mark = code === exit.fine ? style.sign.good : style.sign.warn;
  const happened = new Set([...written, ...deleted]);
  // When an interrupted restore is finished there is no list of changes; its conflicts include directories.
  const left = changes.length === 0 ? conflicts.length : changes.filter(({ path }) => !happened.has(path)).length;
  const stopped = isStopped ? `stopped, ${count(left, 'file')} left as they are; ` : '';
  print(`${mark} ${target}: ${stopped}${count(written.length, 'file')} restored, ${deleted.length} deleted.`);
  // With --yes the list was not shown before, and files that were new since the last snapshot are overwritten too.
  if (values.flag('yes') && !isStopped) {
    const restored = changes.filter(({ path }) => happened.has(path));
    for (const line of changeLines(restored, style)) print(line);
  }
  if (isStopped) {
    print(
      `No file is half written. "snap snapshot undo" restores ${safety}, the files before the restore; run the same command again to continue.`,
    );
    return code;
  }
  warnOfMissing(invocation, target, missing);
  warnOfConflicts(invocation, conflicts);
  if (!isExact && conflicts.length === 0)
    warn(`${style.sign.warn} The files are not exactly as in ${target}: some changed in the meantime. Run it again.`);
  print(style.dim(`The files before the restore are saved as ${safety}; "snap snapshot undo" restores them.`));
  return code;
}

/**
 * Finishes or undoes an interrupted restore before another one, as the person chooses.
 * @returns false when the person cancelled.
 * @throws SnapError `refused` when the terminal is not interactive.
 */
export async function settleFirst(invocation: Invocation, snapshots: Snapshots, interrupted: StoreState['interrupted']): Promise<boolean> {
  if (interrupted === undefined) return true;
  const how = await howToSettle(invocation, interrupted);
  if (how === undefined) return false;
  await snapshots.settle(how);
  return true;
}

/** Asks whether to finish or undo an interrupted restore; `undefined` when the person cancelled. @throws as {@link settleFirst} */
export async function howToSettle(
  { ui, values }: Invocation,
  interrupted: NonNullable<StoreState['interrupted']>,
): Promise<'finish' | 'back' | undefined> {
  if (!ui.interactive || values.flag('json')) {
    const [what, ...next] = interruptedText(interrupted).split('. ');
    throw new SnapError('refused', `${what}.`, { hint: next.join('. ') });
  }
  const reply = await (
    await ui.prompts()
  ).select(`A restore of ${interrupted.target} was interrupted. What now?`, [
    { value: 'finish', label: 'Finish it' },
    { value: 'back', label: 'Undo it, and return to the files as they were before it' },
  ]);
  if (reply.kind !== 'answer') return undefined;
  return reply.value === 'finish' ? 'finish' : 'back';
}
