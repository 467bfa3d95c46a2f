import { type FSWatcher, lstatSync, readFileSync, type Stats, watch } from 'node:fs';
import { basename } from 'node:path';
import { failureCode } from './failures.ts';
import { entriesOf, slices, type Directory } from './walk.ts';
import type { TreeWatch, WatchOptions } from './system.ts';

/** Of the watches a user may have, so that editors and builds find some left. */
const shareOfWatches = 0.8;
/** How often an incomplete watch reports that anything may have changed. */
const blindMs = 2_000;

export interface WatchLimits {
  /** Watches that the platform grants a user. */
  readonly watches: number;
  /** Events that it keeps until they are fetched; what comes beyond is lost without a word. */
  readonly queue: number;
}

/** As `System.watch` promises. @param limits those of the machine, unless a test says otherwise. */
export async function watchTree(root: string, options: WatchOptions, limits = machineLimits()): Promise<TreeWatch | undefined> {
  if (process.platform !== 'linux') return watchRecursively(root, options);
  const tree = new WatchedTree(root, options, limits);
  return (await tree.open()) ? tree : undefined;
}

/**
 * One watch for each directory. What Node offers for whole trees on Linux does the same, but reads everything at once, follows no
 * limit and enters what is excluded. https://github.com/nodejs/node/blob/v20.x/lib/internal/fs/recursive_watch.js
 */
class WatchedTree implements TreeWatch {
  readonly #root: string;
  readonly #options: WatchOptions;
  readonly #limits: WatchLimits;
  readonly #watchers = new Map<string, Watched>();
  #isClosed = false;
  /** Directories that are new, in the order in which they were seen. */
  readonly #found: Directory[] = [];
  #isScanning = false;
  /** Scans of new directories, and of all after a loss, that have not ended. */
  #scansAgain = 0;
  /** Events since the process last came to something else. */
  #burst = 0;
  /** Set when there was no watch left for a directory. */
  #blind: NodeJS.Timeout | undefined;

  constructor(root: string, options: WatchOptions, limits: WatchLimits) {
    this.#root = root;
    this.#options = options;
    this.#limits = limits;
  }

