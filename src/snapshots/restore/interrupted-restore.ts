import { createHash } from 'node:crypto';
import type { RawName } from '../raw-name.ts';
import { parentPath, pathBelow } from '../raw-path.ts';
import { differencesOf } from '../compare/changes.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { RestoreRecord } from '../store/records.ts';
import type { SnapshotId } from '../snapshots.ts';
import { absolutePath, wayTrouble, type WorkspaceFiles } from './workspace-files.ts';

/** A restore that began and did not end, with the roots of the two snapshots that the files may be a mixture of. */
export interface LeftRestore {
  readonly record: RestoreRecord;
  /** Of its safety snapshot. */
  readonly from: ObjectId;
  /** Of its target. */
  readonly to: ObjectId;
}

/** Names of temporary files: of one restore and no other, so that a later run knows what a dead one has left. */
export function temporaryNames(safety: SnapshotId): () => Buffer {
  let count = 0;
  return () => {
    count += 1;
    return Buffer.from(`.snap-${tokenOf(safety)}${count.toString(16).padStart(8, '0')}.tmp`);
  };
}

function tokenOf(safety: SnapshotId): string {
  return createHash('sha256').update(safety).digest('hex').slice(0, 16);
}

/** Deletes what a dead restore was writing: where it may have written, and under the names that were its own. */
export async function sweepLeftovers(files: WorkspaceFiles, { record, from, to }: LeftRestore): Promise<void> {
  const own = new RegExp(String.raw`^\.snap-${tokenOf(record.safety)}[0-9a-f]{8}\.tmp$`);
  const differences = await differencesOf(files.contents, from, to);
  const directories = new Set<RawName>(differences.map(({ path }) => parentPath(path)));
  for (const directory of directories) {
    if (wayTrouble(files, pathBelow(directory, Buffer.from('any'))) !== undefined) continue;
    for (const name of files.calls.readdir(absolutePath(files, directory))) {
      if (own.test(name.toString('latin1'))) files.calls.unlink(absolutePath(files, pathBelow(directory, name)));
    }
  }
}
