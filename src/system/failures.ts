import { SnapError } from './errors.ts';
import type { System } from './system.ts';

/** The system's name for a failure (`ENOENT`), when it has one. */
export function failureCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A path as people may see it: `~` for the home directory, since pasted output must not tell who someone is. */
export function displayPath(path: string, { home, platform }: Pick<System, 'home'> & Partial<Pick<System, 'platform'>>): string {
  const start = home.replace(/(?<=.)[\\/]$/, '');
  const isSame = (one: string, other: string): boolean =>
    platform === 'win32' ? one.toLowerCase() === other.toLowerCase() : one === other;
  if (start.length <= 1 || !isSame(path.slice(0, start.length), start)) return path;
  const rest = path.slice(start.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('\\') ? `~${rest}` : path;
}

/** A failure of the disk in words, with the file it befell. A SnapError passes unchanged: it is worded already. */
export function diskError(home: string, path: string, what: string, error: unknown): SnapError {
  if (error instanceof SnapError) return error;
  return new SnapError('io', `${displayPath(path, { home })}: ${what}: ${failureWords(error)}.`, { cause: error });
}

/** A failure of the system in words: `the disk is full`. Its code where there are no words for it, its own text where it has no code. */
export function failureWords(error: unknown): string {
  const code = failureCode(error);
  return (code === undefined ? undefined : causes[code]) ?? code ?? String(error);
}

/** A config file has a few kilobytes, the largest that were seen a few megabytes. Node reads no file of 2 GiB, and makes no text of 512 MiB. */
export const maxReadBytes = 64 * 1024 * 1024;

/** A file that is not read. */
export function tooLarge(home: string, path: string, size: number): SnapError {
  return new SnapError(
    'refused',
    `${displayPath(path, { home })}: it has ${sizeWords(size)}, and snap reads ${sizeWords(maxReadBytes)} at most.`,
    {
      hint: 'See what is in it. If it is not meant to be so large, move it away, then run the command again.',
    },
  );
}

/** `65 MiB`: rounded up, so that what is beyond a limit is never shown as equal to it. */
export function sizeWords(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}

/** Another program wrote the file after it was read and before it was written. */
export function changedMeanwhile(home: string, path: string): SnapError {
  return new SnapError('changed', `Left ${displayPath(path, { home })} alone: another program changed it.`, {
    hint: 'Run the command again.',
  });
}

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk reported an error',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  EBUSY: 'another program keeps it busy',
  ETXTBSY: 'another program keeps it busy',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOTDIR: 'a part of the path is not a directory',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EEXIST: 'something with this name is there already',
  ENOTEMPTY: 'the directory is not empty',
  ENXIO: 'it is not a regular file',
  ENODEV: 'it is not a regular file',
  ESPIPE: 'it is not a regular file',
  EINVAL: 'the system cannot do this with it',
  ENOTSUP: 'the file system cannot do this',
  EOPNOTSUPP: 'the file system cannot do this',
  ENOMEM: 'the memory is used up',
  ESTALE: 'the file is gone from the server it is on',
  ETIMEDOUT: 'the server it is on does not answer',
  // Node's own names, where it refuses before the system is asked.
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read',
  ERR_OUT_OF_RANGE: 'it is too large to be read',
  ERR_STRING_TOO_LONG: 'it is too large to be read',
  ERR_BUFFER_TOO_LARGE: 'it is too large to be read',
  ERR_MEMORY_ALLOCATION_FAILED: 'the memory is used up',
  ERR_INVALID_ARG_VALUE: 'this cannot be the path of a file',
};
