import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, jsonIn, SnapError, type WritableSystem } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import type { Baseline, PastFile } from './baseline.ts';

/** Baselines of open tasks, one file each. The contents of a workspace hold secrets, so they are sealed. */
export interface BaselineStore {
  /** @throws SnapError for an error of the disk. */
  write(task: string, baseline: Baseline): Promise<void>;
  /** `undefined` when there is none, or it cannot be opened with the key that is there now. */
  read(task: string): Promise<Baseline | undefined>;
  remove(task: string): Promise<void>;
  /** Removes baselines of tasks that are not open and older than an hour: processes that were killed left them. */
  sweep(open: ReadonlySet<string>): Promise<void>;
}

const maxInflated = 128 * 1024 * 1024;
const staleMs = 3_600_000;
/** Loaded when a baseline is stored or read: most calls do neither. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** Opening touches nothing. */
export function baselineStore(system: WritableSystem, { privateDirectory }: Workspace): BaselineStore {
  const directory = join(privateDirectory, 'baselines');
  const at = (task: string) => join(directory, `${task}.sealed`);
  return {
    async write(task, baseline) {
      const { constants, gzip } = zlib();
      const packed = await promisify(gzip)(encode(baseline), { level: constants.Z_BEST_SPEED });
      // Lost in a power cut: the change is not measured then, and the answer states that.
      await system.ownFiles.write(at(task), await system.ownFiles.seal(packed), { durable: false });
    },
    async read(task) {
      const sealed = await system.readBytes(at(task));
      const packed = sealed === undefined ? undefined : await system.ownFiles.unseal(sealed);
      // Sealed with snap's key, so snap wrote it.
      return packed === undefined ? undefined : decode(await promisify(zlib().gunzip)(packed, { maxOutputLength: maxInflated }));
    },
    remove: async (task) => system.ownFiles.remove(at(task)),
    async sweep(open) {
      const { files } = await system.walk(directory, { enters: () => false, wants: (name) => name.endsWith('.sealed'), maxFiles: 1_000 });
      const before = system.now().getTime() - staleMs;
      for (const { path, modifiedMs } of files) {
        if (modifiedMs < before && !open.has(path.replace(/\.sealed$/, ''))) await system.ownFiles.remove(join(directory, path));
      }
    },
  };
}

// Length of the head (4 bytes) | head as JSON | the contents one after the other.
const lengthBytes = 4;

function encode({ files, ...rest }: Baseline): Uint8Array {
  const contents: Uint8Array[] = [];
  const listed = [...files].map(([path, then]) => {
    if (then.kind !== 'content') return { path, ...then };
    const { bytes, ...trace } = then;
    contents.push(bytes);
    return { path, ...trace, length: bytes.length };
  });
  const head = Buffer.from(JSON.stringify({ v: 1, ...rest, files: listed }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...contents]);
}

function decode(bytes: Buffer): Baseline | undefined {
  let at = lengthBytes + bytes.readUInt32BE(0);
  const head = jsonIn(bytes.subarray(lengthBytes, at).toString('utf8'));
  if (!isRecord(head) || head['v'] !== 1 || typeof head['atMs'] !== 'number' || !Array.isArray(head['files'])) return undefined;
  const { atMs, head: commit, problem } = head;
  const files = new Map<WorkspacePath, PastFile>();
  for (const entry of head['files'].filter(isRecord)) {
    const { path, kind, size, modifiedMs, inode, length, hash } = entry;
    if (typeof path !== 'string') return undefined;
    if (kind === 'absent') files.set(path, { kind });
    if (typeof size !== 'number' || typeof modifiedMs !== 'number' || typeof inode !== 'number') continue;
    const trace = { size, modifiedMs, inode };
    if (kind === 'content' && typeof length === 'number') {
      files.set(path, { kind, bytes: bytes.subarray(at, at + length), ...trace });
      at += length;
    }
    if (kind === 'hash' && typeof hash === 'string') files.set(path, { kind, hash, ...trace });
    if (kind === 'trace') files.set(path, { kind, ...trace });
  }
  return {
    atMs,
    source: head['source'] === 'git' ? 'git' : 'files',
    head: typeof commit === 'string' ? commit : undefined,
    problem: typeof problem === 'string' ? problem : undefined,
    files,
  };
}

/** Reads it, or says why nothing can be compared. */
export async function readBaseline(store: BaselineStore, task: string): Promise<Baseline | string> {
  try {
    return (await store.read(task)) ?? 'The files at the start of this task were not stored.';
  } catch (error) {
    // Unreadable or damaged: the task can be ended without it.
    const what = error instanceof SnapError ? error.message : 'The file is damaged.';
    return `The files at the start of this task cannot be read: ${what}`;
  }
}
