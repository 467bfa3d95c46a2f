import { resolve } from 'node:path';
import type { Disk } from '../disk.ts';
import { SnapError } from '../errors.ts';
import { diskError, failureCode } from '../failures.ts';
import { releaseForeignLock, takeForeignLock } from './foreign-lock.ts';
import { realTarget } from '../links.ts';
import { type Lock, sweepDeadLocks, takeLock } from './lock.ts';
import { requireOwnPlace } from '../places/own-directories.ts';
import type { LockPath } from '../system.ts';
import { tidy } from '../tidy.ts';

/** `WritableSystem.withLocks`; `work` gets the real paths that are held. `sweep`: look for the locks of dead owners first. */
export async function withLocks<T>(
  disk: Disk,
  paths: readonly LockPath[],
  { sweep }: { readonly sweep: boolean },
  work: (held: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  requireOwnPlace(disk.system);
  // The lock of a dead run names the files it was writing, which may be others than the one requested now.
  if (sweep) await sweepQuietly(disk);

  const locks: Lock[] = [];
  let failed = true;
  try {
    for (const { target, foreign } of requests(disk, paths)) {
      const lock = await takeLock(disk, { target, foreign });
      locks.push(lock);
      if (lock.tookOver) await worded(disk, lock.target, () => tidyAll(disk, lock));
    }
    // Last: the client treats its own lock as stale after ten seconds, and waiting for ours may take longer.
    for (const { foreign } of locks) if (foreign !== undefined) await worded(disk, foreign, () => takeForeignLock(disk, foreign));
    const result = await work(new Set(locks.map(({ target }) => target)));
    failed = false;
    return result;
  } finally {
    for (const lock of locks.toReversed()) await putDown(disk, lock, { tidied: !failed });
  }
}

/** What cannot be swept now is swept by a later run; it must not keep this one from its work. */
async function sweepQuietly(disk: Disk): Promise<void> {
  try {
    await sweepDeadLocks(disk, (lock) => putDown(disk, lock, { tidied: false }));
  } catch (error) {
    if (failureCode(error) === undefined && !(error instanceof SnapError)) throw error;
  }
}

/** One request per real path, in an order that is the same for every process. */
function requests(disk: Disk, paths: readonly LockPath[]): readonly { readonly target: string; readonly foreign: string | undefined }[] {
  const byTarget = new Map<string, string | undefined>();
  for (const entry of paths) {
    const { path, foreignLock } = typeof entry === 'string' ? { path: entry, foreignLock: false } : entry;
    const target = real(disk, path);
    byTarget.set(target, foreignLock ? resolve(path) : byTarget.get(target));
  }
  return [...byTarget].map(([target, foreign]) => ({ target, foreign })).sort((one, other) => (one.target < other.target ? -1 : 1));
}

function real(disk: Disk, path: string): string {
  try {
    return realTarget(disk.calls, disk.system.home, path);
  } catch (error) {
    throw diskError(disk.system.home, path, 'could not be looked at', error);
  }
}

async function worded(disk: Disk, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw diskError(disk.system.home, path, 'could not be locked', error);
  }
}

async function putDown(disk: Disk, lock: Lock, { tidied }: { readonly tidied: boolean }): Promise<void> {
  const needsTidying = !tidied || lock.foreign !== undefined;
  if (!needsTidying || (await isTidied(disk, lock)) || (await isTidied(disk, lock))) lock.release();
  // The disk does not allow the cleanup; the next writer tries again. The failure that matters is reported already.
  else lock.abandon();
}

async function isTidied(disk: Disk, lock: Lock): Promise<boolean> {
  try {
    await tidyAll(disk, lock);
    return true;
  } catch {
    return false;
  }
}

async function tidyAll(disk: Disk, lock: Lock): Promise<void> {
  if (lock.foreign !== undefined) releaseForeignLock(disk, lock.foreign);
  await tidy(disk, lock.target);
}
