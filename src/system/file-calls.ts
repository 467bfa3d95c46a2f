import * as fs from 'node:fs';
import { promisify } from 'node:util';

/**
 * Every call with which the writing side touches the disk, one table: a test makes the n-th of them fail and sees what is left.
 * Synchronous but for one: a command does one thing after the other, and a trip through the thread pool costs more than the call.
 */
export interface FileCalls {
  open(path: string, flags: string | number, mode?: number): number;
  close(fd: number): void;
  /** How many bytes were taken; at the current position when none is given. */
  write(fd: number, bytes: Uint8Array, position: number | null): number;
  fsync(fd: number): void;
  /** The one call that does not block: records of others are written while the disk is waited for. */
  fsyncLater(fd: number): Promise<void>;
  fstat(fd: number): fs.Stats;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;
  ftruncate(fd: number, size: number): void;
  readFile(path: string): Buffer;
  /** How many bytes were read into the buffer; 0 at the end of the file. */
  read(fd: number, into: Uint8Array, position: number): number;
  /** Content, access list and extended attributes, into a file that is not there yet. */
  copyNew(from: string, to: string): void;
  rename(from: string, to: string): void;
  link(existing: string, path: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  /** `undefined` when nothing is there. */
  lstat(path: string): fs.Stats | undefined;
  access(path: string, mode: number): void;
  realpath(path: string): string;
  readlink(path: string): string;
  readdir(path: string): string[];
}

/** The table over node:fs. */
export const nodeFileCalls: FileCalls = {
  open: fs.openSync,
  close: fs.closeSync,
  write: (fd, bytes, position) => fs.writeSync(fd, bytes, 0, bytes.length, position),
  fsync: fs.fsyncSync,
  fsyncLater: promisify(fs.fsync),
  fstat: (fd) => fs.fstatSync(fd),
  fchmod: fs.fchmodSync,
  fchown: fs.fchownSync,
  ftruncate: fs.ftruncateSync,
  readFile: readRegular,
  read: (fd, into, position) => fs.readSync(fd, into, 0, into.length, position),
  copyNew: (from, to) => fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL),
  rename: fs.renameSync,
  link: fs.linkSync,
  unlink: fs.unlinkSync,
  mkdir: (path, mode) => {
    fs.mkdirSync(path, mode);
  },
  rmdir: (path) => fs.rmdirSync(path),
  lstat: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  access: fs.accessSync,
  // The native one also gives the true spelling of a name where upper and lower case are the same file.
  realpath: (path) => fs.realpathSync.native(path),
  readlink: (path) => fs.readlinkSync(path),
  readdir: (path) => fs.readdirSync(path),
};

/** A FIFO or a device that took the place of a file would be waited for, or read without an end. */
function readRegular(path: string): Buffer {
  const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const stats = fs.fstatSync(fd);
    if (stats.isFile() || stats.isDirectory()) return fs.readFileSync(fd);
    throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ENXIO' });
  } finally {
    fs.closeSync(fd);
  }
}
