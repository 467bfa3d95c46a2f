import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { SnapError } from '../errors.ts';
import { diskError, displayPath, failureCode } from '../failures.ts';

const maxBytes = 64 * 1024;

/**
 * The text of a small file that only this user may read: a token. Links are not followed.
 * @returns undefined when there is none.
 * @throws SnapError `refused` for a file that another user owns, or that others may read or write: then it may be known, or not be ours.
 */
export function readPrivateText(path: string, home: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let fd: number;
  try {
    // Windows knows neither flag. A FIFO is not waited for.
    fd = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch (error) {
    if (failureCode(error) === 'ENOENT' || failureCode(error) === 'ENOTDIR') return undefined;
    if (failureCode(error) === 'ELOOP') throw unsafe(path, home, 'it is a link');
    throw diskError(home, path, 'could not be read', error);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) throw unsafe(path, home, 'it is no small file');
    if (process.platform !== 'win32') {
      if (stats.uid !== process.geteuid?.()) throw unsafe(path, home, 'it belongs to another user');
      if ((stats.mode & 0o077) !== 0) throw unsafe(path, home, 'other users may read it');
    }
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

function unsafe(path: string, home: string, why: string): SnapError {
  const shown = displayPath(path, { home });
  return new SnapError('refused', `${shown}: ${why}, so snap does not use it.`, {
    hint: `Delete it, then run "snap daemon restart", which makes a new one.`,
  });
}
