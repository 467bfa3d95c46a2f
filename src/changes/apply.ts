import { SnapError, displayPath, type WritableSystem, errorMessage } from '../system/index.ts';
import type { FileChange, FileOutcome } from './change.ts';
import { refuseAll, outcomesOf, type PlannedFile, planFiles, refusedByTheDisk, toJournal } from './file-plan.ts';
import { begin, commit, mark } from './journal/journal.ts';
import { interruptedChanges } from './journal/journal-index.ts';
import { restoreFile } from './restore-file.ts';
import { recoverInterrupted, type RecoveredChange } from './recover-interrupted.ts';

export interface ApplyOptions {
  /** The command's words without values, for the journal. */
  readonly command: string;
  /** Any refusal refuses everything. */
  readonly strictAll?: boolean | undefined;
  /** The number of the change that this one undoes, where no file of it is refused. */
  readonly undoes?: number | undefined;
  /** Not a change that a person made: the journal has it only until it is complete. */
  readonly temporary?: boolean | undefined;
}

export interface Applied {
  /** One per change, in their order. */
  readonly outcomes: readonly FileOutcome[];
  /** Its number in the journal, which a temporary change has no longer; undefined when nothing was written. */
  readonly change: number | undefined;
  /** Interrupted changes of earlier runs that were finished or undone first. */
  readonly recovered: readonly RecoveredChange[];
}

/**
 * The only writer of config files: writes every file of `changes` that is not refused, or none of them.
 * @throws SnapError `io` when a file cannot be written, `changed` when another program keeps changing one; the files are then as before.
 */
export async function apply(system: WritableSystem, changes: readonly FileChange[], options: ApplyOptions): Promise<Applied> {
  const recovered: RecoveredChange[] = [];
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    recovered.push(...(await recoverInterrupted(system)));
    const answer = await applyOnce(system, changes, options);
    if (answer.kind === 'applied') return { ...answer.applied, recovered };
    // Jitter, or two writers would keep meeting each other.
    await new Promise((resume) => setTimeout(resume, Math.random() * 10 * attempt));
  }
  const paths = changes.map(({ path }) => displayPath(path, system)).join(', ');
  throw new SnapError('changed', `Left ${paths} unchanged: another program keeps writing to it.`, {
    hint: 'Close the program that writes it, then run the command again.',
  });
}

const maxAttempts = 8;

/** `again`: a file was changed in the meantime, or a killed run left a change on it; nothing was written. */
type Attempt = { readonly kind: 'applied'; readonly applied: Omit<Applied, 'recovered'> } | { readonly kind: 'again' };

async function applyOnce(system: WritableSystem, changes: readonly FileChange[], options: ApplyOptions): Promise<Attempt> {
  const refusals = await refusedByTheDisk(system, changes);
  const paths = changes.flatMap((change, i) =>
    refusals[i] === undefined ? [{ path: change.path, foreignLock: change.foreignLock === true }] : [],
  );
  return system.withLocks(paths, async (locked) => {
    const plan = await planFiles(locked, changes, refusals);
    const written = plan.files.filter((file) => file.before !== file.after);
    if (written.length === 0) return { kind: 'applied', applied: { outcomes: outcomesOf(changes, plan), change: undefined } };
    if (options.strictAll === true && plan.refusals.some((refusal) => refusal !== undefined)) {
      return { kind: 'applied', applied: { outcomes: outcomesOf(changes, refuseAll(plan)), change: undefined } };
    }
    // A process may have died while this one waited for its lock: its change must be recovered before the file is changed again.
    const touched = new Set(written.map(({ path }) => path));
    if ((await interruptedChanges(locked)).some(({ files }) => files.some(({ path }) => touched.has(path)))) return { kind: 'again' };

    const number = await begin(locked, {
      command: options.command,
      undoes: plan.refusals.every((refusal) => refusal === undefined) ? options.undoes : undefined,
      temporary: options.temporary,
      files: written.map(toJournal),
    });
    const isWritten = await writeAll(locked, written, number);
    if (!isWritten) return { kind: 'again' };
    await commitIfPossible(locked, number);
    return { kind: 'applied', applied: { outcomes: outcomesOf(changes, plan), change: number } };
  });
}

/** All files are written, so a failure to note it in the journal is not an error. The next run sees that the files are complete and notes it. */
async function commitIfPossible(system: WritableSystem, number: number): Promise<void> {
  try {
    await commit(system, number);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
  }
}

/** Whether all were written. False: one was changed by another program, and the others are restored. */
async function writeAll(system: WritableSystem, files: readonly PlannedFile[], number: number): Promise<boolean> {
  try {
    for (const file of files) await writeOne(system, file);
    for (const file of files) await verify(system, file);
    return true;
  } catch (error) {
    // Whatever the error is, a change must not remain half written.
    const leftAlone = await restoreAll(system, files, number, error);
    if (error instanceof SnapError && error.code === 'changed') return false;
    if (leftAlone.length === 0 || !(error instanceof SnapError)) throw error;
    const names = leftAlone.map((path) => displayPath(path, system)).join(', ');
    throw new SnapError(error.code, `${error.message} ${names} was written by another program in the meantime and is not restored.`, {
      hint: error.hint ?? '',
      cause: error,
    });
  }
}

async function writeOne(system: WritableSystem, file: PlannedFile): Promise<void> {
  const { bytes, newFileMode, path } = file;
  if (bytes.after === undefined) await system.removeFile(path, file.before, file.directories);
  else await system.replaceBytes(path, file.before, bytes.after, { newFileMode });
}

/** A program without locks may have written right after snap. That is fine if its version contains snap's change. */
async function verify(system: WritableSystem, file: PlannedFile): Promise<void> {
  const bytes = await system.readBytes(file.path);
  const { after } = file.bytes;
  if (bytes === undefined || after === undefined ? bytes === after : Buffer.compare(bytes, after) === 0) return;
  const isIn = file.parts.every(({ change }) => change.compute(bytes).kind === 'unchanged');
  if (!isIn) throw new SnapError('changed', `${displayPath(file.path, system)}: another program wrote it at the same moment.`);
}

/** @returns the files that another program wrote since. @throws SnapError when one cannot be restored; the next run tries again. */
async function restoreAll(
  system: WritableSystem,
  files: readonly PlannedFile[],
  number: number,
  cause: unknown,
): Promise<readonly string[]> {
  const leftAlone: string[] = [];
  try {
    for (const file of files.toReversed()) {
      if (!(await restoreFile(system, { ...file, contentBefore: () => file.bytes.before }))) leftAlone.push(file.path);
    }
    await mark(system, number, 'rolled-back');
  } catch (error) {
    const reason = errorMessage(cause);
    throw new SnapError('io', `${reason} Restoring the files failed as well: ${errorMessage(error)}`, {
      hint: 'Run "snap mcp repair" when the disk works again: it finishes or undoes the change.',
      cause,
    });
  }
  return leftAlone;
}

export { recoverInterrupted };
