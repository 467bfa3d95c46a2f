import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { type Disk, temporaryBeside } from './disk.ts';
import { dropQuietly, syncDirectory, writeAll } from './disk-steps.ts';
import { SnapError } from './errors.ts';
import { diskError, failureCode, displayPath } from './failures.ts';
import { takeLock } from './locks/lock.ts';
import { makeOwnDirectory, nextStep, whereToWrite } from './own-files.ts';
import { createLogReader, readSplit } from './record-log-reader.ts';
import { requireOwnPlace } from './places/own-directories.ts';
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

/** Where the bytes of one `append` end. */
interface Written {
  readonly entry: Waiting;
  readonly end: number;
}

/** Records that were written and are not yet on the disk. */
interface Batch {
  readonly fd: number;
  readonly inode: number;
  readonly done: readonly Written[];
}

/** The lock is held only for a dozen calls to the disk, so a waiting process retries often. */
const maxPauseMs = 3;

/** One log as it is written. */
interface OpenLog extends RecordLogOptions {
  readonly disk: Disk;
  readonly path: string;
  readonly waiting: Waiting[];
  isRunning: boolean;
  /** The directory entry of this file (by inode) is known to be on the disk. */
  syncedInode: number | undefined;
}

/** `WritableSystem.log`. Touches nothing before it is used. */
export function createRecordLog(disk: Disk, path: string, { lock, isCurrent }: RecordLogOptions): RecordLog {
  const reader = createLogReader(disk, path);
  const log: OpenLog = { disk, path, lock, isCurrent, waiting: [], isRunning: false, syncedInode: undefined };
  return {
    path,
    append: (lines) => append(log, lines),
    read: async () => reader.read(),
    rewrite: (change) =>
      locked(log, async () => {
        const before = readSplit(disk, path);
        const after = change(before.lines);
        if (after === undefined) return false;
        replace(disk, path, Buffer.concat(after.flatMap((line) => [before.bytesOf(line), lineEnd])));
        return true;
      }),
  };
}

function append(log: OpenLog, lines: readonly string[]): Promise<void> {
  return new Promise((written, failed) => {
    if (lines.length === 0) return written();
    const broken = lines.find((line) => line.includes('\n'));
    if (broken !== undefined) return failed(new Error(`a record holds a line break: ${log.path}`));
    log.waiting.push({ text: lines.map((line) => `${line}\n`).join(''), written, failed });
    // After this turn of the event loop, so that all records appended in it are written together.
    if (!log.isRunning) void Promise.resolve().then(() => (log.isRunning ? undefined : writeAllWaiting(log)));
  });
}

/** One batch after the other: records that arrive while a batch is written share the next one. */
async function writeAllWaiting(log: OpenLog): Promise<void> {
  log.isRunning = true;
  try {
    while (log.waiting.length > 0) {
      const batch = log.waiting.splice(0);
      try {
        await settle(log, batch);
      } catch (error) {
        const failure = writeFailure(log.disk, log.path, error);
        for (const entry of batch) entry.failed(failure);
      }
    }
  } finally {
    log.isRunning = false;
  }
}

/** Writes a batch, waits until it is on the disk, and answers each of its records. */
async function settle(log: OpenLog, batch: readonly Waiting[]): Promise<void> {
  const { calls } = log.disk;
  const { done, fd, inode } = await writeBatch(log, batch);
  try {
    if (done.length > 0) {
      await calls.fsyncLater(fd);
      // A power cut takes a new file when its directory was never written, whichever process made it.
      if (log.syncedInode !== inode) syncDirectory(calls, dirname(log.path));
      log.syncedInode = inode;
    }
    for (const { entry } of done) entry.written();
  } catch (error) {
    await takeBack(log, fd, done);
    for (const { entry } of done) entry.failed(writeFailure(log.disk, log.path, error));
  } finally {
    calls.close(fd);
  }
}

/** Writes the records of a batch; the file stays open for the fsync, which needs no lock. */
async function writeBatch(log: OpenLog, batch: readonly Waiting[]): Promise<Batch> {
  const { disk, path } = log;
  return locked(log, async () => {
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
      disk.calls.close(fd);
      throw error;
    }
  });
}

/** Removes records that could not be made durable, unless another process has written after them. */
async function takeBack(log: OpenLog, fd: number, done: readonly Written[]): Promise<void> {
  const { calls } = log.disk;
  const [first] = done;
  const last = done.at(-1);
  if (first === undefined || last === undefined) return;
  try {
    await locked(log, async () => {
      if (calls.fstat(fd).size === last.end) calls.ftruncate(fd, first.end - Buffer.byteLength(first.entry.text));
    });
  } catch {
    // The failure that matters is reported already; the lines may stay, and readers drop records that they know.
  }
}

/** Runs the work while this process alone may write. @throws SnapError `changed` when the log is no longer the current one. */
async function locked<T>({ disk, isCurrent, lock, path }: OpenLog, work: () => Promise<T>): Promise<T> {
  requireOwnPlace(disk.system);
  const target = lock();
  const held = target === undefined ? undefined : await takeLock(disk, { target }, maxPauseMs);
  try {
    if (isCurrent !== undefined && !(await isCurrent())) {
      throw new SnapError('changed', `${displayPath(path, disk.system)}: this store has moved.`, { hint: 'Run the command again.' });
    }
    return await work();
  } finally {
    held?.release();
  }
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
  throw new SnapError('refused', `${displayPath(path, disk.system)}: this is not a regular file.`);
}

/** snap's own directories are private to the user; those of a project belong to its repository. */
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

/** A temporary file beside it, and a rename. The lock is held, so no other process uses that name. */
function replace(disk: Disk, path: string, bytes: Uint8Array): void {
  const { calls, system } = disk;
  const temporary = temporaryBeside(path);
  try {
    if (isBelowOwn(disk, path)) makeOwnDirectory(disk, dirname(path));
    const mode = requirePlainFile(disk, path)?.mode ?? (isBelowOwn(disk, path) ? 0o600 : 0o644 & ~process.umask());
    try {
      // A run that died may have left one, and it may be a link that another user made.
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
    return new SnapError('read-only', `${displayPath(path, system)}: nothing can be written here.`, {
      hint: whereToWrite,
      cause: error,
    });
  }
  const failure = diskError(system.home, path, 'could not be written', error);
  const hint = nextStep(error);
  return hint === undefined ? failure : new SnapError(failure.code, failure.message, { hint, cause: error });
}
