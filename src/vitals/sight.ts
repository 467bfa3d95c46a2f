import type { WorkspacePath } from '../workspace/index.ts';
import { type Moment, windowMs } from './pulse.ts';

/** What a watcher told, until it was confirmed by a look at the files. */
export interface Sight {
  /** An event; several within half a second are one change. */
  saw(path: WorkspacePath, atMs: number): void;
  /** What has to be looked at: told since the last {@link confirm}. */
  suspects(): readonly WorkspacePath[];
  /** Whether the path changed indeed; then its moments count. */
  confirm(path: WorkspacePath, isChange: boolean): void;
  moments(nowMs: number): readonly Moment[];
  /** Forgets everything. */
  clear(): void;
  /** Takes what was seen by other means, for paths of which no event told. */
  take(moments: readonly Moment[]): void;
}

const sameChangeMs = 500;
// A file that is written without a pause changes every so often.
const longChangeMs = 5_000;
// A workspace in which more changes at once is one in which nobody counts.
const mostPaths = 5_000;
const mostMoments = 200;

/** The changes of the last minute, by events. */
export function openSight(): Sight {
  const seen = new Map<WorkspacePath, { starts: number[]; last: number; confirmed: number }>();
  const open = new Set<WorkspacePath>();

  const forget = (beforeMs: number) => {
    for (const [path, entry] of seen) {
      if (entry.last < beforeMs) {
        seen.delete(path);
        open.delete(path);
        continue;
      }
      const past = entry.starts.filter((ms) => ms < beforeMs).length;
      entry.starts.splice(0, past);
      entry.confirmed = Math.max(0, entry.confirmed - past);
    }
  };

  return {
    saw(path, atMs) {
      const entry = seen.get(path);
      if (entry === undefined) {
        if (seen.size >= mostPaths) forget(atMs - windowMs);
        if (seen.size >= mostPaths) return;
        seen.set(path, { starts: [atMs], last: atMs, confirmed: 0 });
      } else {
        const isAnother = atMs - entry.last >= sameChangeMs || atMs - (entry.starts.at(-1) ?? 0) >= longChangeMs;
        if (isAnother && entry.starts.length < mostMoments) entry.starts.push(atMs);
        entry.last = atMs;
      }
      open.add(path);
    },
    suspects: () => [...open],
    confirm(path, isChange) {
      open.delete(path);
      const entry = seen.get(path);
      if (entry === undefined) return;
      if (isChange) entry.confirmed = entry.starts.length;
      else entry.starts.splice(entry.confirmed);
      if (entry.starts.length === 0) seen.delete(path);
    },
    moments(nowMs) {
      forget(nowMs - windowMs);
      return [...seen].flatMap(([path, { starts, confirmed }]) => starts.slice(0, confirmed).map((atMs) => ({ path, atMs })));
    },
    clear() {
      seen.clear();
      open.clear();
    },
    take(moments) {
      for (const { path, atMs } of moments) {
        if (seen.size >= mostPaths) return;
        if (!seen.has(path)) seen.set(path, { starts: [atMs], last: atMs, confirmed: 1 });
      }
    },
  };
}
