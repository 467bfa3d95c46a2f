import { SnapError, shownPath, type WritableSystem } from '../system/index.ts';
import type { FileChange, FileOutcome } from './change.ts';
import { holdBack, outcomesOf, type PlannedFile, planFiles, refusedByTheDisk, toJournal } from './file-plan.ts';
import { begin, commit, mark } from './journal.ts';
import { interruptedChanges } from './journal-index.ts';
import { putBack } from './put-back.ts';
import { settle, type SettledChange } from './settle.ts';

export interface ApplyOptions {
  /** The command's words without values, for the journal. */
  readonly command: string;
  /** Any refusal refuses everything. */
  readonly strictAll?: boolean;
  /** The change that this one takes back. */
  readonly undoes?: number;
}

export interface Applied {
  /** One per change, in their order. */
  readonly outcomes: readonly FileOutcome[];
  /** Its number in the journal; absent when nothing was written. */
  readonly change?: number;
  /** Interrupted changes of earlier runs that were ended first. */
  readonly settled: readonly SettledChange[];
}

/**
 * The only writer: every file of `changes` that is not refused is written, or none of them.
 * @throws SnapError `io` when a file cannot be written, `changed` when one keeps moving; the files are then as they were.
 */
export async function apply(system: WritableSystem, changes: readonly FileChange[], options: ApplyOptions): Promise<Applied> {
  const settled: SettledChange[] = [];
  for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
    settled.push(...(await settle(system)));
    const answer = await applyOnce(system, changes, options);
    if (answer.kind === 'applied') return { ...answer.applied, settled };
    // Jitter, or two writers would keep meeting each other.
    await new Promise((resume) => setTimeout(resume, Math.random() * 10 * attempt));
  }
  const paths = changes.map(({ path }) => shownPath(system.home, path)).join(', ');
  throw new SnapError('changed', `Left ${paths} alone: another program keeps changing what was to be written.`, {
    hint: 'Close the program that writes it, then run the command again.',
  });
}

const maximumAttempts = 8;

/** `again`: a file moved on, or a dead run was at work on one; nothing was written. */
type Attempt = { readonly kind: 'applied'; readonly applied: Omit<Applied, 'settled'> } | { readonly kind: 'again' };

async function applyOnce(system: WritableSystem, changes: readonly FileChange[], options: ApplyOptions): Promise<Attempt> {
  const refusals = await refusedByTheDisk(system, changes);
  const paths = changes.flatMap((change, i) =>
    refusals[i] === undefined ? [{ path: change.path, foreignLock: change.foreignLock === true }] : [],
  );
  return system.withLocks(paths, async (locked) => {
    const plan = await planFiles(locked, changes, refusals);
    const written = plan.files.filter((file) => file.before !== file.after);
    if (written.length === 0) return { kind: 'applied', applied: { outcomes: outcomesOf(changes, plan) } };
    if (options.strictAll === true && plan.refusals.some((refusal) => refusal !== undefined)) {
      return { kind: 'applied', applied: { outcomes: outcomesOf(changes, holdBack(plan)) } };
    }
    // A process that died while we waited for its lock: its change must be ended before anything is built on the file.
    const touched = new Set(written.map(({ path }) => path));
    if ((await interruptedChanges(locked)).some(({ files }) => files.some(({ path }) => touched.has(path)))) return { kind: 'again' };

    const number = await begin(locked, {
      command: options.command,
      ...(options.undoes === undefined ? {} : { undoes: options.undoes }),
      files: written.map(toJournal),
    });
    const isWritten = await writeAll(locked, written, number);
    if (!isWritten) return { kind: 'again' };
    await commitIfPossible(locked, number);
    return { kind: 'applied', applied: { outcomes: outcomesOf(changes, plan), change: number } };
  });
}

/** The files stand as they should; a journal that takes no more lines must not call that a failure. The next run finds them and notes it. */
async function commitIfPossible(system: WritableSystem, number: number): Promise<void> {
  try {
    await commit(system, number);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
  }
}

/** Whether all were written. False: one had moved on, and the others are put back. */
async function writeAll(system: WritableSystem, files: readonly PlannedFile[], number: number): Promise<boolean> {
  try {
    for (const file of files) await writeOne(system, file);
    for (const file of files) await verify(system, file);
    return true;
  } catch (error) {
    // Whatever it was: none of the files may stand alone.
    const leftAlone = await putAllBack(system, files, number, error);
    if (error instanceof SnapError && error.code === 'changed') return false;
    if (leftAlone.length === 0 || !(error instanceof SnapError)) throw error;
    const names = leftAlone.map((path) => shownPath(system.home, path)).join(', ');
    throw new SnapError(error.code, `${error.message} ${names} was written by another program meanwhile and is left as it is.`, {
      hint: error.hint ?? '',
      cause: error,
    });
  }
}

async function writeOne(system: WritableSystem, file: PlannedFile): Promise<void> {
  const { bytes, newFileMode, path } = file;
  if (bytes.after === undefined) await system.removeFile(path, file.before, file.directories);
  else await system.replaceBytes(path, file.before, bytes.after, newFileMode === undefined ? {} : { newFileMode });
}

/** A program that knows no lock may have written just after us; that is fine as long as our change is in what it wrote. */
async function verify(system: WritableSystem, file: PlannedFile): Promise<void> {
  const bytes = await system.readBytes(file.path);
  const { after } = file.bytes;
  if (bytes === undefined || after === undefined ? bytes === after : Buffer.compare(bytes, after) === 0) return;
  const isIn = file.parts.every(({ change }) => change.compute(bytes).kind === 'unchanged');
  if (!isIn) throw new SnapError('changed', `${shownPath(system.home, file.path)}: another program wrote it at the same moment.`);
}

/** Answers the files that somebody else wrote since. @throws SnapError when one cannot be put back; the next run tries again. */
async function putAllBack(
  system: WritableSystem,
  files: readonly PlannedFile[],
  number: number,
  cause: unknown,
): Promise<readonly string[]> {
  const leftAlone: string[] = [];
  try {
    for (const file of files.toReversed()) {
      if (!(await putBack(system, { ...file, earlier: () => file.bytes.before }))) leftAlone.push(file.path);
    }
    await mark(system, number, 'rolled-back');
  } catch (error) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SnapError('io', `${reason} Going back failed as well: ${error instanceof Error ? error.message : String(error)}`, {
      hint: 'Run "snap mcp repair" when the disk is well: it ends what was begun.',
      cause,
    });
  }
  return leftAlone;
}

export { settle };
