import { SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';
import { revertSplices } from './byte-splices.ts';
import { commit, mark, readRecord } from './journal/journal.ts';
import { interruptedChanges, type JournalChange, readIndex } from './journal/journal-index.ts';
import type { RecordedFile } from './journal/journal-record.ts';
import { restoreFile } from './restore-file.ts';

/** How an interrupted change was recovered. */
export interface RecoveredChange {
  readonly number: number;
  readonly command: string;
  /** `completed`: every file had been written. `put-back` (a word of the JSON output): the files are as before the change. */
  readonly kind: 'completed' | 'put-back';
  /** Files that another program wrote since; they are not changed. */
  readonly leftAlone: readonly string[];
}

/** Recovers the changes that a kill or a power cut interrupted: marks them complete if every file was written, and reverts them otherwise. */
export async function recoverInterrupted(system: WritableSystem): Promise<readonly RecoveredChange[]> {
  const recovered: RecoveredChange[] = [];
  for (const { number, files } of await interruptedChanges(system)) {
    const answer = await system.withLocks(
      files.map(({ path, foreignLock }) => ({ path, foreignLock })),
      async (locked) => {
        // Another process may have recovered it while this one waited.
        const change = (await readIndex(locked)).find((known) => known.number === number && known.state === 'begun');
        return change === undefined ? undefined : recoverOne(locked, change);
      },
    );
    if (answer !== undefined) recovered.push(answer);
  }
  return recovered;
}

async function recoverOne(system: WritableSystem, change: JournalChange): Promise<RecoveredChange> {
  const { command, number } = change;
  let complete = true;
  for (const file of change.files) {
    // First, because a half-written file has neither hash.
    await system.tidy(file.path);
    complete &&= hashOf(await system.readBytes(file.path)) === file.after;
  }
  if (complete) {
    for (const { after, directories, path } of change.files) if (after === 'absent') await system.removeFile(path, 'absent', directories);
    await commit(system, number);
    return { number, command, kind: 'completed', leftAlone: [] };
  }

  const recorded = new Map((await readWhatIsLeft(system, change)).map((file) => [file.path, file]));
  const leftAlone: string[] = [];
  for (const file of change.files) {
    const { mode, splices = [] } = recorded.get(file.path) ?? {};
    const contentBefore = (after: Uint8Array) => (file.before === 'absent' ? undefined : revertSplices(after, splices));
    const isRestored = await restoreFile(system, { ...file, mode, contentBefore });
    if (!isRestored) leftAlone.push(file.path);
  }
  await mark(system, number, 'rolled-back');
  return { number, command, kind: 'put-back', leftAlone };
}

/** A missing record must not block every later command: then only files that were not written yet count as restored. */
async function readWhatIsLeft(system: WritableSystem, change: JournalChange): Promise<readonly RecordedFile[]> {
  try {
    return await readRecord(system, change);
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return [];
    throw error;
  }
}
