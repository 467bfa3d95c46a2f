import { basename, dirname, join } from 'node:path';
import { type Disk, removeEmptyDirectories, unlinkIfThere } from '../disk.ts';
import { SnapError } from '../errors.ts';
import { failureCode, displayPath } from '../failures.ts';
import { pause } from '../time-limit.ts';

// Cline's lock of its settings file is the directory `<file>.lock` with an owner file in it, renamed into place complete, since
// a rename onto an empty directory succeeds.
// https://github.com/cline/cline/blob/038f2b6455e8c9c8615ad0b783d92b2e10345386/sdk/packages/core/src/extensions/mcp/config-loader.ts
const ownerFile = 'owner.snap-mcp';

/**
 * Takes the client's own lock of a file; our own is held already. Answers how to release it.
 * @throws SnapError `refused` when the client does not release it. It is never taken from the client.
 */
export async function takeForeignLock(disk: Disk, file: string): Promise<() => void> {
  const { calls, patienceMs, system } = disk;
  const { lock, staging } = places(file);
  releaseForeignLock(disk, file);
  // The client cannot hold a lock in a directory that is not there.
  if (calls.lstat(dirname(file)) === undefined) return () => {};

  calls.mkdir(staging, 0o700);
  calls.close(calls.open(join(staging, ownerFile), 'wx', 0o600));
  const deadline = performance.now() + patienceMs;
  for (;;) {
    // Looked first: a rename would put aside an empty directory, which older versions of the client use.
    if (calls.lstat(lock) === undefined && renameInto(disk, staging, lock)) return () => releaseForeignLock(disk, file);
    if (performance.now() >= deadline) {
      releaseForeignLock(disk, file);
      throw new SnapError('refused', `${displayPath(file, system)}: its assistant has kept it locked for too long.`, {
        hint: `Try again. If the assistant is not running, delete ${displayPath(lock, system)}.`,
      });
    }
    await pause(5 + Math.random() * 20);
  }
}

/** Also what a dead run of snap left of it; a lock of the client stays. */
export function releaseForeignLock(disk: Disk, file: string): void {
  const { calls } = disk;
  const { lock, staging } = places(file);
  // Under a name that only snap uses it can be removed step by step, however often snap is interrupted.
  if (calls.lstat(join(lock, ownerFile)) !== undefined) calls.rename(lock, staging);
  unlinkIfThere(calls, join(staging, ownerFile));
  if (calls.lstat(staging) !== undefined) removeEmptyDirectories(calls, [staging]);
}

function places(file: string): { readonly lock: string; readonly staging: string } {
  const lock = join(dirname(file), `${basename(file)}.lock`);
  return { lock, staging: `${lock}.tmp.snap-mcp` };
}

function renameInto({ calls }: Disk, staging: string, lock: string): boolean {
  try {
    calls.rename(staging, lock);
    return true;
  } catch (error) {
    // The last two are what Windows says of a directory that is there.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(failureCode(error) ?? '') && calls.lstat(lock) !== undefined) return false;
    throw error;
  }
}
