import { SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';
import { takeBack } from './byte-splices.ts';
import { commit, mark, readRecord } from './journal.ts';
import { interruptedChanges, type JournalChange, readIndex } from './journal-index.ts';
import type { RecordedFile } from './journal-record.ts';
import { putBack } from './put-back.ts';

/** What became of a change that was interrupted. */
export interface SettledChange {
  readonly number: number;
  readonly command: string;
  /** `completed`: every file had been written. `put-back`: the files are as they were before it. */
  readonly kind: 'completed' | 'put-back';
  /** Files that somebody else wrote since; they are left as they are. */
  readonly leftAlone: readonly string[];
}

/** Ends the changes that a kill or a power cut interrupted: forwards when every file was written, otherwise back. */
export async function settle(system: WritableSystem): Promise<readonly SettledChange[]> {
  const settled: SettledChange[] = [];
  for (const { number, files } of await interruptedChanges(system)) {
    const answer = await system.withLocks(
      files.map(({ path, foreignLock }) => ({ path, foreignLock })),
      async (locked) => {
        // Another process may have settled it while we waited.
        const change = (await readIndex(locked)).find((known) => known.number === number && known.state === 'begun');
        return change === undefined ? undefined : settleOne(locked, change);
      },
    );
    if (answer !== undefined) settled.push(answer);
  }
  return settled;
}

async function settleOne(system: WritableSystem, change: JournalChange): Promise<SettledChange> {
  const { command, number } = change;
  let complete = true;
  for (const file of change.files) {
    // First: a torn file has neither hash.
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
    const earlier = (after: Uint8Array) => (file.before === 'absent' ? undefined : takeBack(after, splices));
    const isBack = await putBack(system, { ...file, ...(mode === undefined ? {} : { mode }), earlier });
    if (!isBack) leftAlone.push(file.path);
  }
  await mark(system, number, 'rolled-back');
  return { number, command, kind: 'put-back', leftAlone };
}

/** A record that is gone must not block every later command: then only what was not written yet counts as put back. */
async function readWhatIsLeft(system: WritableSystem, change: JournalChange): Promise<readonly RecordedFile[]> {
  try {
    return await readRecord(system, change);
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return [];
    throw error;
  }
}
