import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { type Disk, dropQuietly, syncDirectory, temporaryBeside, writeAll } from './disk.ts';
import { SnapError } from './errors.ts';
import { diskError, failureCode, shownPath } from './failures.ts';
import { takeLock } from './lock.ts';
import { makeOwnDirectory } from './own-files.ts';
import { createLogReader, readSplit } from './record-log-reader.ts';
import { requirePlainFile } from './plain-file.ts';
import type { RecordLog } from './system.ts';

export interface RecordLogOptions {
  /** Real path of what is locked; `undefined`: the caller holds it. Asked when it is needed. */
  readonly lock: () => string | undefined;
  readonly isCurrent?: (() => Promise<boolean>) | undefined;
}

/** One call of `append` that waits for its answer. */
interface Waiting {
  readonly text: string;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/** Where the bytes of one `append` stand. */
interface Written {
  readonly entry: Waiting;
  readonly end: number;
}

/** What was written and is not yet on the disk. */
interface Batch {
  readonly fd: number;
  readonly inode: number;
  readonly done: readonly Written[];
}

/** The lock is held for a dozen calls: who waits for it looks often. */
const longestPauseMs = 3;

/** `WritableSystem.log`. Touches nothing before it is used. */
export function createRecordLog(disk: Disk, path: string, { lock, isCurrent }: RecordLogOptions): RecordLog {
  const { calls, system } = disk;
  const reader = createLogReader(disk, path);
  const waiting: Waiting[] = [];
  let isRunning = false;
  /** The directory entry of this file (by inode) is known to be on the disk. */
  let syncedInode: number | undefined;

  const locked = async <T>(work: () => Promise<T>): Promise<T> => {
    const target = lock();
    const held = target === undefined ? undefined : await takeLock(disk, { target }, longestPauseMs);
    try {
      if (isCurrent !== undefined && !(await isCurrent())) {
        throw new SnapError('changed', `${shownPath(system.home, path)}: this store has moved.`, { hint: 'Run the command again.' });
      }
      return await work();
    } finally {
      held?.release();
    }
  };

  /** Writes what waits; the file stays open for the fsync, which needs no lock. */
  const writeBatch = async (batch: readonly Waiting[]): Promise<Batch> =>
    locked(async () => {
      const { fd, stats } = openToAppend(disk, path);
      try {
        let end = stats.size;
        let isTorn = end > 0 && !endsLine(disk, fd, end);
        const done: Written[] = [];
        for (const entry of batch) {
          try {
            end = writeOne(disk, fd, end, `${isTorn ? '\n' : ''}${entry.text}`);
            isTorn = false;
            done.push({ entry, end });
          } catch (error) {
            entry.failed(writeFailure(disk, path, error));
          }
        }
        return { fd, done, inode: stats.ino };
      } catch (error) {
        calls.close(fd);
        throw error;
      }
    });

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const { done, fd, inode } = await writeBatch(batch);
    try {
      if (done.length > 0) {
        await calls.fsyncLater(fd);
        // A power cut takes a new file when its directory was never written, whoever made it.
        if (syncedInode !== inode) syncDirectory(calls, dirname(path));
        syncedInode = inode;
      }
      for (const { entry } of done) entry.written();
    } catch (error) {
      await revertSplices(fd, done);
      for (const { entry } of done) entry.failed(writeFailure(disk, path, error));
    } finally {
      calls.close(fd);
    }
  };

  /** Removes again what could not be made durable, where nobody has written behind it. */
  const revertSplices = async (fd: number, done: readonly Written[]): Promise<void> => {
    const [first] = done;
    const last = done.at(-1);
    if (first === undefined || last === undefined) return;
    try {
      await locked(async () => {
        if (calls.fstat(fd).size === last.end) calls.ftruncate(fd, first.end - Buffer.byteLength(first.entry.text));
      });
    } catch {
      // The failure that matters is on its way; the lines may stay, and readers drop what they know already.
    }
  };

