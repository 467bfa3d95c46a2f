import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { SnapError } from './errors.ts';
import { diskError, failureCode, failureWords, displayPath, maxReadBytes, tooLarge } from './failures.ts';
import { realTarget } from './links.ts';
import { directoriesBelow } from './places/own-directories.ts';
import { placesOf, type Places } from './places/places.ts';
import { projectAroundPlace } from './places/project-place.ts';
import type { OwnDirectories, ProcessRun, Seen, System } from './system.ts';

export interface NodeSystemOverrides {
  readonly env?: System['env'];
  readonly home?: string;
  readonly cwd?: string;
  readonly own?: OwnDirectories;
  readonly now?: () => Date;
}

/** The real machine, for reading. Writing commands put `writableSystem` around it (system/writable.ts, loaded when needed). */
export function nodeSystem(overrides: NodeSystemOverrides = {}): System {
  const { env = process.env } = overrides;
  const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
  const current = overrides.cwd ?? currentDirectory();
  const { home, isProjects, own, problem } =
    overrides.home === undefined ? placesAround(platform, env, current) : placesBelow(overrides.home, platform, env);
  const cwd = current === undefined ? home : belowHome(home, current);
  return {
    platform,
    home,
    env,
    cwd,
    ...(current === undefined ? { isCwdGone: true } : {}),
    own: overrides.own ?? own,
    placeProblem: problem,
    ...(isProjects === undefined ? {} : { isPlaceIgnored: isProjects }),
    resolve: (path) => resolve(cwd, path),
    now: overrides.now ?? (() => new Date()),
    readBytes: async (path) => readWhole(home, path),
    readStart: async (path, length) => readStart(path, length),
    look: async (path) => look(home, path),
    list: async (path) => {
      try {
        // Most directories that are asked about do not exist, and a thrown no costs more than a question before.
        return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readdirSync(path);
      } catch {
        // Not a directory, or no permission: there are no names in both cases.
        return undefined;
      }
    },
    walk: async (root, options) => (await import('./walk.ts')).walkTree(root, options),
    stamps: async (paths) => (await import('./file-stamps.ts')).fileStamps(paths),
    watch: async (root, options) => (await import('./watch.ts')).watchTree(root, options),
    hasEnded: async (run: ProcessRun) => (await import('./programs/process-run.ts')).runHasEnded(platform, run),
    spawn: async (program, args, options) => (await import('./programs/spawn.ts')).spawnProgram(program, args, options),
    runJob: async (job, input, options) => (await import('./workers/run-job.ts')).runJob(job, input, options),
  };
}

function placesAround(platform: System['platform'], env: System['env'], cwd: string | undefined): Places {
  const places = placesOf({
    platform,
    env,
    userHome: () => process.getBuiltinModule('node:os').userInfo().homedir,
    unusable: notADirectory,
    projectAround: (place, home, usual) => projectAroundPlace(place, home, usual, cwd),
  });
  return { ...places, home: withoutEndSeparator(places.home) };
}

/** For tests: everything stays below the home they name. */
function placesBelow(home: string, platform: System['platform'], env: System['env']): Places {
  return { home, own: directoriesBelow(env['SNAP_DATA_DIR'] || join(home, '.snap-mcp'), platform), problem: undefined };
}

/** Why a path cannot be a home directory. One that does not exist yet can. */
function notADirectory(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || stats.isDirectory() ? undefined : 'this is not a directory';
  } catch (error) {
    return failureWords(error);
  }
}

/** Paths are compared as text, so the home has one spelling. The root keeps its separator. */
function withoutEndSeparator(path: string): string {
  const { root } = parse(path);
  const end = sep === '\\' ? /[\\/]+$/ : /\/+$/;
  return root + path.slice(root.length).replace(end, '');
}

/** The system reports the real directory; where the home is a link to it, paths are shown below the home. */
function belowHome(home: string, directory: string): string {
  const real = quietly(() => realpathSync.native(home));
  if (real === undefined || real === home) return directory;
  const rest = relative(real, directory);
  return rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest) ? directory : resolve(home, rest);
}