  /** @returns whether the whole tree is watched; if not, nothing is. */
  async open(): Promise<boolean> {
    if (!this.#add({ at: this.#root, path: '' })) {
      this.close();
      return false;
    }
    if (await this.#scan([{ at: this.#root, path: '' }], false)) return true;
    this.close();
    return false;
  }

  isBehind(): boolean {
    return this.#scansAgain > 0;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#blind);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches every directory below these. `reportsFiles`: the files in them are reported as changed. */
  async #scan(from: Directory[], reportsFiles: boolean): Promise<boolean> {
    const pause = slices();
    for (let directory = from.shift(); directory !== undefined; directory = from.shift()) {
      for (const entry of entriesOf(directory) ?? []) {
        await pause();
        if (this.#isClosed) return false;
        if (entry.kind === 'file') {
          if (reportsFiles) this.#options.onChange(entry.path);
          continue;
        }
        if (!this.#options.enters(entry.path)) continue;
        const isKnown = this.#watchers.get(entry.path)?.identity === identityAt(entry.at);
        // Watched before it is read, so that a file created in between is seen twice and not missed.
        if (!(isKnown || this.#renew(entry))) return false;
        // A watched directory reports its own changes.
        if (!isKnown || !reportsFiles) from.push(entry);
      }
    }
    return true;
  }

  /** @returns false when there are no watches left for it. A directory that cannot be watched for itself is left out. */
  #add({ at, path }: Directory): boolean {
    if (this.#watchers.has(path)) return true;
    if (this.#watchers.size >= Math.floor(this.#limits.watches * shareOfWatches)) return false;
    try {
      const watcher = watch(at, { persistent: false }, (kind, name) => this.#onEvent({ at, path }, kind, name));
      watcher.on('error', () => {
        // Windows and some file systems say so when a directory vanishes; anything may have happened in it.
        this.#drop(path);
        this.#options.onChange(undefined);
      });
      this.#watchers.set(path, { watcher, identity: identityAt(at), modifiedMs: modifiedAt(at) });
      return true;
    } catch (error) {
      // ENOSPC: the limit of watches of the user; EMFILE: that of inotify instances. Others: removed since, or no permission.
      const code = failureCode(error);
      return path !== '' && code !== 'ENOSPC' && code !== 'EMFILE';
    }
  }

  #onEvent(directory: Directory, kind: string, name: string | null): void {
    if (this.#isClosed) return;
    this.#countBurst();
    if (name === null) {
      this.#options.onChange(undefined);
      return;
    }
    const path = directory.path === '' ? name : `${directory.path}/${name}`;
    const at = `${this.#root}/${path}`;
    if (isDirectory(at)) {
      if (kind === 'rename' && this.#options.enters(path)) this.#onDirectory({ at, path });
      return;
    }
    // A change of the directory itself is reported as a file of its own name in it.
    const isOfItself = name === basename(String(directory.at)) && !isDirectory(`${this.#root}/${directory.path}`);
    if (kind === 'rename') this.#onGone(isOfItself ? directory.path : path);
    else this.#options.onChange(path);
  }

  /** New rights or times of a directory come like a new one, and a new one may have the name of one that was removed just now. */
  #onDirectory(directory: Directory): void {
    const { at, path } = directory;
    const known = this.#watchers.get(path);
    const isSame = known?.identity === identityAt(at);
    const isUntouched = isSame && known?.modifiedMs === modifiedAt(at);
    if (known !== undefined && !isSame) {
      for (const below of this.#watchers.keys()) if (below.startsWith(`${path}/`)) this.#drop(below);
    }
    // A second event may be the end of what had the name before: a file, or a directory that was moved away.
    if (known !== undefined) this.#options.onChange(path);
    if (!this.#renew(directory)) this.#giveUp();
    else if (!isUntouched) this.#scanFound(directory);
  }

  /** The new watch starts before the old one ends, so that no event is lost while it is the same directory. */
  #renew(directory: Directory): boolean {
    const old = this.#watchers.get(directory.path);
    this.#watchers.delete(directory.path);
    const isWatched = this.#add(directory);
    old?.watcher.close();
    return isWatched;
  }

  /** A file that is there or not, or a directory that is not. */
  #onGone(path: string): void {
    this.#drop(path);
    this.#options.onChange(path === '' ? undefined : path);
  }

  #scanFound(directory: Directory): void {
    this.#found.push(directory);
    if (this.#isScanning) return;
    this.#isScanning = true;
    void this.#scanAgain(this.#found, true).finally(() => (this.#isScanning = false));
  }

  /** The queue of the kernel overflows in silence, but only after it was full: more at once than half of it is taken for that. */
  #countBurst(): void {
    if (this.#burst === 0) setImmediate(() => this.#endBurst());
    this.#burst += 1;
  }

  #endBurst(): void {
    const wasFull = this.#burst >= this.#limits.queue / 2;
    this.#burst = 0;
    if (!wasFull || this.#isClosed) return;
    this.#options.onChange(undefined);
    void this.#scanAgain([{ at: this.#root, path: '' }], false);
  }

  async #scanAgain(from: Directory[], reportsFiles: boolean): Promise<void> {
    this.#scansAgain += 1;
    try {
      if (!(await this.#scan(from, reportsFiles))) this.#giveUp();
    } finally {
      this.#scansAgain -= 1;
    }
  }

  /** The tree is no longer watched completely, so from now on anything may have changed at any time. */
  #giveUp(): void {
    if (this.#isClosed || this.#blind !== undefined) return;
    this.#options.onChange(undefined);
    this.#blind = setInterval(() => this.#options.onChange(undefined), blindMs).unref();
  }

  #drop(path: string): void {
    if (!this.#watchers.has(path)) return;
    for (const [known, { watcher }] of this.#watchers) {
      if (known !== path && path !== '' && !known.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#watchers.delete(known);
    }
  }
}

/** macOS and Windows watch trees by themselves. */
function watchRecursively(root: string, { enters, onChange }: WatchOptions): TreeWatch | undefined {
  try {
    const watcher = watch(root, { persistent: false, recursive: true }, (_, name) => {
      if (name === null) {
        onChange(undefined);
        return;
      }
      const path = name.replaceAll('\\', '/');
      const parts = path.split('/');
      if (parts.slice(1).every((_, i) => enters(parts.slice(0, i + 1).join('/')))) onChange(path);
    });
    watcher.on('error', () => onChange(undefined));
    return watcher;
  } catch {
    // A network share, or a limit of the platform: then there is no watch.
    return undefined;
  }
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
  readonly modifiedMs: number;
}

/** Differs for another directory that gets the same name later, and perhaps the same inode. */
function identityAt(at: string | Buffer): string {
  const stats = statsAt(at);
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}

function modifiedAt(at: string | Buffer): number {
  return statsAt(at)?.mtimeMs ?? 0;
}

function statsAt(at: string | Buffer): Stats | undefined {
  try {
    return lstatSync(at, { throwIfNoEntry: false });
  } catch {
    // Not readable, or a file has replaced the directory: nothing in it can be watched then.
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  return statsAt(path)?.isDirectory() === true;
}

/** https://man7.org/linux/man-pages/man7/inotify.7.html, "/proc interfaces". */
function machineLimits(): WatchLimits {
  return { watches: limit('max_user_watches', 8192), queue: limit('max_queued_events', 16_384) };
}

function limit(name: string, otherwise: number): number {
  try {
    return Number.parseInt(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8'), 10) || otherwise;
  } catch {
    // No /proc: what older kernels grant.
    return otherwise;
  }
}
