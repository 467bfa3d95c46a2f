import type { Restored, Snapshots, StoreState, TreeChange } from '../../../snapshots/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { interruptedText } from '../../snapshot-desk.ts';
import { changeDocument, changeLines } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/ui.ts';
import { count, tilde } from '../../words.ts';
import { fitting } from '../../terminal/wrap.ts';

type Plan = { readonly target: string; readonly changes: readonly TreeChange[] };

/** What a script is told of a restore that was planned, or done. */
export function restoreDocument(
  action: 'plan' | 'restored' | 'unchanged',
  { target, changes }: Plan,
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
    conflicts: done?.conflicts ?? [],
    isExact: done?.isExact ?? null,
  };
}

const mostConflicts = 20;

/** Says how a restore ended. What was left as it is makes it a refusal, as everywhere. */
export function reportRestored(
  { ui, values, system }: Invocation,
  changes: readonly TreeChange[],
  done: Restored,
  { isStopped = false }: { readonly isStopped?: boolean } = {},
): ExitCode {
  const code = done.conflicts.length > 0 || !done.isExact ? exit.refused : exit.fine;
  if (values.flag('json')) {
    ui.json(restoreDocument('restored', { target: done.target, changes }, { done }));
    return code;
  }
  const { print, warn, style } = fitting(ui);
  const { target, safety, written, deleted, conflicts, isExact } = done;
  const mark = code === exit.fine ? style.green(style.mark.good) : style.yellow(style.mark.warn);
  const happened = new Set([...written, ...deleted]);
  // One that goes on with an interrupted restore has no list; directories are among its conflicts.
  const left = changes.length === 0 ? conflicts.length : changes.filter(({ path }) => !happened.has(path)).length;
  const stopped = isStopped ? `stopped, ${count(left, 'file')} left as they are; ` : '';
  print(`${mark} ${target}: ${stopped}${count(written.length, 'file')} put back, ${deleted.length} deleted.`);
  // Who was asked has seen the list. What is new here since the last snapshot is written over too, so its name is told.
  if (values.flag('yes') && !isStopped) {
    const told = changes.filter(({ path }) => happened.has(path));
    for (const line of changeLines(told, style)) print(line);
  }
  if (isStopped) {
    print(`Every file is whole. "snap snapshot undo" brings back ${safety}, what was here before; to go on, run the same again.`);
    return code;
  }
  for (const { path, reason } of conflicts.slice(0, mostConflicts)) {
    warn(`${style.yellow(style.mark.warn)} ${plain(path)} is left as it is: ${plain(tilde(reason, system.home))}`);
  }
  if (conflicts.length > mostConflicts) warn(`  and ${conflicts.length - mostConflicts} more: --json lists them all.`);
  if (!isExact && conflicts.length === 0)
    warn(`${style.yellow(style.mark.warn)} The files are not exactly as in ${target}: some changed meanwhile. Run it again.`);
  print(style.dim(`What was here before is kept as ${safety}: "snap snapshot undo" brings it back.`));
  return code;
}

/**
 * Before a restore: one that a dead process left in the middle is ended first, as the person says.
 * @returns false when the person left the question.
 * @throws SnapError `refused` where nobody can be asked.
 */
export async function settleFirst(invocation: Invocation, snapshots: Snapshots, interrupted: StoreState['interrupted']): Promise<boolean> {
  if (interrupted === undefined) return true;
  const how = await howToSettle(invocation, interrupted);
  if (how === undefined) return false;
  await snapshots.settle(how);
  return true;
}

/** Asks how an interrupted restore is to end; `undefined` when the person left the question. @throws as {@link settleFirst} */
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
    { value: 'finish', label: 'End it' },
    { value: 'back', label: 'Go back to what was there before' },
  ]);
  if (reply.kind !== 'answer') return undefined;
  return reply.value === 'finish' ? 'finish' : 'back';
}
