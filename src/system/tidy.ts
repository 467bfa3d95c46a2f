import { type Disk, readIfThere, temporaryBeside, unlinkIfThere } from './disk.ts';
import { diskError } from './failures.ts';
import { isTorn, overwrite } from './in-place.ts';
import { dropWriteAhead, readWriteAhead, writeAheadPath } from './write-ahead.ts';

/** `WritableSystem.tidy`, with the lock of the target held: every file there with our name was left by a run that died. */
export async function tidy(disk: Disk, target: string): Promise<void> {
  try {
    unlinkIfThere(disk.calls, temporaryBeside(target));
    if (disk.calls.lstat(writeAheadPath(disk, target)) !== undefined) await finishInPlace(disk, target);
    dropWriteAhead(disk, target);
  } catch (error) {
    throw diskError(disk.system.home, target, 'could not be tidied up after an interrupted run', error);
  }
}

async function finishInPlace(disk: Disk, target: string): Promise<void> {
  const copy = await readWriteAhead(disk, target);
  const now = readIfThere(disk.calls, target);
  if (copy === undefined || now === undefined) return;
  // The file is whole in both cases. Anything else was written by another program since, and is kept.
  if (now.equals(copy.before) || now.equals(copy.after) || !isTorn(now, copy.before, copy.after)) return;
  overwrite(disk, target, now, copy.before);
}
