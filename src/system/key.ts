import { join } from 'node:path';
import { type Disk, readIfThere } from './disk.ts';
import { SnapError } from './errors.ts';
import { diskError, displayPath } from './failures.ts';
import { underLock } from './locks/lock.ts';
import { writeOwnFile } from './own-files.ts';
import { requireOwnPlace } from './places/own-directories.ts';
import { keyLength, makeKey } from './seal.ts';

/** The key of the journal and the write-ahead copies; made when there is none. */
export async function loadKey(disk: Disk): Promise<Uint8Array> {
  requireOwnPlace(disk.system);
  const path = join(disk.system.own.data, 'journal', 'key');
  const key = readKey(disk, path) ?? (await underLock(disk, path, async () => readKey(disk, path) ?? writeNewKey(disk, path)));
  if (key.length === keyLength) return key;
  throw new SnapError('io', `${displayPath(path, disk.system)}: this is no longer a valid key.`, {
    hint: 'Delete it; snap makes a new one. Earlier changes can then not be undone.',
  });
}

function readKey({ calls, system }: Disk, path: string): Uint8Array | undefined {
  try {
    return readIfThere(calls, path);
  } catch (error) {
    throw diskError(system.home, path, 'reading it failed', error);
  }
}

function writeNewKey(disk: Disk, path: string): Uint8Array {
  const key = makeKey();
  writeOwnFile(disk, path, key);
  return key;
}
