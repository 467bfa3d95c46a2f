import { closeSync, constants, copyFileSync, fchmodSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeOwnDirectory } from '../make-directory.ts';

/** Bytes after which a log begins again, and how many files there are, with the one that is written. */
const maxBytes = 1_000_000;
const maxFiles = 5;

/** A log of lines that keeps only its last part. What cannot be written is lost without a word: a log must not stop its writer. */
export interface RotatingLog {
  add(line: string): void;
  /** Starts again if others (standard error of this process) have filled it. */
  check(): void;
  close(): void;
}

/** Opens it for adding, with mode 0600, never through a link. */
export function openLogFile(path: string): number {
  makeOwnDirectory(dirname(path));
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows has neither of the last two.
  const fd = openSync(path, O_RDWR | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (process.platform !== 'win32' && (stats.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * `log`, and `log.1` to `log.4` with what came before. The file itself stays the same one, since standard error of this process may lead to it: its
 * content is copied away and it is made empty.
 */
export function rotatingLog(path: string, limits = { maxBytes, maxFiles }): RotatingLog {
  let fd: number | undefined;
  const quietly = (work: () => void): void => {
    try {
      work();
    } catch {
      // A full disk, a directory that was removed.
    }
  };
  quietly(() => (fd = openLogFile(path)));
  const check = (): void =>
    quietly(() => {
      if (fd === undefined || fstatSync(fd).size < limits.maxBytes) return;
      rmSync(`${path}.${limits.maxFiles - 1}`, { force: true });
      for (let number = limits.maxFiles - 2; number >= 1; number -= 1)
        quietly(() => renameSync(`${path}.${number}`, `${path}.${number + 1}`));
      quietly(() => copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL));
      ftruncateSync(fd, 0);
    });
  return {
    add(line) {
      quietly(() => {
        if (fd !== undefined) writeSync(fd, `${line}\n`);
      });
      check();
    },
    check,
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}
