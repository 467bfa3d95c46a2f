import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type Disk, readIfThere, temporaryBeside, unlinkIfThere } from './disk.ts';
import { writeOwnFile } from './own-files.ts';
import { loadKey } from './key.ts';
import { seal, unseal } from './seal.ts';

/** Both contents of a file that is being written in place, kept until that is done. */
export interface WriteAhead {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Where the copy for a target is. */
export function writeAheadPath({ system }: Disk, target: string): string {
  return join(system.own.data, 'journal', 'ahead', createHash('sha256').update(target).digest('hex'));
}

/** Durable when it returns. */
export async function keepWriteAhead(disk: Disk, target: string, { before, after }: WriteAhead): Promise<void> {
  const lengths = Buffer.alloc(8);
  lengths.writeDoubleLE(before.length);
  writeOwnFile(disk, writeAheadPath(disk, target), seal(await loadKey(disk), Buffer.concat([lengths, before, after])));
}

/** `undefined` when there is none, or none that can be used: then nothing was written in place yet, or its key was deleted. */
export async function readWriteAhead(disk: Disk, target: string): Promise<WriteAhead | undefined> {
  const sealed = readIfThere(disk.calls, writeAheadPath(disk, target));
  const content = sealed === undefined ? undefined : unseal(await loadKey(disk), sealed);
  if (content === undefined) return undefined;
  const body = Buffer.from(content);
  const end = 8 + body.readDoubleLE(0);
  return { before: body.subarray(8, end), after: body.subarray(end) };
}

/** Also a half-written one. */
export function dropWriteAhead(disk: Disk, target: string): void {
  const path = writeAheadPath(disk, target);
  unlinkIfThere(disk.calls, join(dirname(path), basename(temporaryBeside(path))));
  unlinkIfThere(disk.calls, path);
}
