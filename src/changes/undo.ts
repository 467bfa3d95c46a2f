import { isEntryUndoData, loadEntryUndo, type EntryUndo, type EntryUndoData, type RecordedAddition } from '../clients/index.ts';
import { SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';
import { apply, type Applied } from './apply.ts';
import { revertSplices } from './byte-splices.ts';
import type { ComputedChange, FileChange, JsonValue } from './change.ts';
import { mark, readRecord } from './journal/journal.ts';
import { type JournalChange, type JournalFile, type JournalPart, readIndex } from './journal/journal-index.ts';
import type { RecordedFile } from './journal/journal-record.ts';
import { isNamesUndoData, undoNames } from './undo-names.ts';
import { isPassagesUndoData, undoPassages } from './undo-passages.ts';
import { recoverInterrupted } from './recover-interrupted.ts';
import { maskText } from '../secrets/index.ts';

/** One change of a file, with its undo data. */
export interface UndonePart extends JournalPart {
  readonly undoData: JsonValue;
}

export interface UndoOptions {
  readonly command: string;
  /**
   * For a file that has changed since: undoes this entry only. Without it such a file is refused, unless the undo data lists the
   * changed passages.
   */
  readonly entryUndo?: (part: UndonePart, bytes: Uint8Array | undefined) => ComputedChange;
  /** Each file by itself: one that is refused keeps no other from being undone. The change counts as undone when none is refused. */
  readonly eachFile?: boolean;
  /** Why a file is not to be written now, as a sentence. */
  readonly whyNot?: (path: string) => string | undefined;
}

export interface Undone extends Applied {
  /** The change that was undone, or was to be. */
  readonly undone: JournalChange;
  readonly parts: readonly UndonePart[];
}

/** What undoing a change would do: see `previewChanges`. */
export interface UndoPlan {
  readonly undone: JournalChange;
  /** One for each file of the change, in its order. */
  readonly changes: readonly FileChange[];
  /** What the change did, with its undo data. */
  readonly parts: readonly UndonePart[];
}

/**
 * What undoing a change, or the newest that is not undone yet, would do. Writes nothing.
 * @throws SnapError `refused` when there is no such change, it is undone already, or its record is missing.
 */
export async function planUndo(system: WritableSystem, number: number | undefined, options: UndoOptions): Promise<UndoPlan> {
  const undone = requireUndoable(await readIndex(system), number);
  const recorded = new Map((await readRecord(system, undone)).map((file) => [file.path, file]));
  const changes: FileChange[] = [];
  for (const file of undone.files) changes.push(await toChange(system, file, recorded.get(file.path), options));
  return { undone, changes, parts: undone.files.flatMap((file) => partsOf(file, recorded.get(file.path))) };
}

/**
 * Undoes a change, or the newest that is not undone yet: all of its files, or none, unless the options want each by itself. Undoing is itself a change
 * that can be undone.
 * @throws SnapError as `planUndo`; as `apply` otherwise.
 */
export async function undo(system: WritableSystem, number: number | undefined, options: UndoOptions): Promise<Undone> {
  const recovered = await recoverInterrupted(system);
  const { undone, changes, parts } = await planUndo(system, number, options);
  const applied = await apply(system, changes, { command: options.command, strictAll: options.eachFile !== true, undoes: undone.number });
  if (applied.outcomes.every(({ kind }) => kind === 'unchanged')) {
    // Another process may have undone the same change in the meantime; then this call has not undone it.
    const now = (await readIndex(system)).find(({ number: known }) => known === undone.number);
    if (now?.state === 'undone') throw refused(`Change ${undone.number} was undone by another process at the same moment.`);
    // Every file had been restored by hand: the change is undone, although nothing was written.
    await mark(system, undone.number, 'undone');
  }
  return { ...applied, recovered: [...recovered, ...applied.recovered], undone, parts };
}

function refused(message: string): SnapError {
  return new SnapError('refused', message, { hint: 'See "snap mcp undo --list".' });
}

/** Which numbers there are. */
function numbersText(changes: readonly JournalChange[]): string {
  const [first, last] = [changes[0]?.number, changes.at(-1)?.number];
  if (first === undefined || last === undefined) return ', which is empty';
  return first === last ? `, which holds only change ${first}` : `, which holds the changes ${first} to ${last}`;
}

function requireUndoable(changes: readonly JournalChange[], number: number | undefined): JournalChange {
  if (number === undefined) {
    const newest = changes.findLast(({ state, temporary, undoes }) => state === 'done' && undoes === undefined && temporary !== true);
    if (newest === undefined) throw refused('There is no change to undo.');
    return newest;
  }
  const change = changes.find((known) => known.number === number);
  if (change === undefined) throw refused(`Change ${number} is not in the journal${numbersText(changes)}.`);
  switch (change.state) {
    case 'done':
      return change;
    case 'undone':
      throw refused(`Change ${number} is already undone${undoneBy(changes, number)}.`);
    case 'rolled-back':
      throw refused(`Change ${number} was never completed; its files are as before.`);
    case 'begun':
      throw refused(`Change ${number} is being written by process ${change.run.pid}.`);
    default:
      return change.state satisfies never;
  }
}

/** The change that undid it, as far as the journal still has it. */
function undoneBy(changes: readonly JournalChange[], number: number): string {
  const by = changes.findLast(({ undoes, state }) => undoes === number && state === 'done');
  return by === undefined ? '' : `, by change ${by.number}`;
}

function partsOf(file: JournalFile, recorded: RecordedFile | undefined): readonly UndonePart[] {
  return file.parts.map((part, i) => ({ ...part, undoData: recorded?.memos[i] ?? null }));
}

async function toChange(
  system: WritableSystem,
  file: JournalFile,
  recorded: RecordedFile | undefined,
  { entryUndo, whyNot }: UndoOptions,
): Promise<FileChange> {
  const parts = partsOf(file, recorded);
  const compute = (bytes: Uint8Array | undefined): ComputedChange => {
    const now = hashOf(bytes);
    if (now === file.before) return { kind: 'unchanged' };
    if (now === file.after) {
      const earlier = file.before === 'absent' ? undefined : revertSplices(bytes ?? new Uint8Array(), recorded?.splices ?? []);
      if (hashOf(earlier) === file.before) return { kind: 'write', bytes: earlier };
    }
    return undoParts(parts, bytes, entryUndo);
  };
  const [first] = parts;
  const path = await nameOf(system, file);
  return {
    path,
    about: {
      client: first?.client ?? '',
      scope: first?.scope ?? '',
      servers: [...new Set(parts.flatMap(({ servers }) => servers))],
      action: 'undo',
    },
    foreignLock: file.foreignLock,
    newFileMode: recorded?.mode,
    directories: file.directories,
    compute: whyNot === undefined ? compute : (bytes) => held(compute(bytes), whyNot(path)),
  };
}

/** A file that is not to be written now, where it would be. */
function held(computed: ComputedChange, why: string | undefined): ComputedChange {
  return why === undefined || computed.kind !== 'write' ? computed : { kind: 'refused', message: why };
}

/** The path that the client uses, if it still leads to the file. */
async function nameOf(system: WritableSystem, file: JournalFile): Promise<string> {
  for (const { path } of file.parts) {
    const seen = await system.look(path);
    if ((seen?.target ?? path) === file.path) return path;
  }
  return file.path;
}

/** Undoes the parts one after the other, last first. */
function undoParts(
  parts: readonly UndonePart[],
  bytes: Uint8Array | undefined,
  entryUndo: UndoOptions['entryUndo'] = () => movedOn,
): ComputedChange {
  let now = bytes;
  let isChanged = false;
  for (const part of parts.toReversed()) {
    const computed = undoPart(part, now, entryUndo);
    if (computed.kind === 'refused') return computed;
    if (computed.kind === 'unchanged') continue;
    now = computed.bytes;
    isChanged = true;
  }
  return isChanged ? { kind: 'write', bytes: now } : { kind: 'unchanged' };
}

function undoPart(part: UndonePart, now: Uint8Array | undefined, entryUndo: NonNullable<UndoOptions['entryUndo']>): ComputedChange {
  if (isPassagesUndoData(part.undoData)) return undoPassages(part.undoData, now);
  return isNamesUndoData(part.undoData) ? undoNames(part.undoData, now) : entryUndo(part, now);
}

/** Without the path: it is printed with the message. */
const movedOn: ComputedChange = {
  kind: 'refused',
  message: 'The file has changed since.',
  hint: 'Undo the later changes first, or edit it by hand.',
};

/**
 * How a change is undone where another program has changed the file since: only what snap did.
 * @param command what the journal records as the command.
 * @param more `isGoneDone`: an entry that snap added and that is not there any more is undone, instead of refused.
 */
export async function undoOptions(command: string, { isGoneDone = false }: { readonly isGoneDone?: boolean } = {}): Promise<UndoOptions> {
  const entryUndo = await loadEntryUndo();
  return {
    command,
    entryUndo: (part, bytes) =>
      isEntryUndoData(part.undoData)
        ? withGone(entryUndo(part.undoData, bytes), isGoneDone)
        : {
            kind: 'refused',
            message: 'The file has changed since, and the journal does not hold what is needed to undo only the change made by snap.',
            hint: 'Undo the later changes first, or edit it by hand.',
          },
  };
}

/** What a person has removed by themselves is nothing that is left to undo, where that is what they want of undoing. */
function withGone(undone: EntryUndo, isGoneDone: boolean): ComputedChange {
  if (undone.kind !== 'refused') return undone;
  const { hint, isGone, message } = undone;
  return isGone === true && isGoneDone ? { kind: 'unchanged' } : { kind: 'refused', message, ...(hint === undefined ? {} : { hint }) };
}

/**
 * What the journal recorded when entries of this name were added, by file, so that removing one restores the exact text. Without a
 * record there is nothing about the file.
 */
export async function recordedAdditions(system: WritableSystem, name: string): Promise<ReadonlyMap<string, RecordedAddition>> {
  // The index keeps names as they may be shown.
  const shown = maskText(name);
  const changes = (await readIndex(system)).filter(({ state }) => state === 'done');
  const paths = new Set(
    changes.flatMap((change) => addedParts(change).flatMap(({ path, servers }) => (servers.includes(shown) ? [path] : []))),
  );
  const recorded = new Map<string, RecordedAddition>();
  for (const path of paths) {
    const here = changes.filter((change) => addedParts(change).some((part) => part.path === path));
    const newest = here.findLast((change) => addedParts(change).some((part) => part.path === path && part.servers.includes(shown)));
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

function addedParts({ files }: JournalChange): JournalChange['files'][number]['parts'] {
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
