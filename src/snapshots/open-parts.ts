import { join } from 'node:path';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { nodeSnapshotCalls } from './disk.ts';
import { blobContents } from './git/git-blobs.ts';
import { createPresentTree } from './look/present-tree.ts';
import { chunkedFrom } from './look/read-file.ts';
import { type OpenSnapshotsOptions, recordsReader, type SnapshotParts } from './snapshot-parts.ts';
import { openJournal } from './store/journal.ts';
import { openObjectStore } from './store/object-store.ts';
import type { ObjectStore } from './store/object-types.ts';
import { overlayStore } from './store/overlay-store.ts';
import { openRootCheck } from './store/root-check.ts';
import { storedContents } from './store/stored-contents.ts';
import { spaceBudget } from './upkeep/space-budget.ts';

/** The parts of the snapshots of a workspace, joined. Opening touches nothing and reads nothing. */
export function openParts(system: WritableSystem, workspace: Workspace, options: OpenSnapshotsOptions): SnapshotParts {
  const { builtIn, calls = nodeSnapshotCalls, exclude } = options;
  const place = { calls, home: system.home, directory: join(workspace.privateDirectory, 'snapshots') };
  const store = openObjectStore(place);
  const journal = openJournal(place);
  const overlay = overlayStore(store);
  const contentsOf = (objects: ObjectStore) =>
    storedContents({
      objects,
      unseal: (bytes) => system.ownFiles.unseal(bytes),
      borrowed: async (id) => (await blobContents(system, workspace, [id], { maxBytes: chunkedFrom })).get(id),
    });
  return {
    options,
    system,
    workspace,
    place,
    store,
    journal,
    records: recordsReader(journal),
    tree: createPresentTree(system, workspace, { builtIn, exclude, calls, cachePath: join(place.directory, 'stat.bin') }),
    overlay,
    room: spaceBudget(place, workspace, options.limits),
    storeRoot: openRootCheck(place, workspace, () => system.now()),
    contents: contentsOf(overlay),
    storedContents: contentsOf(store),
  };
}
