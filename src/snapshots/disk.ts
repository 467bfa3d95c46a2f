import { dirname } from 'node:path';
import * as fs from 'node:fs';
import { dropQuietly, failureCode, noDirectories, makeOwnDirectory, writeAll } from '../system/index.ts';

export type { Stats } from 'node:fs';

/**
 * Every call with which snapshots touch the disk, one table: a test makes the n-th of them fail and sees what is left. Synchronous:
 * beside the calls themselves a trip through the thread pool costs more (a walk of 100,000 files: six times as much).
 */
export interface SnapshotCalls {
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  /** How many bytes were taken, which on a disk that is nearly full may be fewer than were given. `null`: at the current position. */
  write(fd: number, bytes: Uint8Array, position: number | null): number;
  /** How many bytes were read into the buffer; 0 at the end of the file. */
  read(fd: number, into: Uint8Array, position: number): number;
  fdatasync(fd: number): void;
  fsync(fd: number): void;
  fstat(fd: number): fs.Stats;
  ftruncate(fd: number, size: number): void;
  /** `undefined` when nothing is there. */
  lstat(path: string): fs.Stats | undefined;
  /** Milliseconds since 1970, with the fraction, of the last change; `undefined` when nothing is there. */
  changedAt(path: string): number | undefined;
  /** The names in a directory, where they are UTF-8. */
  names(path: string): string[];
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  /** Of the workspace. A path as bytes where it is not ASCII: names there need not be UTF-8. */
  openRaw(path: string | Buffer, flags: number): number;
  /** `undefined` when nothing is there. */
  lstatRaw(path: string | Buffer): fs.Stats | undefined;
  /** The names in a directory, a character for each byte. */
  rawNames(path: string | Buffer): string[];
  /** The bytes of a symbolic link. */
  linkTarget(path: string | Buffer): Buffer;
  /** Bytes that this user may still write on the disk of a path. */
  freeBytes(path: string): number;
  /** What the platform calls the kind of file system, as a number; `undefined` where it does not say. */
  fileSystem(path: string): number | undefined;
}

const nowhere = dirname(noDirectories(process.platform === 'win32' ? 'win32' : 'linux').data);

function statsOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Where snap has no place of its own nothing has this name. Anywhere else a file in place of a directory is an error: a store may be behind it.
    if (failureCode(error) === 'ENOTDIR' && path.startsWith(nowhere)) return undefined;
    throw error;
  }
}

/** The table over node:fs. */
export const nodeSnapshotCalls: SnapshotCalls = {
  open: openRegular,
  close: fs.closeSync,
  write: (fd, bytes, position) => fs.writeSync(fd, bytes, 0, bytes.length, position),
  read: (fd, into, position) => fs.readSync(fd, into, 0, into.length, position),
  fdatasync: fs.fdatasyncSync,
  fsync: fs.fsyncSync,
  fstat: (fd) => fs.fstatSync(fd),
  ftruncate: fs.ftruncateSync,
  lstat: statsOf,
  changedAt: (path) => statsOf(path)?.mtimeMs,
  names: (path) => fs.readdirSync(path),
  rename: fs.renameSync,
  unlink: fs.unlinkSync,
  mkdir: (path, mode) => {
    makeOwnDirectory(path, mode);
  },
  openRaw: (path, flags) => fs.openSync(path, flags),
  lstatRaw: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  rawNames: (path) => fs.readdirSync(path, 'latin1'),
  linkTarget: (path) => fs.readlinkSync(path, 'buffer'),
  freeBytes: (path) => {
    const { bavail, bsize } = fs.statfsSync(path);
    return bavail * bsize;
  },
  fileSystem: (path) => (process.platform === 'linux' ? fs.statfsSync(path).type : undefined),
};

// Windows knows no O_NOFOLLOW: there Node names it undefined although its types do not say so.
const noFollow = (fs.constants.O_NOFOLLOW as number | undefined) ?? 0;

// Nor this one.
const nonBlocking = (fs.constants.O_NONBLOCK as number | undefined) ?? 0;

/** Flags of {@link SnapshotCalls.open}: never through a symbolic link as the last part of the path, and a FIFO in its place is not waited for. */
export const openFlags = {
  read: fs.constants.O_RDONLY | noFollow | nonBlocking,
  update: fs.constants.O_RDWR | noFollow | nonBlocking,
  /** Fails when something is there. */
  create: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL | noFollow,
  openOrCreate: fs.constants.O_RDWR | fs.constants.O_CREAT | noFollow | nonBlocking,
  /** Of the workspace. */
  readForeign: fs.constants.O_RDONLY | noFollow | nonBlocking,
} as const;

