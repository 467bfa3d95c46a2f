import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { SnapError } from '../errors.ts';
import { diskError, displayPath, failureCode } from '../failures.ts';

const maxBytes = 64 * 1024;

export interface PrivateReading {
  readonly home: string;
  /** What to do about a file that is not used. */
  readonly hint: string;
  /** A file that others may read, but not write, is read too: to end what is in it. */
  readonly mayBeKnown?: boolean;
}

/**
 * The text of a small file that only this user may read: a token. Links are not followed.
 * @returns undefined when there is none.
 * @throws SnapError `refused` for a file that another user owns, or that others may read or write: then it may be known, or not be ours.
 */
export function readPrivateText(path: string, { home, hint, mayBeKnown = false }: PrivateReading): string | undefined {
  const unsafe = (why: string): SnapError =>
    new SnapError('refused', `${displayPath(path, { home })}: ${why}, so snap does not use it.`, { hint });
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let fd: number;
  try {
    // Windows knows neither flag. A FIFO is not waited for.
    fd = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch (error) {
    if (failureCode(error) === 'ENOENT' || failureCode(error) === 'ENOTDIR') return undefined;
    if (failureCode(error) === 'ELOOP') throw unsafe('it is a link');
    throw diskError(home, path, 'could not be read', error);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) throw unsafe('it is no small file');
    if (process.platform !== 'win32') {
      if (stats.uid !== process.geteuid?.()) throw unsafe('it belongs to another user');
      if ((stats.mode & (mayBeKnown ? 0o022 : 0o077)) !== 0)
        throw unsafe(mayBeKnown ? 'other users may write it' : 'other users may read it');
    }
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/**
 * Whether there is a file of this user's, or a link, that can be deleted without a look at what it holds.
 * @throws SnapError `refused` for what another user owns, and for what is no file.
 */
export function isDeletable(path: string, home: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  // A link is deleted itself, whoever made it: what it points to stays.
  if (stats.isSymbolicLink()) return true;
  const isForeign = process.platform !== 'win32' && stats.uid !== process.geteuid?.();
  if (!stats.isDirectory() && !isForeign) return true;
  throw new SnapError(
    'refused',
    `${displayPath(path, { home })}: ${isForeign ? 'it belongs to another user' : 'it is a directory'}, so snap does not delete it.`,
    { hint: 'Look what it is, and move it away.' },
  );
}
