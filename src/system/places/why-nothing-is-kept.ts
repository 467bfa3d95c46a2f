import { join } from 'node:path';
import { SnapError } from '../errors.ts';
import type { System } from '../system.ts';
import { writableSystem } from '../node-writable.ts';

/** More than the disk has left where it takes names and no contents. */
const probeBytes = 4_096;

/**
 * Why snap can keep nothing at this time: the disk is full, read-only, or not ours to write. `undefined` when it can, and where its data directory
 * does not exist yet. Writes a small file there and removes it, since what a disk says of its free room does not tell.
 */
export async function whyNothingIsKept(system: System): Promise<SnapError | undefined> {
  if (system.placeProblem !== undefined || (await system.look(system.own.data)) === undefined) return undefined;
  const { ownFiles, run } = writableSystem(system);
  const probe = join(system.own.data, `probe-${run.pid}`);
  try {
    await ownFiles.write(probe, new Uint8Array(probeBytes));
    await ownFiles.remove(probe);
    return undefined;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return new SnapError('io', `snap can keep nothing now: ${error.message}`, {
      hint: error.hint ?? 'Make room on that disk, or get write permission for the directory.',
    });
  }
}