/** `undefined` where it was deleted. */
function currentDirectory(): string | undefined {
  return quietly(() => process.cwd());
}

function readWhole(home: string, path: string): Uint8Array | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    // Opening a FIFO would wait for a writer.
    if (!stats.isFile() || leadsIntoKernel(path, stats)) throw notAFile(home, path, stats);
    if (stats.size > maxReadBytes) throw tooLarge(home, path, stats.size);
    return readFileSync(path);
  } catch (error) {
    switch (failureCode(error)) {
      case 'ENOENT':
      // There is a file in place of a directory, so nothing has this name.
      case 'ENOTDIR':
        return undefined;
      case 'ELOOP':
        throw new SnapError('link-loop', `${displayPath(path, { home })}: its symbolic links lead back to themselves.`, { cause: error });
      case 'EACCES':
      case 'EPERM':
        throw new SnapError('refused', `${displayPath(path, { home })}: permission to read it is denied.`, {
          hint: `See who may: ls -l ${displayPath(path, { home })}`,
          cause: error,
        });
      default:
        throw diskError(home, path, 'could not be read', error);
    }
  }
}

/**
 * Whether a link leads to what the kernel makes up. It says that it is an empty regular file, and reading it may wait for ever, or take something away:
 * https://man7.org/linux/man-pages/man5/proc_kmsg.5.html (2026-11-23). What is asked for there by its own path is read.
 */
function leadsIntoKernel(path: string, { size }: Stats): boolean {
  const isKernel = /^\/(?:proc|sys)\//;
  return size === 0 && process.platform === 'linux' && !isKernel.test(path) && isKernel.test(realpathSync.native(path));
}

function readStart(path: string, length: number): Uint8Array | undefined {
  return quietly(() => {
    // Opening a FIFO would wait for a writer.
    const stats = statSync(path);
    if (!stats.isFile() || leadsIntoKernel(path, stats)) return undefined;
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    } finally {
      closeSync(file);
    }
  });
}

/** A directory, FIFO, socket or device where a file should be. */
export function notAFile(home: string, path: string, stats: Stats): SnapError {
  const what = stats.isDirectory() ? 'a directory' : 'not a regular file';
  return new SnapError('refused', `${displayPath(path, { home })}: this is ${what}.`, {
    hint: 'Move it away, then run the command again.',
  });
}

function look(home: string, path: string): Seen | undefined {
  const nothing = { size: 0, mode: 0, readable: false, writable: false, executable: false };
  let here: Stats | undefined;
  try {
    here = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Everything else (a file where a directory should be, a name too long) means that nothing is there.
    return failureCode(error) === 'EACCES' ? { kind: 'unreachable', ...nothing } : undefined;
  }
  if (here === undefined) return undefined;
  if (!here.isSymbolicLink()) return seen(path, here);

  try {
    const target = realTarget({ realpath: (link) => realpathSync.native(link), readlink: (link) => readlinkSync(link) }, home, path);
    const there = statSync(target, { throwIfNoEntry: false });
    return there === undefined ? { kind: 'dangling-link', target, ...nothing } : { ...seen(target, there), target };
  } catch (error) {
    const kind = error instanceof SnapError && error.code === 'link-loop' ? 'link-loop' : 'dangling-link';
    return { kind, target: readlinkSync(path), ...nothing };
  }
}

function seen(path: string, stats: Stats): Seen {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
  return {
    kind,
    size: kind === 'file' ? stats.size : 0,
    mode: stats.mode & 0o7777,
    readable: permits(path, constants.R_OK),
    // The mode is checked too: access(2) allows root to write any file, but mode 0444 shows that the owner wants it unchanged.
    writable: (stats.mode & 0o200) !== 0 && permits(path, constants.W_OK),
    // access(2) would say no for almost every file, and a thrown no costs more than all the rest of this.
    executable: (stats.mode & 0o111) !== 0,
  };
}

function permits(path: string, mode: number): boolean {
  return quietly(() => accessSync(path, mode) ?? true) ?? false;
}

/** A question whose failure is its answer. */
function quietly<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