/** A file or directory of snap's own. A FIFO or a device that took its place would read as an empty file, or without an end. */
function openRegular(path: string, flags: number, mode?: number): number {
  const fd = fs.openSync(path, flags, mode);
  const stats = fs.fstatSync(fd);
  if (stats.isFile() || stats.isDirectory()) return fd;
  fs.closeSync(fd);
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ENXIO' });
}

/** Reads as much as there is, up to `length` bytes. */
export function readUpTo(calls: SnapshotCalls, fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const got = calls.read(fd, bytes.subarray(done), position + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

/** The whole file, never through a link; `undefined` when there is none. */
export function readWholeFile(calls: SnapshotCalls, path: string): Buffer | undefined {
  if (calls.lstat(path) === undefined) return undefined;
  const fd = calls.open(path, openFlags.read);
  try {
    return readUpTo(calls, fd, 0, calls.fstat(fd).size);
  } finally {
    calls.close(fd);
  }
}

/** Replaces one of snap's own files (0600) through `<path>.tmp`. `durable`: its bytes are on the disk before it gets its name. */
export function replaceFile(calls: SnapshotCalls, path: string, bytes: Uint8Array, options: { readonly durable: boolean }): void {
  replaceFileBy(calls, path, (fd) => writeAll(calls, fd, bytes, 0), options);
}

/** The same of one that is too large to be held whole. */
export function replaceFileBy(
  calls: SnapshotCalls,
  path: string,
  fill: (fd: number) => void,
  { durable }: { readonly durable: boolean },
): void {
  const temporary = `${path}.tmp`;
  if (calls.lstat(temporary) !== undefined) calls.unlink(temporary);
  const fd = calls.open(temporary, openFlags.create, 0o600);
  try {
    fill(fd);
    if (durable) calls.fdatasync(fd);
  } catch (error) {
    calls.close(fd);
    dropQuietly(calls, temporary);
    throw error;
  }
  calls.close(fd);
  try {
    calls.rename(temporary, path);
  } catch (error) {
    dropQuietly(calls, temporary);
    throw error;
  }
}

/** What restoring does to the files of a workspace, where names are bytes: one table, as above. None of it follows a last link. */
export interface WorkspaceCalls {
  /** `undefined` when nothing is there, or a directory on the way is none. */
  lstat(path: Buffer): fs.BigIntStats | undefined;
  /** To read; never through a link, never waiting for a FIFO. */
  openToRead(path: Buffer): number;
  /** To write; fails when something is there. */
  openNew(path: Buffer, mode: number): number;
  close(fd: number): void;
  fstat(fd: number): fs.BigIntStats;
  read(fd: number, into: Uint8Array): number;
  /** How many bytes were taken. `null`: at the current position. */
  write(fd: number, bytes: Uint8Array, position: number | null): number;
  ftruncate(fd: number, size: number): void;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;
  rename(from: Buffer, to: Buffer): void;
  unlink(path: Buffer): void;
  /** One directory, with exactly this mode. */
  mkdir(path: Buffer, mode: number): void;
  rmdir(path: Buffer): void;
  symlink(target: Buffer, path: Buffer): void;
  readlink(path: Buffer): Buffer;
  readdir(path: Buffer): Buffer[];
}

const noWait = (fs.constants.O_NONBLOCK as number | undefined) ?? 0;

/** The table over node:fs. */
export const nodeWorkspaceCalls: WorkspaceCalls = {
  lstat(path) {
    try {
      return fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      if (failureCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  },
  openToRead: (path) => fs.openSync(path, fs.constants.O_RDONLY | noFollow | noWait),
  openNew: (path, mode) => fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL | noFollow, mode),
  close: fs.closeSync,
  fstat: (fd) => fs.fstatSync(fd, { bigint: true }),
  read: (fd, into) => fs.readSync(fd, into, 0, into.length, null),
  write: (fd, bytes, position) => fs.writeSync(fd, bytes, 0, bytes.length, position),
  ftruncate: fs.ftruncateSync,
  fchmod: fs.fchmodSync,
  fchown: fs.fchownSync,
  rename: fs.renameSync,
  unlink: fs.unlinkSync,
  mkdir: (path, mode) => {
    fs.mkdirSync(path, mode);
  },
  rmdir: (path) => fs.rmdirSync(path),
  symlink: (target, path) => fs.symlinkSync(target, path),
  readlink: (path) => fs.readlinkSync(path, { encoding: 'buffer' }),
  readdir: (path) => fs.readdirSync(path, { encoding: 'buffer' }),
};
