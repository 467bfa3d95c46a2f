import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeOwnDirectory } from '../make-directory.ts';

/**
 * Replaces a file that only this user may read, whole or not at all: a new file with mode 0600, never one that is there, renamed onto the path. A link
 * at the path is replaced, not followed.
 */
export function writePrivateFile(path: string, text: string): void {
  makeOwnDirectory(dirname(path));
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  try {
    try {
      writeSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes a file that holds exactly this text. One with another text, or that is no plain file, is somebody else's and stays. */
export function removePrivateFile(path: string, text: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
}
