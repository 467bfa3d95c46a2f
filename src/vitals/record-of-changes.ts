import { join } from 'node:path';
import { isRecord, jsonIn, SnapError, type WritableSystem } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import { type Moment, windowMs } from './pulse.ts';

/** Changes that somebody told snap of, and since when this workspace is looked at: shared by all processes of the workspace. */
export interface RecordOfChanges {
  /** @throws SnapError what the disk says. */
  add(path: WorkspacePath): Promise<void>;
  /** Those of the last 60 seconds, and the time from which changes count where there is no version control. */
  read(): Promise<{ readonly moments: readonly Moment[]; readonly firstLookMs: number }>;
}

const mostLines = 500;
// Of them are kept when there are more, so that not every further one means another cut.
const keptLines = 400;

/** Opening touches nothing. */
export function recordOfChanges(system: WritableSystem, workspace: Workspace): RecordOfChanges {
  const log = system.log(join(workspace.privateDirectory, 'changes.jsonl'), `changes:${workspace.privateDirectory}`);
  /** Where it could not be stored. */
  let ownFirstLook: number | undefined;

  async function firstLook(stored: number | undefined): Promise<number> {
    if (stored !== undefined) return stored;
    if (ownFirstLook !== undefined) return ownFirstLook;
    ownFirstLook = system.now().getTime();
    try {
      await log.append([line({ kind: 'first-look', at: iso(ownFirstLook) })]);
    } catch (error) {
      // A home that takes no writes: then it counts from here for as long as this process lives.
      if (!(error instanceof SnapError)) throw error;
    }
    return ownFirstLook;
  }

  return {
    async add(path) {
      await log.append([line({ kind: 'change', at: iso(system.now().getTime()), path })]);
      const { lines } = await log.read();
      if (lines.length <= mostLines) return;
      const from = system.now().getTime() - windowMs;
      await log.rewrite((all) => {
        const entries = all.map((text) => ({ text, entry: parseEntry(text) }));
        const first = entries.find(({ entry }) => entry?.path === undefined && entry !== undefined);
        const kept = entries.filter(({ entry }) => entry?.path !== undefined && entry.atMs > from).map(({ text }) => text);
        return all.length <= mostLines ? undefined : [...(first === undefined ? [] : [first.text]), ...kept.slice(-keptLines)];
      });
    },
    async read() {
      const { lines } = await log.read();
      const from = system.now().getTime() - windowMs;
      const entries = lines.flatMap((text) => parseEntry(text) ?? []);
      const moments = entries.flatMap(({ path, atMs }) => (path !== undefined && atMs > from ? [{ path, atMs }] : []));
      const first = entries.find(({ path }) => path === undefined);
      return { moments, firstLookMs: await firstLook(first?.atMs) };
    },
  };
}

interface Entry {
  readonly atMs: number;
  /** Absent in the entry that says when the workspace was first looked at. */
  readonly path: WorkspacePath | undefined;
}

function parseEntry(text: string): Entry | undefined {
  const value = jsonIn(text);
  if (!isRecord(value) || value['v'] !== 1 || typeof value['at'] !== 'string') return undefined;
  const atMs = Date.parse(value['at']);
  if (Number.isNaN(atMs)) return undefined;
  if (value['kind'] === 'first-look') return { atMs, path: undefined };
  return value['kind'] === 'change' && typeof value['path'] === 'string' ? { atMs, path: value['path'] } : undefined;
}

function line(entry: object): string {
  return JSON.stringify({ v: 1, ...entry });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
