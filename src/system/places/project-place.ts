import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectMarks, repositoryMarks } from './project-marks.ts';

/**
 * The project that a place of snap's own is in; `undefined` where the place is the person's. A project may set variables such as `SNAP_DATA_DIR`, for
 * instance by a file that direnv reads, and may hold files that say they are the person's: a journal, approvals, tokens, code.
 *
 * A project is each directory above the place that has a mark of one, also by its real path. The home directory holds many of those marks for other
 * reasons, so it counts as one only where it is a repository and the system says that the user's home is another. The home that the system knows of
 * the user, and what is above it, is never one.
 * @param usual the place where it would be without any variable but that of the home: such a place is in a project only where the home is in one.
 * @param current the directory that is worked in, which counts as a project without a mark too: one that was unpacked may have none.
 * @param near only a project that holds one of these directories counts.
 */
export function projectAroundPlace(
  place: string,
  home: string,
  usual: string,
  current?: string,
  near?: readonly string[],
): string | undefined {
  // Most starts of the program end here.
  if (place === usual && home === homeOfUser()) return undefined;
  const realHome = realPath(home);
  const isHome = (directory: string): boolean => directory === home || directory === realHome;
  const start = place === usual ? home : place;
  const holding = near === undefined ? undefined : new Set(near.flatMap((one) => above(realPath(one))));
  const seen = new Set<string>();
  for (const from of new Set([...above(start), ...above(start).map(realPath)])) {
    for (const directory of above(from)) {
      if (seen.has(directory)) break;
      seen.add(directory);
      const marks = isHome(directory) ? repositoryMarks : projectMarks;
      const isCurrent = directory === current && place !== usual && !above(realHome).includes(current);
      const real = realPath(directory);
      if (holding?.has(real) === false || !(isCurrent || marks.some((mark) => existsSync(join(directory, mark))))) continue;
      if (!isNobodysProject(real)) return real;
    }
  }
  return undefined;
}

/** The directory and all above it, the nearest first. */
function above(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...above(parent)];
}

/** Asked only of directories with a mark, which are few. */
function isNobodysProject(directory: string): boolean {
  const usersHome = homeOfUser();
  if (usersHome !== undefined && [...above(usersHome), ...above(realPath(usersHome))].includes(directory)) return true;
  // In a directory that everyone may write to, such as /tmp, anyone could put a mark.
  const { mode, uid } = lstatSync(directory);
  return uid === 0 && (mode & 0o1002) === 0o1002;
}

let known: string | undefined;

function homeOfUser(): string | undefined {
  try {
    return (known ??= process.getBuiltinModule('node:os').userInfo().homedir);
  } catch {
    // A user without an entry in the list of users.
    return undefined;
  }
}

/** Of what is not there, where it would be. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), path.slice(dirname(path).length));
  }
}
