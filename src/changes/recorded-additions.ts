import { isEntryUndoData, type EntryUndoData, type RecordedAddition } from '../clients/index.ts';
import { maskText } from '../secrets/index.ts';
import { SnapError, type WritableSystem } from '../system/index.ts';
import { readRecord } from './journal/journal.ts';
import { readIndex, type JournalChange } from './journal/journal-index.ts';

/**
 * What the journal recorded when entries of this name were added, by file, so that removing one restores the exact text. Without a
 * record there is nothing about the file.
 */
export async function recordedAdditions(system: WritableSystem, name: string): Promise<ReadonlyMap<string, RecordedAddition>> {
  // The index keeps names as they may be shown.
  const shown = maskText(name);
  const changes = (await readIndex(system)).filter(({ state }) => state === 'done');
  const paths = new Set(
    changes.flatMap((change) => partsOf(change).flatMap(({ path, servers }) => (servers.includes(shown) ? [path] : []))),
  );
  const recorded = new Map<string, RecordedAddition>();
  for (const path of paths) {
    const here = changes.filter((change) => partsOf(change).some((part) => part.path === path));
    const newest = here.findLast((change) => partsOf(change).some((part) => part.path === path && part.servers.includes(shown)));
    // The oldest knows what the file was like before snap.
    const oldest = here[0] === undefined ? undefined : (await additions(system, here[0], path))[0];
    const entry =
      newest === undefined ? undefined : (await additions(system, newest, path)).find((one) => one.name === name && !one.existed);
    recorded.set(path, { entry, keeps: oldest === undefined ? 'nothing' : whatWasThere(oldest) });
  }
  return recorded;
}

function whatWasThere({ hadMap, passage }: EntryUndoData): RecordedAddition['keeps'] {
  return hadMap === true ? 'map' : passage.left + passage.removed + passage.right === '' ? 'nothing' : 'file';
}

function partsOf({ files }: JournalChange): JournalChange['files'][number]['parts'] {
  return files.flatMap(({ parts }) => parts.filter(({ action }) => action === 'set'));
}

/** What one change added to one file, in order. */
async function additions(system: WritableSystem, change: JournalChange, path: string): Promise<readonly EntryUndoData[]> {
  try {
    const files = new Map((await readRecord(system, change)).map((file) => [file.path, file]));
    return change.files.flatMap((file) =>
      file.parts.flatMap((part, i) => {
        const undoData = files.get(file.path)?.memos[i];
        return part.path === path && isEntryUndoData(undoData) ? [undoData] : [];
      }),
    );
  } catch (error) {
    if (error instanceof SnapError) return [];
    throw error;
  }
}
