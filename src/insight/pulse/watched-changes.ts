import type { WorkspacePath } from '../../workspace/index.ts';
import { type Moment, windowMs } from './pulse.ts';

/** Changes of the last minute that a watcher reported. They count once a look at the files has confirmed them. */
export interface WatchedChanges {
  /** Adds an event; several within half a second are one change. */
  add(path: WorkspacePath, atMs: number): void;
  /** Reported since the last {@link confirm}. */
  unconfirmed(): readonly WorkspacePath[];
  /** Says whether the path changed indeed; then its moments count. */
  confirm(path: WorkspacePath, isChange: boolean): void;
  /** Confirmed ones. */
  moments(nowMs: number): readonly Moment[];
  clear(): void;
  /** Adds changes found by other means, for paths without an event. They count as confirmed. */
  addConfirmed(moments: readonly Moment[]): void;
}

const sameChangeMs = 500;
// A file that is written continuously counts as one change per this time.
const longChangeMs = 5_000;
// An exact count of more files is of no use.
const maxPaths = 5_000;
const maxMoments = 200;

interface Reported {
  readonly starts: number[];
  last: number;
  confirmed: number;
}

export function createWatchedChanges(): WatchedChanges {
  const reported = new Map<WorkspacePath, Reported>();
  const open = new Set<WorkspacePath>();

  const forgetBefore = (ms: number) => {
    for (const [path, entry] of reported) {
      if (entry.last < ms) {
        reported.delete(path);
        open.delete(path);
        continue;
      }
      const past = entry.starts.filter((start) => start < ms).length;
      entry.starts.splice(0, past);
      entry.confirmed = Math.max(0, entry.confirmed - past);
    }
  };

  return {
    add(path, atMs) {
      const entry = reported.get(path);
      if (entry === undefined) {
        if (reported.size >= maxPaths) forgetBefore(atMs - windowMs);
        if (reported.size >= maxPaths) return;
        reported.set(path, { starts: [atMs], last: atMs, confirmed: 0 });
      } else {
        const isAnother = atMs - entry.last >= sameChangeMs || atMs - (entry.starts.at(-1) ?? 0) >= longChangeMs;
        if (isAnother && entry.starts.length < maxMoments) entry.starts.push(atMs);
        entry.last = atMs;
      }
      open.add(path);
    },
    unconfirmed: () => [...open],
    confirm(path, isChange) {
      open.delete(path);
      const entry = reported.get(path);
      if (entry === undefined) return;
      if (isChange) entry.confirmed = entry.starts.length;
      else entry.starts.splice(entry.confirmed);
      if (entry.starts.length === 0) reported.delete(path);
    },
    moments(nowMs) {
      forgetBefore(nowMs - windowMs);
      return [...reported].flatMap(([path, { starts, confirmed }]) => starts.slice(0, confirmed).map((atMs) => ({ path, atMs })));
    },
    clear() {
      reported.clear();
      open.clear();
    },
    addConfirmed(moments) {
      for (const { path, atMs } of moments) {
        if (reported.size >= maxPaths) return;
        if (!reported.has(path)) reported.set(path, { starts: [atMs], last: atMs, confirmed: 1 });
      }
    },
  };
}
