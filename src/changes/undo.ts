import { SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';
import { apply, type Applied } from './apply.ts';
import { takeBack } from './byte-splices.ts';
import type { ComputedChange, FileChange, JsonValue } from './change.ts';
import { mark, readRecord } from './journal.ts';
import { type JournalChange, type JournalFile, type JournalPart, readIndex } from './journal-index.ts';
import type { RecordedFile } from './journal-record.ts';
import { isPassagesMemo, undoPassages } from './passage-memo.ts';
import { settle } from './settle.ts';

/** What was once asked for in a file, with the memo it was given. */
export interface UndonePart extends JournalPart {
  readonly memo: JsonValue;
}

export interface UndoOptions {
  readonly command: string;
  /**
   * For a file that moved on since: takes back this one entry and nothing else. Without it such a file is refused, unless the memo
   * says which passages were changed.
   */
  readonly entryUndo?: (part: UndonePart, bytes: Uint8Array | undefined) => ComputedChange;
}

export interface Undone extends Applied {
  /** The change that was taken back, or was to be. */
  readonly undone: JournalChange;
}

/**
 * Takes back a change, or the newest that is not taken back yet: all of its files, or none.
 * Undoing is itself a change; taking that one back brings the first one again.
 * @throws SnapError `refused` when there is no such change or its record is gone; as `apply` otherwise.
 */
export async function undo(system: WritableSystem, number: number | undefined, options: UndoOptions): Promise<Undone> {
  const settled = await settle(system);
  const undone = requireUndoable(await readIndex(system), number);
  const recorded = new Map((await readRecord(system, undone)).map((file) => [file.path, file]));
  const changes: FileChange[] = [];
  for (const file of undone.files) changes.push(await toChange(system, file, recorded.get(file.path), options));

  const applied = await apply(system, changes, { command: options.command, strictAll: true, undoes: undone.number });
  if (applied.outcomes.every(({ kind }) => kind === 'unchanged')) {
    // Another process may have taken back the same change since we chose it; that was its work, not ours.
    const now = (await readIndex(system)).find(({ number: known }) => known === undone.number);
    if (now?.state === 'undone') throw refused(`Change ${undone.number} was taken back by another process at this moment.`);
    // Somebody had put every file back by hand: then it is taken back, though nothing was written.
    await mark(system, undone.number, 'undone');
  }
  return { ...applied, settled: [...settled, ...applied.settled], undone };
}

function refused(message: string): SnapError {
  return new SnapError('refused', message, { hint: 'See "snap mcp history".' });
}

function requireUndoable(changes: readonly JournalChange[], number: number | undefined): JournalChange {
  if (number === undefined) {
    const newest = changes.findLast(({ state, undoes }) => state === 'done' && undoes === undefined);
    if (newest === undefined) throw refused('There is no change to take back.');
    return newest;
  }
  const change = changes.find((known) => known.number === number);
  if (change === undefined) throw refused(`Change ${number} is not in the journal.`);
  switch (change.state) {
    case 'done':
      return change;
    case 'undone':
      throw refused(`Change ${number} is taken back already.`);
    case 'rolled-back':
      throw refused(`Change ${number} was never completed; its files are as they were before it.`);
    case 'begun':
      throw refused(`Change ${number} is being written by process ${change.run.pid}.`);
    default:
      return change.state satisfies never;
  }
}

async function toChange(
  system: WritableSystem,
  file: JournalFile,
  recorded: RecordedFile | undefined,
  { entryUndo }: UndoOptions,
): Promise<FileChange> {
  const parts = file.parts.map((part, i): UndonePart => ({ ...part, memo: recorded?.memos[i] ?? null }));
  const compute = (bytes: Uint8Array | undefined): ComputedChange => {
    const now = hashOf(bytes);
    if (now === file.before) return { kind: 'unchanged' };
    if (now === file.after) {
      const earlier = file.before === 'absent' ? undefined : takeBack(bytes ?? new Uint8Array(), recorded?.splices ?? []);
      if (hashOf(earlier) === file.before) return { kind: 'write', bytes: earlier };
    }
    return undoParts(parts, bytes, entryUndo);
  };
  const [first] = parts;
  return {
    path: await nameOf(system, file),
    about: {
      client: first?.client ?? '',
      scope: first?.scope ?? '',
      servers: [...new Set(parts.flatMap(({ servers }) => servers))],
      action: 'undo',
    },
    foreignLock: file.foreignLock,
    ...(recorded?.mode === undefined ? {} : { newFileMode: recorded.mode }),
    directories: file.directories,
    compute,
  };
}

/** The name under which the client knows the file, as long as it still leads there. */
async function nameOf(system: WritableSystem, file: JournalFile): Promise<string> {
  for (const { path } of file.parts) {
    const seen = await system.look(path);
    if ((seen?.target ?? path) === file.path) return path;
  }
  return file.path;
}

/** The last one first, each on what the one before left. */
function undoParts(
  parts: readonly UndonePart[],
  bytes: Uint8Array | undefined,
  entryUndo: UndoOptions['entryUndo'] = () => movedOn,
): ComputedChange {
  let now = bytes;
  let isChanged = false;
  for (const part of parts.toReversed()) {
    const computed = isPassagesMemo(part.memo) ? undoPassages(part.memo, now) : entryUndo(part, now);
    if (computed.kind === 'refused') return computed;
    if (computed.kind === 'unchanged') continue;
    now = computed.bytes;
    isChanged = true;
  }
  return isChanged ? { kind: 'write', bytes: now } : { kind: 'unchanged' };
}

/** Without the path: whoever prints it names the file. */
const movedOn: ComputedChange = {
  kind: 'refused',
  message: 'The file has changed since.',
  hint: 'Take back the later changes first, or edit it by hand.',
};
