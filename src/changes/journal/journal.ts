import { join } from 'node:path';
import { SnapError, type WritableSystem } from '../../system/index.ts';
import { hashOf } from '../../system/writable.ts';
import { indexLine, type JournalChange, type JournalFile, journalPlaces, readIndex } from './journal-index.ts';
import { parseRecord, printRecord, type RecordedFile } from './journal-record.ts';

/** How much is kept; beyond it the oldest changes are deleted first. */
export const journalLimits = { changes: 200, bytes: 64 * 1024 * 1024 };

export interface NewChange {
  readonly command: string;
  readonly undoes?: number | undefined;
  readonly temporary?: boolean | undefined;
  readonly files: readonly (JournalFile & Omit<RecordedFile, 'path'>)[];
}

/** Notes durably what is about to be written. The caller holds the locks of the files. @returns the number of the change. */
export async function begin(system: WritableSystem, { command, undoes, temporary, files }: NewChange): Promise<number> {
  const { index, records } = journalPlaces(system);
  const sealed = await system.ownFiles.seal(printRecord(files.map(({ path, mode, splices, memos }) => ({ path, splices, memos, mode }))));
  const record = hashOf(sealed);
  return withIndex(system, async (changes, own) => {
    const change: JournalChange = {
      // The newest change of a person is always kept, so a number that was shown is never used twice.
      number: (changes.at(-1)?.number ?? 0) + 1,
      state: 'begun',
      time: system.now().toISOString(),
      command,
      undoes,
      temporary: temporary === true ? temporary : undefined,
      run: system.run,
      record,
      size: sealed.length,
      files: files.map(({ path, before, after, directories, foreignLock, parts }) => ({
        path,
        before,
        after,
        directories,
        foreignLock,
        parts,
      })),
    };
    const kept = withinBounds([...changes, change]);
    await removeUnnamed(own, kept);
    await own.ownFiles.write(join(records, record), sealed);
    if (kept.length > changes.length) await own.ownFiles.append(index, Buffer.from(indexLine(change)), { durable: true });
    else await own.ownFiles.write(index, Buffer.from(kept.map(indexLine).join('')));
    return change.number;
  });
}

/**
 * Notes that the change is complete. Need not be durable: without this line the next run finds every file complete and notes it itself.
 * A temporary change is forgotten. If the change undid another one, that one is marked as undone; if it undid an undo, the first change is marked as done again.
 */
export async function commit(system: WritableSystem, number: number): Promise<void> {
  await withIndex(system, async (changes, own) => {
    const find = (wanted: number | undefined) => changes.find((change) => change.number === wanted);
    if (find(number)?.temporary === true) return forget(own, changes, number);
    const undone = find(find(number)?.undoes);
    const lines = [indexLine({ number, state: 'done' })];
    if (undone !== undefined) lines.push(indexLine({ number: undone.number, state: 'undone' }));
    if (undone?.undoes !== undefined && find(undone.undoes)) lines.push(indexLine({ number: undone.undoes, state: 'done' }));
    await own.ownFiles.append(journalPlaces(system).index, Buffer.from(lines.join('')), { durable: false });
  });
}

/** Notes the final state of one change; a temporary one is forgotten. */
export async function mark(system: WritableSystem, number: number, state: 'rolled-back' | 'undone'): Promise<void> {
  await withIndex(system, async (changes, own) => {
    if (changes.some((change) => change.number === number && change.temporary === true)) return forget(own, changes, number);
    await own.ownFiles.append(journalPlaces(system).index, Buffer.from(indexLine({ number, state })), { durable: false });
  });
}

/** Removes a temporary change, and what it replaced: nothing of it can be undone. */
async function forget(system: WritableSystem, changes: readonly JournalChange[], number: number): Promise<void> {
  const { index, records } = journalPlaces(system);
  const kept = changes.filter((change) => change.number !== number);
  await system.ownFiles.write(index, Buffer.from(kept.map(indexLine).join('')));
  const record = changes.find((change) => change.number === number)?.record;
  // Two changes with the same content have the same record.
  if (record !== undefined && kept.every((change) => change.record !== record)) await system.ownFiles.remove(join(records, record));
}

/** What a change replaced. @throws SnapError `refused` when its record is missing, or was encrypted with another key. */
export async function readRecord(system: WritableSystem, change: JournalChange): Promise<readonly RecordedFile[]> {
  const sealed = await system.readBytes(join(journalPlaces(system).records, change.record));
  const bytes = sealed === undefined ? undefined : await system.ownFiles.unseal(sealed);
  if (bytes !== undefined) return parseRecord(bytes);
  throw new SnapError(
    'refused',
    `Change ${change.number}: its record ${sealed === undefined ? 'is missing' : 'cannot be decrypted with the current key'}.`,
    {
      hint: 'Its files are not changed; edit them by hand or with a new command.',
    },
  );
}

/** Runs `work` while this process alone holds the index. */
async function withIndex<T>(
  system: WritableSystem,
  work: (changes: readonly JournalChange[], system: WritableSystem) => Promise<T>,
): Promise<T> {
  const { index } = journalPlaces(system);
  return system.withLocks([index], async (own) => {
    const bytes = await own.readBytes(index);
    // After a power cut in the middle of a line, the next line must not be appended to it.
    if (bytes !== undefined && bytes.length > 0 && bytes.at(-1) !== 0x0a)
      await own.ownFiles.append(index, Buffer.from('\n'), { durable: false });
    return work(await readIndex(own), own);
  });
}

/** The newest changes within the limits. A change that is being written is always kept, and a temporary one takes nobody's place. */
function withinBounds(changes: readonly JournalChange[]): readonly JournalChange[] {
  let bytes = 0;
  let count = 0;
  const kept = changes.toReversed().filter((change) => {
    if (change.temporary === true) return true;
    const fits = count < journalLimits.changes && (bytes + change.size <= journalLimits.bytes || count === 0);
    if (!fits && change.state !== 'begun') return false;
    count += 1;
    bytes += change.size;
    return true;
  });
  return kept.toReversed();
}

/** Removes records that no kept change names: of deleted changes, and of a run that ended before it wrote its index line. */
async function removeUnnamed(system: WritableSystem, kept: readonly JournalChange[]): Promise<void> {
  const { records } = journalPlaces(system);
  const named = new Set(kept.filter(({ state }) => state !== 'rolled-back').map(({ record }) => record));
  for (const name of (await system.list(records)) ?? []) {
    if (!named.has(name)) await system.ownFiles.remove(join(records, name));
  }
}
