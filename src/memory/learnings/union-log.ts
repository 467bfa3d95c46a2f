import { join } from 'node:path';
import { count, type RecordLog, displayPath, SnapError, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { findStorePlace, placesToRead, storeLock } from './store-place.ts';
import { parseLine, type StoredRecord } from './record.ts';

/** Takes records one by one and keeps the result. */
export interface Fold {
  take(record: StoredRecord): void;
}

/** The records of one file name in all places: before, during and after a move. */
export interface UnionLog<View extends Fold> {
  /** Appends where the store is now. @throws SnapError as `RecordLog.append`. */
  append(records: readonly string[]): Promise<void>;
  /** All records as of now. */
  view(): Promise<View>;
  /** Sentences about lines that are skipped. */
  faults(): Promise<readonly string[]>;
}

interface Fault {
  readonly line: number;
  readonly fault: 'later' | 'foreign';
}

/** How far a file was read. */
interface Progress {
  lines: readonly string[];
  /** Lines before this one were too many to be read. */
  readonly from: number;
  done: number;
  isTorn: boolean;
  readonly faults: Fault[];
}

const maxFaults = 20;
/** Lines of a file that are read, the newest: a repository of somebody else may bring more, which would slow down every call. */
const maxLines = 20_000;

/** @param fold makes an empty view; called again when a file was replaced. */
export function createUnionLog<View extends Fold>(
  system: WritableSystem,
  workspace: Workspace,
  file: string,
  fold: () => View,
): UnionLog<View> {
  const logs = new Map<string, RecordLog>();
  let progress = new Map<string, Progress>();
  let view = fold();
  let turn: Promise<unknown> = Promise.resolve();

  const logIn = (directory: string): RecordLog => {
    const known = logs.get(directory);
    if (known !== undefined) return known;
    const isCurrent = async () => (await findStorePlace(system, workspace)).directory === directory;
    const log = system.log(join(directory, file), storeLock(workspace), isCurrent);
    logs.set(directory, log);
    return log;
  };

  const update = async (): Promise<View> => {
    const read: { readonly directory: string; readonly lines: readonly string[]; readonly isTorn: boolean }[] = [];
    for (const directory of await placesToRead(system, workspace)) read.push({ directory, ...(await logIn(directory).read()) });
    const isSame = read.length === progress.size && read.every(({ directory, lines }) => (progress.get(directory)?.lines ?? []) === lines);
    if (!isSame) {
      view = fold();
      progress = new Map(read.map(({ directory, lines }) => [directory, begun(lines)]));
    }
    for (const { directory, isTorn, lines } of read) {
      const at = progress.get(directory);
      if (at === undefined) continue;
      at.isTorn = isTorn;
      for (; at.done < lines.length; at.done += 1) {
        const parsed = parseLine(lines[at.done] ?? '');
        if (parsed === undefined) continue;
        if ('record' in parsed) view.take(parsed.record);
        else at.faults.push({ line: at.done + 1, fault: parsed.fault });
      }
    }
    return view;
  };

  /** One after the other: an older reading must not overwrite a newer one. */
  const inTurn = (): Promise<View> => {
    const next = turn.then(update);
    turn = next.catch(() => {
      // Reported to its own caller; the next one reads again.
    });
    return next;
  };

  return {
    async append(records) {
      for (let attempt = 1; ; attempt += 1) {
        const { directory } = await findStorePlace(system, workspace);
        try {
          return await logIn(directory).append(records);
        } catch (error) {
          // The store was moved between looking and locking: look again.
          if (attempt >= 5 || !(error instanceof SnapError) || error.code !== 'changed') throw error;
        }
      }
    },
    view: inTurn,
    async faults() {
      try {
        await inTurn();
      } catch (error) {
        if (!(error instanceof SnapError)) throw error;
        // A file that cannot be read is a fault too.
        return [error.message];
      }
      return [...progress].flatMap(([directory, at]) => faultsOf(displayPath(join(directory, file), system), at));
    },
  };
}

function begun(lines: readonly string[]): Progress {
  const from = Math.max(0, lines.length - maxLines);
  return { lines, from, done: from, isTorn: false, faults: [] };
}

function faultsOf(path: string, { faults, from, isTorn, lines }: Progress): readonly string[] {
  const messages = faults.slice(0, maxFaults).map(({ fault, line }) => `${path}:${line}: ${sentences[fault]}`);
  if (faults.length > maxFaults) messages.push(`${path}: ${faults.length - maxFaults} more lines are skipped.`);
  if (from > 0)
    messages.push(
      `${path}: ${count(from, 'line')} at its beginning skipped, since snap reads the newest ${maxLines}. Remove lines that are not needed.`,
    );
  if (isTorn) messages.push(`${path}:${lines.length + 1}: this line is incomplete and is skipped. End it with a line break, or remove it.`);
  return messages;
}

const sentences: Readonly<Record<Fault['fault'], string>> = {
  later: 'this line was written by a later version of snap and is skipped. Update snap to use it.',
  foreign: 'this line is not a record of snap (a merge conflict or half a line?) and is skipped. Fix it, or remove it.',
};
