import { join } from 'node:path';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../src/snapshots/disk.ts';
import { capture, type Captured, type CaptureOptions } from '../../src/snapshots/look/capture.ts';
import { captureRules, type CaptureRules } from '../../src/snapshots/look/capture-rules.ts';
import { defaultLimits, type CaptureLimits } from '../../src/snapshots/upkeep/space-limits.ts';
import { emptyCache, type NodeCache } from '../../src/snapshots/look/node-cache.ts';
import { objectIdOf } from '../../src/snapshots/store/object-id.ts';
import type { ObjectId, ObjectKind, ObjectStore } from '../../src/snapshots/store/object-types.ts';
import { trackedFiles } from '../../src/snapshots/look/tracked-files.ts';
import { decodeChunks, decodeTree } from '../../src/snapshots/store/tree-node.ts';
import type { WritableSystem } from '../../src/system/index.ts';
import { exclusions, openWorkspace, readGitIndex, type Workspace } from '../../src/workspace/index.ts';
import { type TemporaryHome, temporaryHome } from './temporary-home.ts';

export interface MapStore extends ObjectStore {
  readonly objects: Map<ObjectId, { readonly kind: ObjectKind; readonly bytes: Uint8Array }>;
  /** Objects put that were not there. */
  added: number;
}

/** Objects in memory. `keeps` false: only that they are there is remembered, for large contents. */
export function mapStore({ keeps = true } = {}): MapStore {
  const objects: MapStore['objects'] = new Map();
  return {
    objects,
    added: 0,
    has: (id) => objects.has(id),
    put(kind, bytes) {
      const id = objectIdOf(kind, bytes);
      if (!objects.has(id)) {
        this.added += 1;
        objects.set(id, { kind, bytes: keeps || kind !== 'blob' ? Buffer.from(bytes) : Buffer.alloc(0) });
      }
      return id;
    },
    get: (id) => objects.get(id),
    sync: () => undefined,
    close: () => undefined,
  };
}

export interface Tried {
  readonly home: TemporaryHome;
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly store: MapStore;
  readonly cache: NodeCache;
  readonly limits: CaptureLimits;
  /** Calls to the workspace's files that read: what a capture may not do for what did not change. */
  readonly opened: string[];
  rules(patterns?: readonly string[]): Promise<CaptureRules>;
  take(options?: Partial<CaptureOptions>): Promise<Captured>;
  /** The tree in the store, a line an entry. */
  lines(root: ObjectId): Promise<readonly string[]>;
}

export const testKey = Buffer.alloc(32, 7);

/** A workspace `w` in a temporary home. `ages`: files count as written long ago unless the test says otherwise. */
export async function triedCapture(options: { readonly keeps?: boolean; readonly clockAhead?: number } = {}): Promise<Tried> {
  const home = temporaryHome({ inMemory: true });
  home.put('w/.keep', '');
  const run = home.run();
  // A clock that is ahead makes files old at once; tests of the racy rule take the true one.
  const system: WritableSystem = { ...run, now: () => new Date(Date.now() + (options.clockAhead ?? 3_600_000)) };
  const workspace = await openWorkspace(system, home.at('w'));
  const store = mapStore(options);
  const cache = emptyCache(testKey);
  const opened: string[] = [];
  const calls: SnapshotCalls = {
    ...nodeSnapshotCalls,
    openRaw(path, flags) {
      opened.push(String(path).slice(join(home.path, 'w').length + 1));
      return nodeSnapshotCalls.openRaw(path, flags);
    },
  };
  const limits: CaptureLimits = { ...defaultLimits, room: defaultLimits.workspace };
  let rulesNow: CaptureRules | undefined;
  const rules = async (patterns: readonly string[] = ['node_modules/', '*.log']): Promise<CaptureRules> => {
    const index = await readGitIndex(system, workspace);
    return captureRules(system, workspace, {
      exclusions: await exclusions(system, workspace, patterns),
      ...(index === undefined ? {} : { always: trackedFiles(index.names) }),
    });
  };
  return {
    home,
    system,
    workspace,
    store,
    cache,
    limits,
    opened,
    rules,
    async take(more = {}) {
      rulesNow ??= await rules();
      return capture(system, workspace, { store, cache, rules: rulesNow, limits, yields: false, calls, ...more });
    },
    async lines(root) {
      return linesOf(system, store, root, '');
    },
  };
}

async function linesOf(system: WritableSystem, store: ObjectStore, id: ObjectId, path: string): Promise<readonly string[]> {
  const node = store.get(id);
  if (node?.kind !== 'tree') throw new Error(`no tree at ${path}`);
  const lines: string[] = [];
  for (const entry of decodeTree(node.bytes)) {
    const at = `${path}${entry.name.toString('latin1')}`;
    switch (entry.kind) {
      case 'file': {
        const bytes = store.get(entry.id)?.bytes;
        const content = bytes === undefined ? undefined : entry.isSealed ? await system.ownFiles.unseal(bytes) : bytes;
        if (content === undefined) throw new Error(`no content of ${at}`);
        lines.push(`${at} ${entry.isSealed ? 'sealed ' : ''}${entry.mode.toString(8)} ${Buffer.from(content).toString('latin1')}`);
        break;
      }
      case 'chunked':
        lines.push(`${at} ${entry.mode.toString(8)} chunks ${decodeChunks(store.get(entry.id)?.bytes ?? Buffer.alloc(1)).length}`);
        break;
      case 'link':
        lines.push(`${at} -> ${entry.target.toString('latin1')}`);
        break;
      case 'special':
        lines.push(`${at} ${entry.what}`);
        break;
      case 'directory':
        lines.push(`${at}/ ${entry.mode.toString(8)}`, ...(await linesOf(system, store, entry.id, `${at}/`)));
        break;
      case 'borrowed':
        lines.push(`${at} borrowed`);
        break;
      default:
        entry satisfies never;
    }
  }
  return lines;
}
