import { join } from 'node:path';
import { recordText } from '../../secrets/index.ts';
import { isRecord, jsonIn, type RecordLog, SnapError, textIn, type WritableSystem } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import { type Moment, windowMs } from './pulse.ts';

/** Changes that callers reported, and the time of the first look at this workspace. Shared by all processes of the workspace. */
export interface ReportedChanges {
  /** @param call names the report: the same one again is no other change. @returns why only this process knows of it, where it could not be stored. */
  add(path: WorkspacePath, call?: string): Promise<SnapError | undefined>;
  /** Those of the last 60 seconds, and the time from which changes count where there is no version control. */
  read(): Promise<{
    readonly moments: readonly Moment[];
    readonly firstLookMs: number;
    /** Why those of other processes are missing. */
    readonly problem?: SnapError | undefined;
  }>;
}

const maxLines = 500;
// Kept when there are more, so that not every further one means another rewrite.
const keptLines = 400;

/**
 * Opening touches nothing, and neither does reading.
 * @param firstLookMs what counts as the first look as long as none is recorded.
 */
export function openReportedChanges(system: WritableSystem, workspace: Workspace, firstLookMs: () => number): ReportedChanges {
  const log = system.log(join(workspace.privateDirectory, 'changes.jsonl'), join(workspace.privateDirectory, 'changes'));
  /** Until the first reported change writes one: a process that only reads writes nothing. */
  let ownFirstLook: number | undefined;

  const own = (): number => (ownFirstLook ??= firstLookMs());
  /** What could not be stored. */
  let unstored: readonly Entry[] = [];

  async function store(path: WorkspacePath, call: string | undefined): Promise<void> {
    const isFirst = (await log.read()).lines.length === 0;
    const change = line({ kind: 'change', at: iso(system.now().getTime()), path, call });
    await log.append([...(isFirst ? [line({ kind: 'first-look', at: iso(own()) })] : []), change]);
    const { lines } = await log.read();
    if (lines.length > maxLines) await shortenQuietly(log, system.now().getTime() - windowMs);
  }

  async function stored(): Promise<{ readonly entries: readonly Entry[]; readonly problem?: SnapError }> {
    try {
      return { entries: (await log.read()).lines.flatMap((text) => parseEntry(text) ?? []) };
    } catch (error) {
      // Files and version control say most of it.
      if (error instanceof SnapError) return { entries: [], problem: error };
      throw error;
    }
  }

  return {
    async add(path, call) {
      try {
        await store(path, call);
        return undefined;
      } catch (error) {
        if (!(error instanceof SnapError)) throw error;
        const nowMs = system.now().getTime();
        unstored = [...unstored.filter(({ atMs }) => atMs > nowMs - windowMs).slice(-maxLines), { path, atMs: nowMs, call }];
        return error;
      }
    },
    async read() {
      const { entries, problem } = await stored();
      const from = system.now().getTime() - windowMs;
      const told = new Set<string>();
      const moments: Moment[] = [];
      for (const { atMs, call, path } of [...entries, ...unstored]) {
        if (path === undefined || atMs <= from || (call !== undefined && told.has(call))) continue;
        if (call !== undefined) told.add(call);
        moments.push({ path, atMs });
      }
      const first = entries.find(({ path }) => path === undefined);
      return { moments, firstLookMs: first?.atMs ?? own(), problem };
    },
  };
}

/** Keeps the entries later than `from` and the one with the time of the first look. */
async function shortenQuietly(log: RecordLog, from: number): Promise<void> {
  try {
    await log.rewrite((all) => {
      const entries = all.map((text) => ({ text, entry: parseEntry(text) }));
      const first = entries.find(({ entry }) => entry?.path === undefined && entry !== undefined);
      const kept = entries.filter(({ entry }) => entry?.path !== undefined && entry.atMs > from).map(({ text }) => text);
      return all.length <= maxLines ? undefined : [...(first === undefined ? [] : [first.text]), ...kept.slice(-keptLines)];
    });
  } catch (error) {
    // The change itself is on the disk; a later one tries again.
    if (!(error instanceof SnapError)) throw error;
  }
}

interface Entry {
  readonly atMs: number;
  /** Absent in the entry with the time of the first look. */
  readonly path: WorkspacePath | undefined;
  readonly call?: string | undefined;
}

function parseEntry(text: string): Entry | undefined {
  const value = jsonIn(text);
  if (!isRecord(value) || value['v'] !== 1 || typeof value['at'] !== 'string') return undefined;
  const atMs = Date.parse(value['at']);
  if (Number.isNaN(atMs)) return undefined;
  if (value['kind'] === 'first-look') return { atMs, path: undefined };
  return value['kind'] === 'change' && typeof value['path'] === 'string'
    ? { atMs, path: value['path'], call: textIn(value['call']) }
    : undefined;
}

function line(entry: object): string {
  return recordText({ v: 1, ...entry });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
