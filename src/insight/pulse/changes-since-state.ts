import type { TreeFile } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { windowMs } from './pulse.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** What changed after the last state was read, by confirmed events. */
export interface ChangesSinceState {
  /** @param file the file as it is now; `undefined` when there is none. */
  add(path: WorkspacePath, file: TreeFile | undefined, isChange: boolean, state: WorkspaceState): void;
  /** Number of the last event that was added. */
  count(): number;
  /** A state that was read after the event of this number shows it, and all before it. */
  forgetUpTo(count: number): void;
  /** The changed files of the state, as they are by the events since. */
  changedNow(state: WorkspaceState): readonly WorkspacePath[];
}

export function createChangesSinceState(): ChangesSinceState {
  const changes = new Map<WorkspacePath, { readonly number: number; readonly isThere: boolean }>();
  let count = 0;
  return {
    add(path, file, isChange, state) {
      count += 1;
      if (isChange || state.changed.get(path)?.isNew === true) changes.set(path, { number: count, isThere: file !== undefined });
    },
    count: () => count,
    forgetUpTo(last) {
      for (const [path, { number }] of changes) if (number <= last) changes.delete(path);
    },
    changedNow(state) {
      const changed = new Set(state.changed.keys());
      for (const [path, { isThere }] of changes) {
        if (isThere) changed.add(path);
        else if (state.changed.get(path)?.isNew === true) changed.delete(path);
        else if (state.known?.has(path) === true) changed.add(path);
      }
      return [...changed];
    },
  };
}

// An event may arrive late, and some file systems count time in steps of two seconds.
const lateMs = 3_000;

/**
 * Whether an event about this path was a change of a file. A deleted file counts if it was known before; one that was moved here keeps
 * its time, so it counts if it was not.
 */
export function isChangeOf(path: WorkspacePath, file: TreeFile | undefined, state: WorkspaceState, nowMs: number): boolean {
  const isChanged = state.changed.has(path);
  const isKnown = state.known?.has(path);
  if (file === undefined) return isChanged || isKnown === true;
  const isTouched = file.modifiedMs >= nowMs - windowMs - lateMs;
  return file.kind !== 'other' && (isTouched || isChanged || isKnown === false);
}

/** Whether version control was asked after the file was written, and found no difference: git wrote it, or it was committed. */
export function isKnownClean(path: WorkspacePath, file: TreeFile | undefined, state: WorkspaceState): boolean {
  return state.source === 'git' && file !== undefined && !state.changed.has(path) && file.modifiedMs < state.readMs;
}
