import { isAbsolute, dirname } from 'node:path';
import { type Disk, inspect, removeEmptyDirectories, temporaryBeside } from './disk.ts';
import { type FileCalls, nodeFileCalls } from './file-calls.ts';
import { loadKey } from './key.ts';
import { appendOwnFile, removeOwnFile, writeOwnFile } from './own-files.ts';
import { ownRun } from './programs/process-run.ts';
import { realTarget } from './links.ts';
import { createRecordLog } from './record-log.ts';
import { removeEmptyOwn, removeOwnTree } from './places/remove-own-tree.ts';
import { replaceFile, requireContent } from './replace.ts';
import { seal, unseal } from './seal.ts';
import type { LockPath, ProcessRun, System, WritableSystem, Hash } from './system.ts';
import { tidy } from './tidy.ts';
import { withLocks } from './locks/with-locks.ts';
import { syncDirectory } from './disk-steps.ts';
import { diskError } from './failures.ts';

export interface WritableOptions {
  /** For tests: the calls that reach the disk. */
  readonly calls?: FileCalls;
  /** For tests: who this process is said to be. */
  readonly run?: ProcessRun;
  /** How long to wait for the lock of another process. */
  readonly patienceMs?: number;
}

/** The real machine with write access. Reads use the given system. */
export function writableSystem(system: System, options: WritableOptions = {}): WritableSystem {
  const run = options.run ?? ownRun(system.platform);
  return overDisk({ system, run, calls: options.calls ?? nodeFileCalls, patienceMs: options.patienceMs ?? 30_000 }, new Set());
}

function overDisk(disk: Disk, held: ReadonlySet<string>): WritableSystem {
  const { run, system } = disk;
  const locked = <T>(paths: readonly LockPath[], work: (system: WritableSystem) => Promise<T>): Promise<T> =>
    withLocks(disk, paths, { sweep: held.size === 0 }, (more) => work(overDisk(disk, new Set([...held, ...more]))));
  /** Takes the lock of the file where the caller does not hold it. */
  const alone = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    held.has(inspect(disk, path).path) ? work() : locked([path], work);

  return {
    platform: system.platform,
    home: system.home,
    env: system.env,
    cwd: system.cwd,
    isCwdGone: system.isCwdGone === true,
    get own() {
      return system.own;
    },
    placeProblem: system.placeProblem,
    ...(system.isPlaceIgnored === undefined ? {} : { isPlaceIgnored: system.isPlaceIgnored }),
    resolve: (path) => system.resolve(path),
    now: () => system.now(),
    readBytes: (path) => system.readBytes(path),
    readStart: (path, length) => system.readStart(path, length),
    look: (path) => system.look(path),
    list: (path) => system.list(path),
    hasEnded: (other) => system.hasEnded(other),
    spawn: (program, args, spawnOptions) => system.spawn(program, args, spawnOptions),
    runJob: (job, input, jobOptions) => system.runJob(job, input, jobOptions),
    walk: (root, walkOptions) => system.walk(root, walkOptions),
    stamps: (paths) => system.stamps(paths),
    watch: (root, watchOptions) => system.watch(root, watchOptions),
    run,
    ownFiles: {
      write: async (path, bytes, writeOptions) => writeOwnFile(disk, path, bytes, writeOptions?.durable),
      append: async (path, bytes, { durable }) => appendOwnFile(disk, path, bytes, durable),
      remove: async (path) => removeOwnFile(disk, path),
      removeTree: async (path) => removeOwnTree(disk, path),
      removeEmpty: async (directory) => removeEmptyOwn(disk, directory),
      seal: async (bytes) => seal(await loadKey(disk), bytes),
      unseal: async (bytes) => unseal(await loadKey(disk), bytes),
    },
    log(path, lock, isCurrent) {
      // By the current directory it would be another lock in every process.
      if (!isAbsolute(lock)) throw new Error(`a lock needs a whole path: ${lock}`);
      const target = () => {
        const real = realTarget(disk.calls, system.home, lock);
        return held.has(real) ? undefined : real;
      };
      return createRecordLog(disk, path, { lock: target, isCurrent });
    },
    inspect: async (path) => inspect(disk, path),
    replaceBytes: async (path, expected, bytes, replaceOptions) =>
      alone(path, () => replaceFile(disk, path, expected, bytes, replaceOptions)),
    removeFile: async (path, expected, directories = []) => alone(path, () => removeFile(disk, path, expected, directories)),
    tidy: async (path) => alone(path, () => tidy(disk, inspect(disk, path).path)),
    withLocks: locked,
  };
}

/**
 * `WritableSystem.removeFile`, with the lock of the target held. The file first takes the temporary name: from there it can come
 * back as it was, and no program can write it between the last check and the end.
 */
async function removeFile(disk: Disk, path: string, expected: Hash | 'absent', directories: readonly string[]): Promise<void> {
  const { calls, system } = disk;
  const target = inspect(disk, path).path;
  await tidy(disk, target);
  requireContent(disk, target, target, expected);
  try {
    if (expected !== 'absent') {
      const temporary = temporaryBeside(target);
      calls.rename(target, temporary);
      try {
        requireContent(disk, temporary, target, expected);
        syncDirectory(calls, dirname(target));
        calls.unlink(temporary);
      } catch (error) {
        calls.rename(temporary, target);
        throw error;
      }
    }
    removeEmptyDirectories(calls, directories);
  } catch (error) {
    throw diskError(system.home, target, 'could not be removed', error);
  }
}
