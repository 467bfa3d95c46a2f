import type { WorkspacePath } from '../../workspace/index.ts';

/** With more changed paths than this, walking the whole tree is faster than looking at each of them. */
export const maxPendingChanges = 20_000;
/** The whole tree is walked again after this time, although it is watched: watchers miss files that are written through a memory map. */
const maxTrustMs = 600_000;

/** What a watcher reported since the last look, and whether that may replace a walk of the whole tree. */
export interface PendingChanges {
  isWatched: boolean;
  /** `undefined`: not known, so that anything may have changed. */
  paths: Set<WorkspacePath> | undefined;
  /** When the last walk of the whole tree began, by `performance.now()`. */
  walkedAt: number;
}

/** There is no watcher yet, so the first look walks the whole tree. */
export function noPendingChanges(): PendingChanges {
  return { isWatched: false, paths: undefined, walkedAt: -Infinity };
}

/** @param path from the root of the workspace; `undefined` when the watcher does not know what changed. */
export function addChange(pending: PendingChanges, path: WorkspacePath | undefined): void {
  if (path === undefined || (pending.paths?.size ?? 0) >= maxPendingChanges) pending.paths = undefined;
  else pending.paths?.add(path);
}

/** What changed before this call is not known: the next look walks the whole tree. */
export function setWatched(pending: PendingChanges, isWatched: boolean): void {
  pending.isWatched = isWatched;
  pending.paths = undefined;
}

/**
 * The changes up to now, which the caller looks at; from here on new ones are collected.
 * @returns `undefined` when the whole tree has to be walked.
 */
export function takeChanges(pending: PendingChanges, now: number): ReadonlySet<WorkspacePath> | undefined {
  const isTrusted = pending.isWatched && now - pending.walkedAt < maxTrustMs;
  const taken = isTrusted ? pending.paths : undefined;
  pending.paths = pending.isWatched ? new Set() : undefined;
  return taken;
}
