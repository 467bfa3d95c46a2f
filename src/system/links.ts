import { basename, dirname, join, resolve } from 'node:path';
import { SnapError } from './errors.ts';
import { failureCode, displayPath } from './failures.ts';
import type { FileCalls } from './file-calls.ts';

/**
 * The real path behind a path whose end may not exist yet: every link on the way is followed, a dangling one to where it points.
 * @throws SnapError `link-loop`; the file system's own error for anything else.
 */
export function realTarget(calls: Pick<FileCalls, 'realpath' | 'readlink'>, home: string, path: string): string {
  const loop = (cause?: unknown) =>
    new SnapError('link-loop', `${displayPath(path, { home })}: its symbolic links lead back to themselves.`, {
      hint: `Remove or fix the link, see "ls -l ${displayPath(path, { home })}".`,
      cause,
    });

  let current = resolve(path);
  // 40 is where Linux gives up too: https://man7.org/linux/man-pages/man7/path_resolution.7.html
  for (let hops = 0; hops <= 40; hops += 1) {
    try {
      return calls.realpath(current);
    } catch (error) {
      if (failureCode(error) === 'ELOOP') throw loop(error);
      // Absent, or a link to something absent: go on by hand.
      if (failureCode(error) !== 'ENOENT') throw error;
    }
    const directory = dirname(current);
    if (directory === current) return current;
    // A relative link counts from the real directory that holds it, which "a/../b" in a text would miss.
    const real = join(realTarget(calls, home, directory), basename(current));
    const next = linkText(calls, real);
    if (next === undefined) return real;
    current = resolve(dirname(real), next);
  }
  throw loop();
}

function linkText(calls: Pick<FileCalls, 'readlink'>, path: string): string | undefined {
  try {
    return calls.readlink(path);
  } catch (error) {
    // EINVAL: something that is not a link (UNKNOWN on Windows); ENOENT: nothing there. Either way the walk ends here.
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes(failureCode(error) ?? '')) return undefined;
    throw error;
  }
}
