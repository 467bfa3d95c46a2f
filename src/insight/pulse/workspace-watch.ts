import type { TreeWatch } from '../../system/index.ts';
import { type Exclusions, type WorkspacePath, workFiles } from '../../workspace/index.ts';
import type { StateReader } from './state-reader.ts';
import type { WatchedChanges } from './watched-changes.ts';
import type { StateSource } from './workspace-state.ts';

/** After events were lost, the files are looked at this much later. */
const pauseMs = 2_000;

/**
 * A watcher of the files of a workspace. Its events count while it is reliable: from the first look at the files after it was set up
 * until events are lost, and again after the next look.
 */
export class WorkspaceWatch {
  readonly #source: StateSource;
  readonly #reader: StateReader;
  readonly #changes: WatchedChanges;
  #status: 'none' | 'starting' | 'reliable' | 'unreliable' = 'none';
  #watch: TreeWatch | undefined;
  #rules: Exclusions | undefined;
  #losses = 0;
  #later: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: StateSource, reader: StateReader, changes: WatchedChanges) {
    this.#source = source;
    this.#reader = reader;
    this.#changes = changes;
  }

  /** While it is not, files have to be asked. */
  get isReliable(): boolean {
    return this.#status === 'reliable';
  }

  /** Whether a change of this file counts; false until the watcher is set up. */
  wants(path: WorkspacePath): boolean {
    return this.#rules?.wants(path) === true;
  }

  /** Sets the watcher up, once. Where the platform has none it stays unreliable, and no second attempt is made. */
  async start(firstLookMs: number): Promise<void> {
    if (this.#status !== 'none') return;
    this.#status = 'starting';
    const { system, workspace, exclude } = this.#source;
    this.#rules = await workFiles(system, workspace, exclude);
    const watch = await system.watch(workspace.root, {
      enters: this.#rules.enters,
      onChange: (path) => this.#onChange(path, firstLookMs),
    });
    if (watch === undefined) return;
    if (this.#isClosed) {
      watch.close();
      return;
    }
    this.#watch = watch;
    await this.#lookOnce(firstLookMs);
  }

  #onChange(path: WorkspacePath | undefined, firstLookMs: number): void {
    if (path === undefined) {
      this.#onLoss(firstLookMs);
      return;
    }
    if (!this.wants(path)) return;
    this.#changes.add(path, this.#source.system.now().getTime());
    if (this.isReliable && this.#reader.last?.source === 'git') this.#reader.readLater(firstLookMs);
  }

  #onLoss(firstLookMs: number): void {
    this.#losses += 1;
    if (this.#status !== 'reliable') return;
    this.#status = 'unreliable';
    this.#lookLater(firstLookMs);
  }

  /** Events say nothing about the time before them: after one look at the files they are enough. */
  async #lookOnce(firstLookMs: number): Promise<void> {
    const losses = this.#losses;
    this.#changes.clear();
    const { recent } = await this.#reader.readAfterCurrent(firstLookMs);
    this.#changes.addConfirmed(recent);
    if (this.#losses === losses) this.#status = 'reliable';
    else this.#lookLater(firstLookMs);
  }

  #lookLater(firstLookMs: number): void {
    if (this.#isClosed || this.#later !== undefined) return;
    const look = () => {
      this.#later = undefined;
      // Where it fails, each pulse asks the files.
      this.#lookOnce(firstLookMs).catch(() => undefined);
    };
    this.#later = setTimeout(look, pauseMs);
    this.#later.unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#later);
    this.#watch?.close();
    this.#watch = undefined;
    if (this.#status === 'reliable') this.#status = 'unreliable';
  }
}