  /** One batch after the other; what comes while one is written and waited for shares the next. */
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0);
        try {
          await settle(batch);
        } catch (error) {
          const failure = writeFailure(disk, path, error);
          for (const entry of batch) entry.failed(failure);
        }
      }
    } finally {
      isRunning = false;
    }
  };

  return {
    path,
    append: (lines) =>
      new Promise((written, failed) => {
        if (lines.length === 0) return written();
        const broken = lines.find((line) => line.includes('\n'));
        if (broken !== undefined) return failed(new Error(`a record holds a line break: ${path}`));
        waiting.push({ text: lines.map((line) => `${line}\n`).join(''), written, failed });
        // After this turn: what is appended in the same one goes together.
        if (!isRunning) void Promise.resolve().then(() => (isRunning ? undefined : run()));
      }),
    read: async () => reader.read(),
    rewrite: (change) =>
      locked(async () => {
        const before = readSplit(disk, path);
        const after = change(before.lines);
        if (after === undefined) return false;
        replace(disk, path, Buffer.concat(after.flatMap((line) => [before.bytesOf(line), lineEnd])));
        return true;
      }),
  };
}

const lineEnd = Buffer.from('\n');

function openToAppend(disk: Disk, path: string): { readonly fd: number; readonly stats: Stats } {
  const { calls } = disk;
  const isOwn = isBelowOwn(disk, path);
  if (isOwn) makeOwnDirectory(disk, dirname(path));
  requirePlainFile(disk, path);
  // Windows knows neither of the last two; undefined adds nothing.
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = calls.open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, isOwn ? 0o600 : 0o644);
  const stats = calls.fstat(fd);
  if (stats.isFile()) return { fd, stats };
  calls.close(fd);
  throw new SnapError('refused', `${shownPath(disk.system.home, path)}: this is not a regular file.`);
}

/** Our own directories are nobody else's to read; a project's are its repository's. */
function isBelowOwn({ system }: Disk, path: string): boolean {
  const { config, data, runtime, state } = system.own;
  return [data, state, config, runtime].some((directory) => path.startsWith(directory + sep));
}

function endsLine({ calls }: Disk, fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return calls.read(fd, last, size - 1) === 1 && last.equals(lineEnd);
}

/** One write, whole or not at all. @returns where it ends. */
function writeOne({ calls }: Disk, fd: number, end: number, text: string): number {
  const bytes = Buffer.from(text);
  try {
    const taken = calls.write(fd, bytes, null);
    // A disk that takes less than it was given has no room for the rest.
    if (taken < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    return end + bytes.length;
  } catch (error) {
    calls.ftruncate(fd, end);
    throw error;
  }
}

/** A temporary file beside it, and a rename. The lock is held, so nobody else uses that name. */
function replace(disk: Disk, path: string, bytes: Uint8Array): void {
  const { calls, system } = disk;
  const temporary = temporaryBeside(path);
  try {
    if (isBelowOwn(disk, path)) makeOwnDirectory(disk, dirname(path));
    const mode = requirePlainFile(disk, path)?.mode ?? (isBelowOwn(disk, path) ? 0o600 : 0o644 & ~process.umask());
    try {
      // A dead run may have left one, and it may be a stranger's link.
      dropQuietly(calls, temporary);
      const fd = calls.open(temporary, 'wx', 0o600);
      try {
        writeAll(calls, fd, bytes, null);
        calls.fchmod(fd, mode & 0o777);
        calls.fsync(fd);
      } finally {
        calls.close(fd);
      }
      calls.rename(temporary, path);
    } catch (error) {
      dropQuietly(calls, temporary);
      throw error;
    }
    syncDirectory(calls, dirname(path));
  } catch (error) {
    throw diskError(system.home, path, 'could not be rewritten', error);
  }
}

function writeFailure({ system }: Disk, path: string, error: unknown): SnapError {
  if (['EROFS', 'EACCES', 'EPERM'].includes(failureCode(error) ?? '')) {
    return new SnapError('read-only', `${shownPath(system.home, path)}: nothing can be written here.`, {
      hint: 'Give yourself the right to write there, or set SNAP_DATA_DIR to a directory of yours.',
      cause: error,
    });
  }
  return diskError(system.home, path, 'could not be written', error);
}
