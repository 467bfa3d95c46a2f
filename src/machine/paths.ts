import { posix, win32 } from 'node:path';
import type { Platform } from '../clients/index.ts';

/** Whether a path of any platform is absolute, on any other platform. */
export function isAbsolutePath(path: string, platform: Platform): boolean {
  return platform === 'win32' ? win32.isAbsolute(path) && /^([A-Za-z]:|[\\/]{2})/.test(path) : posix.isAbsolute(path);
}

/** A path relative to a directory; an absolute path is returned as it is. */
export function joinPath(from: string, path: string, platform: Platform): string {
  if (isAbsolutePath(path, platform)) return path;
  return platform === 'win32' ? win32.join(from, path) : posix.join(from, path);
}

/** The directory of a path; `.` for a bare name. */
export function directoryOf(path: string, platform: Platform): string {
  return platform === 'win32' ? win32.dirname(path) : posix.dirname(path);
}

/** The directory a server starts in: that of its entry, relative to where its client starts it. `undefined`: unknown. */
export function startDirectory(cwd: string | undefined, startsIn: string | undefined, platform: Platform): string | undefined {
  if (cwd === undefined) return startsIn;
  if (isAbsolutePath(cwd, platform)) return cwd;
  return startsIn === undefined ? undefined : joinPath(startsIn, cwd, platform);
}

/** The last name of a path, with either kind of separator. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** A program's name without directory and Windows ending, in lower case. */
export function programName(command: string): string {
  return nameOf(command)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com|ps1)$/, '');
}

/**
 * Whether an argument looks like a path. Names of packages (`@scope/name`, `owner/repo`), addresses, globs, flags and code do not. In
 * doubt the answer is no, because a wrong yes would be a false alarm.
 */
export function looksLikePath(arg: string): boolean {
  if (/[\n\r*|<>$%{}`;]/.test(arg) || arg.startsWith('-') || /^[\w+.-]{2,}:/.test(arg)) return false;
  return /^(\.{1,2}[\\/]|\/[^/]+\/|[A-Za-z]:[\\/]|~[\\/])/.test(arg);
}
