import { workspace } from 'vscode';
import type { CallOptions, Plan } from '../../bench/calls.ts';
import type { Restored, Snapshot, Words } from '../../core.ts';
import { requireTrust } from '../../require-trust.ts';
import { withProgress } from '../with-progress.ts';
import { confirmRestore } from './confirm.ts';
import type { SnapshotDesk } from './desk.ts';
import { pathsWithout } from './leaving.ts';
import { fileIn, snapshotIn } from './nodes.ts';
import { pickFile, pickSnapshot } from './pick.ts';
import { listText, plannedLines } from './plan-text.ts';
import { report } from './report.ts';
import { nameOf } from './rows.ts';
import { settleFirst } from './settle.ts';
import { unsavedAmong } from './unsaved.ts';
import { say } from '../../say.ts';

/** Restores all files of a snapshot. */
export async function restoreSnapshot(desk: SnapshotDesk, given: unknown): Promise<void> {
  if (!(await requireTrust())) return;
  const snapshot = snapshotIn(given) ?? (await pickSnapshot(desk, 'Restore All Files'));
  if (snapshot !== undefined && (await settleFirst(desk))) await restore(desk, snapshot, undefined);
}

/** Restores one file. */
export async function restoreFile(desk: SnapshotDesk, given: unknown): Promise<void> {
  if (!(await requireTrust())) return;
  const node = fileIn(given);
  const snapshot = node?.snapshot ?? (await pickSnapshot(desk, 'Restore a File'));
  if (snapshot === undefined) return;
  const change =
    node?.change ??
    (await pickFile(desk, await desk.bench.call('changes', [snapshot.id, 'working']), { title: 'Restore a File', snapshot }));
  if (change !== undefined && (await settleFirst(desk))) await restore(desk, snapshot, [change.path]);
}

async function restore(desk: SnapshotDesk, snapshot: Snapshot, paths: readonly string[] | undefined): Promise<void> {
  const { bench, words } = desk;
  const name = `${words.shortSnapshotId(snapshot.id)} ("${nameOf(snapshot, words)}")`;
  await bringBack(desk, {
    title: paths === undefined ? `Restore all files from ${name}?` : `Restore ${words.cleanLine(paths.join(', '))} from ${name}?`,
    yes: 'Restore',
    plan: (only) => bench.call('planRestore', [snapshot.id, only ?? paths]),
    restore: (only, options) => bench.call('restore', [snapshot.id, only ?? paths], options),
    none: `Nothing to restore: ${paths === undefined ? 'all files are' : 'the file is'} already as in ${words.shortSnapshotId(snapshot.id)}.`,
  });
}

/** A restore that is planned, shown, and done when the person agrees. */
export interface Bringing {
  readonly title: string;
  /** The button that agrees. */
  readonly yes: string;
  /** @param only the paths, where some files are left as they are. */
  readonly plan: (only: readonly string[] | undefined) => Promise<Plan | undefined>;
  readonly restore: (only: readonly string[] | undefined, options: CallOptions) => Promise<Restored | undefined>;
  /** What is said where nothing differs. */
  readonly none: string;
  /** Whether only some of the files can be restored. */
  readonly isWhole?: boolean;
}

/** Plans, asks about files with unsaved edits, shows what would change, asks, restores and says how it ended. */
export async function bringBack(desk: SnapshotDesk, bringing: Bringing): Promise<void> {
  const { words } = desk;
  const ready = await readyPlan(desk, bringing);
  if (ready === undefined) return;
  const plan = await agreedPlan(bringing, ready, words);
  if (plan === undefined) return;
  // Typed while the question was open.
  const late = unsavedAmong(
    desk.folder,
    plan.changes.map(({ path }) => path),
  );
  if (late.length > 0) {
    await say.warning(`Nothing was restored: ${pathsText(late, words.cleanLine)} was edited meanwhile. Save it, then restore again.`);
    return;
  }
  try {
    const { value, isStopped } = await withProgress('Snap: restoring', (options) => bringing.restore(ready.only, options));
    await report(desk, value, isStopped && value?.isExact === false);
  } finally {
    desk.refresh();
  }
}

