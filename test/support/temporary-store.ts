import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../src/snapshots/disk.ts';
import type { StorePlace } from '../../src/snapshots/store/store-place.ts';

/** A place for a store on the real disk, gone when the test is over; the directory itself is not there yet. */
export function temporaryStore(calls: SnapshotCalls = nodeSnapshotCalls): StorePlace {
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const home = realpathSync(mkdtempSync(join(base, 'snap-objects-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { calls, home, directory: join(home, 'store') };
}
