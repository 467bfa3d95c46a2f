import { existsSync, lstatSync, readdirSync, realpathSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A watch of one path. It never keeps the process alive. */
export interface PathWatch {
  close(): void;
}

export interface PathWatchOptions {
  /** The path is a directory whose names are watched too: a file in it came, changed or went. */
  readonly names?: boolean;
  /** The interval of polling where the platform cannot watch. */
  readonly blindMs?: number;
  /** How the platform watches; a test may have one that cannot. */
  readonly watch?: typeof watch;
}

const defaultBlindMs = 800;
/** One save of an editor is several events. */
const gatherMs = 20;

/**
 * Reports that what is at a path may have changed: it came, was written, or went, also together with the directories around it. Nothing has to be
 * there yet. There may be a report without a change, but never a change without one. The target of a link is watched too.
 */
export function watchPath(path: string, onChange: () => void, options: PathWatchOptions = {}): PathWatch {
  return new Watched(path, onChange, options);
}

class Watched implements PathWatch {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #options: PathWatchOptions;
  readonly #watchers: FSWatcher[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #blind: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(path: string, onChange: () => void, options: PathWatchOptions) {
    // Without a separator at the end, because #watchNearest compares the path with joined ones.
    this.#path = join(dirname(path), basename(path));
    this.#onChange = onChange;
    this.#options = options;
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#gathering);
    this.#drop();
  }

  #drop(): void {
    clearInterval(this.#blind);
    this.#blind = undefined;
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }

  #open(): void {
    try {
      for (const path of withTarget(this.#path)) {
        this.#watchNearest(path);
        if (this.#options.names === true && existsSync(path)) this.#add(path, undefined);
      }
    } catch {
      // There are no watches left (ENOSPC, EMFILE), or the disk supports none: then it is polled.
      this.#drop();
      this.#lookOften();
    }
  }

  /** The directory that has the path, or the nearest one that is there. */
  #watchNearest(path: string): void {
    for (;;) {
      let [directory, name] = [dirname(path), basename(path)];
      while (!existsSync(directory) && dirname(directory) !== directory) [directory, name] = [dirname(directory), basename(directory)];
      const watcher = this.#add(directory, name);
      // The next directory may have been made between the look and the watch.
      if (join(directory, name) === path || !existsSync(join(directory, name))) return this.#watchAbove(directory);
      watcher.close();
      this.#watchers.splice(this.#watchers.indexOf(watcher), 1);
    }
  }

  /** A watch follows its directory to another name, and would not see what is made at the old one. */
  #watchAbove(directory: string): void {
    for (let below = directory; dirname(below) !== below; below = dirname(below)) {
      try {
        this.#add(dirname(below), basename(below));
      } catch {
        // Not every user may read the directory of all homes; what is below it is watched all the same.
      }
    }
  }

  /** @param name the name in the directory that is watched; `undefined`: all of them. */
  #add(directory: string, name: string | undefined): FSWatcher {
    const watcher = (this.#options.watch ?? watch)(directory, { persistent: false }, (_, changed) => {
      if (changed === null || name === undefined || changed === name || !existsSync(directory)) this.#changed();
    });
    // Some platforms say so when the directory vanishes.
    watcher.on('error', () => this.#changed());
    this.#watchers.push(watcher);
    return watcher;
  }

  #changed(): void {
    if (this.#isClosed || this.#gathering !== undefined) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      // Another directory may be the nearest one now. First, so that nothing is missed while the caller looks.
      this.#drop();
      this.#open();
      this.#onChange();
    }, gatherMs);
    this.#gathering.unref();
  }

  #lookOften(): void {
    const look = (): string =>
      withTarget(this.#path)
        .map((path) => stampOf(path) + (this.#options.names === true ? stampsIn(path) : ''))
        .join();
    let before = look();
    this.#blind = setInterval(() => {
      const now = look();
      if (now === before) return;
      before = now;
      this.#onChange();
    }, this.#options.blindMs ?? defaultBlindMs).unref();
  }
}

function withTarget(path: string): readonly string[] {
  try {
    const target = realpathSync.native(path);
    return target === path ? [path] : [path, target];
  } catch {
    // It is not there.
    return [path];
  }
}

function stampOf(path: string): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.size}`;
  } catch {
    // A file is where a directory should be: nothing is there.
    return '';
  }
}

/** A file that is written in place leaves its directory as it was. */
function stampsIn(directory: string): string {
  try {
    return readdirSync(directory)
      .map((name) => `${name}:${stampOf(join(directory, name))}`)
      .join();
  } catch {
    // There is no such directory.
    return '';
  }
}