/** What would be restored, after files with unsaved edits were saved or left out. */
interface Ready {
  readonly plan: Plan;
  readonly only: readonly string[] | undefined;
  /** The files that are left out. */
  readonly left: readonly string[];
}

/**
 * Shows everything that would change and asks. What has changed while the question was open is shown and asked again, so that nothing is written or
 * deleted that was not in the list. @returns the plan as the person has agreed to it.
 */
async function agreedPlan(
  { none, plan: planNow, title, yes }: Bringing,
  { left, only, plan: first }: Ready,
  words: Words,
): Promise<Plan | undefined> {
  let plan = first;
  for (let asked = title; ; asked = `The files have changed meanwhile. ${title}`) {
    if (plan.changes.length === 0) {
      const [conflict] = plan.conflicts;
      const why = conflict === undefined ? '' : ` What differs is left as it is: ${words.cleanLine(conflict.reason)}`;
      await say.info(left.length > 0 ? 'Nothing else differs, so nothing was restored.' : `${none}${why}`);
      return undefined;
    }
    const shown = plannedLines(plan, left);
    if (!(await confirmRestore(asked, shown, words, yes))) return undefined;
    const now = await planNow(only);
    if (now !== undefined && listText(plannedLines(now, left), words) === listText(shown, words)) return now;
    plan = now ?? { ...plan, changes: [] };
  }
}

/** The plan without files that have unsaved edits: they are saved first, or left. `undefined` when the person gave it up. */
async function readyPlan(desk: SnapshotDesk, { plan, isWhole = false, none }: Bringing): Promise<Ready | undefined> {
  const whole = await plan(undefined);
  if (whole === undefined) {
    await say.info(none);
    return undefined;
  }
  const unsaved = unsavedAmong(
    desk.folder,
    whole.changes.map(({ path }) => path),
  );
  if (unsaved.length === 0) return { plan: whole, only: undefined, left: [] };
  const { cleanLine, count } = desk.words;
  const save = 'Save Them First';
  const leave = 'Leave These Files';
  const detail = `${unsaved.map(({ path }) => cleanLine(path)).join('\n')}\n\nSaved edits are kept in the snapshot that is taken before the restore, so they can be brought back.`;
  const choices = isWhole || unsaved.length === whole.changes.length ? [save] : [save, leave];
  const title = `${count(unsaved.length, 'file')} of this restore ${unsaved.length === 1 ? 'has' : 'have'} unsaved edits.`;
  const answer = await say.warning(title, { modal: true, detail }, ...choices);
  if (answer === undefined) return undefined;
  if (answer === save) {
    for (const { path, uri } of unsaved)
      if ((await workspace.save(uri)) === undefined) {
        await say.warning(`Nothing was restored: ${cleanLine(path)} could not be saved.`);
        return undefined;
      }
    const again = await plan(undefined);
    return again === undefined ? undefined : { plan: again, only: undefined, left: [] };
  }
  const left = unsaved.map(({ path }) => path);
  const only = pathsWithout(whole.changes, left);
  if (only.length === 0) return { plan: { ...whole, changes: [] }, only, left };
  const rest = await plan(only);
  // A path that is spelled like a pattern may mean one of those that are left.
  if (rest === undefined || rest.changes.some(({ path }) => left.includes(path))) {
    await say.warning(`Nothing was restored: ${pathsText(unsaved, cleanLine)} could not be left out. Save it, then restore again.`);
    return undefined;
  }
  return { plan: rest, only, left };
}

function pathsText(files: readonly { readonly path: string }[], cleanLine: (text: string) => string): string {
  const [first, ...more] = files;
  return `${cleanLine(first?.path ?? '')}${more.length === 0 ? '' : ` and ${more.length} more`}`;
}
