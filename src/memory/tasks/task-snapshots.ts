import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SnapshotId, TreeChange } from '../../snapshots/index.ts';
import { SnapError, type System, timeLimit } from '../../system/index.ts';
import { type ChangedLines, countChangedLines } from '../../text/index.ts';
import { isOwnFile } from '../../workspace/index.ts';
import type { TaskContext } from './task-context.ts';
import type { MeasuredChange, StartSnapshot, Task } from './tasks.ts';

/** A client waits for the answer, and a task without a snapshot is better than none. A person at a shell can interrupt. */
const maxMs = 30_000;
// Of further files the lines are not counted.
const maxCounted = 2_000;
const maxLineBytes = 4 * 1_048_576;

/** Takes a snapshot of the files. Never prevents the task: if it cannot be taken, the result gives the reason. */
export async function startSnapshot(
  { snapshots, owner }: Pick<TaskContext, 'snapshots' | 'owner'>,
  { id, text }: { readonly id: string; readonly text: string },
  signal: AbortSignal | undefined,
): Promise<StartSnapshot> {
  const limit = owner.kind === 'connection' ? timeLimit(maxMs, signal) : undefined;
  try {
    const { snapshot, isNew } = await (await snapshots()).take({ kind: 'task', task: id, message: text, signal: limit?.signal ?? signal });
    return { kind: 'taken', id: snapshot.id, number: snapshot.sequence, isNew };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit?.signal.aborted === true) return { kind: 'none', reason: 'It took longer than 30 seconds.' };
    // Refused in this workspace, or the disk is full.
    if (error instanceof SnapError) return { kind: 'none', reason: error.message };
    throw error;
  } finally {
    limit?.release();
  }
}

type MeasuredFrom = Pick<TaskContext, 'snapshots' | 'system' | 'workspace'>;

/** The result where nothing could be measured. */
export function unmeasured(problem: string): MeasuredChange {
  return { files: 0, added: 0, removed: 0, uncounted: 0, paths: [], problem };
}

/** What differs from a snapshot now. A file that was changed and changed back is not counted; a renamed file counts as deleted and added. */
export async function measureSince(from: MeasuredFrom, id: string, signal: AbortSignal | undefined): Promise<MeasuredChange> {
  try {
    const snapshots = await from.snapshots();
    const then = await snapshots.find(id);
    if (then === undefined) return unmeasured(`The snapshot of the start (${id}) no longer exists.`);
    const changes = await snapshots.changes(then.id, 'working', { signal });
    const counted = changes.filter(isCounted);
    let [added, removed, uncounted] = [0, 0, 0];
    for (const [i, change] of counted.entries()) {
      const lines = i < maxCounted ? await linesOf(from, change, () => snapshots.content(then.id, change.path), signal) : undefined;
      if (lines === undefined) uncounted += 1;
      added += lines?.added ?? 0;
      removed += lines?.removed ?? 0;
    }
    return { files: counted.length, added, removed, uncounted, paths: counted.map(({ path }) => path).sort() };
  } catch (error) {
    signal?.throwIfAborted();
    // A damaged store or a full disk: the task can be ended without its figures.
    if (error instanceof SnapError) return unmeasured(error.message);
    throw error;
  }
}

/** Directories count by their files; what snap itself wrote does not count. */
function isCounted({ path, before, after }: TreeChange): boolean {
  const isFile = [before, after].some((side) => side?.kind === 'file' || side?.kind === 'link');
  return isFile && !isOwnFile(path);
}

/** `undefined` where no lines can be counted: binary, too large, a link, a name that is no UTF-8. */
async function linesOf(
  { system, workspace }: MeasuredFrom,
  { path, kind, before, after }: TreeChange,
  contentThen: () => Promise<Uint8Array | undefined>,
  signal: AbortSignal | undefined,
): Promise<ChangedLines | undefined> {
  if (kind === 'mode') return { added: 0, removed: 0 };
  const isCountable = [before, after].every((side) => side === undefined || (side.kind === 'file' && side.size <= maxLineBytes));
  if (!isCountable) return undefined;
  const old = before === undefined ? new Uint8Array() : await contentThen();
  const fresh = after === undefined ? new Uint8Array() : await contentNow(join(workspace.root, path), system, signal);
  return old === undefined || fresh === undefined ? undefined : countChangedLines(old, fresh);
}

/** `undefined` where it cannot be read: that it changed is known without its content. */
async function contentNow(path: string, system: System, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  // Reading blocks the event loop.
  await setImmediate();
  signal?.throwIfAborted();
  try {
    return await system.readBytes(path);
  } catch (error) {
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

/** The snapshot a task began with, if its line has a valid id. */
export function snapshotOf({ snapshot }: Task): readonly SnapshotId[] {
  return snapshot !== undefined && isSnapshotId(snapshot) ? [snapshot] : [];
}

// Not imported from the snapshots: they are not loaded when no task has one.
function isSnapshotId(text: string): text is SnapshotId {
  return /^snap_\d+_[0-9a-f]{6}$/.test(text);
}
