import type { WorkspacePath } from '../workspace/index.ts';

/** What a watcher of the workspace reports about it, for as long as it runs. */
export interface WatchedPaths {
  /** The present, to ask {@link since} about later. `undefined` while changes are not reported, or may be reported late. */
  mark(): number | undefined;
  /** Paths that may have changed since then, directories with everything in them. `undefined`: anything may have changed. */
  since(mark: number): ReadonlySet<WorkspacePath> | undefined;
  /** Directories in which changes are not reported. */
  unwatched(): ReadonlySet<WorkspacePath>;
  /** Not a directory any more; it is reported if it becomes one again. */
  forgetUnwatched(directory: WorkspacePath): void;
}

/** With more changes than this, git is faster when it is asked about everything. */
const maxPaths = 2_000;

/** Collects what a watcher reports. It is silent until {@link PathLog.watched}. */
export class PathLog implements WatchedPaths {
  /** For each path the number of its last event. */
  readonly #paths = new Map<WorkspacePath, number>();
  readonly #unwatched = new Set<WorkspacePath>();
  #watch: { isBehind?(): boolean } | undefined;
  #events = 0;
  /** What happened before this event is not known. */
  #knownFrom = 0;

  /** @param watch that reports every change from now on; `undefined` when none does. */
  watched(watch: { isBehind?(): boolean } | undefined): void {
    this.#watch = watch;
    if (watch === undefined) this.#unwatched.clear();
    this.#lose();
  }

  /** @param path `undefined` when anything may have changed. */
  changed(path: WorkspacePath | undefined): void {
    if (path === undefined || this.#paths.size >= maxPaths) this.#lose();
    else this.#paths.set(path, (this.#events += 1));
  }

  /** A directory that the watcher found when it began, or later. */
  found(directory: WorkspacePath, isWatched: boolean): void {
    this.changed(isWatched || this.#unwatched.has(directory) ? directory : undefined);
    if (isWatched) this.#unwatched.delete(directory);
    else this.#unwatched.add(directory);
  }

  #lose(): void {
    this.#paths.clear();
    this.#knownFrom = this.#events += 1;
  }

  mark(): number | undefined {
    return this.#watch === undefined || this.#watch.isBehind?.() === true ? undefined : this.#events;
  }

  since(mark: number): ReadonlySet<WorkspacePath> | undefined {
    if (this.#watch === undefined || mark < this.#knownFrom) return undefined;
    return new Set([...this.#paths].filter(([, event]) => event > mark).map(([path]) => path));
  }

  unwatched(): ReadonlySet<WorkspacePath> {
    return this.#unwatched;
  }

  forgetUnwatched(directory: WorkspacePath): void {
    this.#unwatched.delete(directory);
  }
}
