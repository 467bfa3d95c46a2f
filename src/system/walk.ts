import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { TreeFile, Walked, WalkOptions } from './system.ts';

/** How long one slice of a walk may keep the process from everything else. */
const sliceMs = 8;

/** As `System.walk` promises: what is withdrawn ends early like what is too large. */
export async function walkTree(root: string, options: WalkOptions): Promise<Walked> {
  const { enters, maxFiles, signal, wants } = options;
  const files: TreeFile[] = [];
  const unreadable: string[] = [];
  const pause = slices();
  // Newest last: a directory's own entries come before those of its neighbours.
  const waiting: Directory[] = [{ at: root, path: '' }];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const entries = entriesOf(directory);
    if (entries === undefined) {
      // A directory below the root that was removed since does not count as unreadable.
      if (directory.path === '' || isThere(directory.at)) unreadable.push(directory.path === '' ? '.' : directory.path);
      continue;
    }
    const below: Directory[] = [];
    for (const { at, kind, path } of entries) {
      await pause();
      if (signal?.aborted === true) return { files, isComplete: false, unreadable };
      if (kind === 'directory') {
        if (enters(path)) below.push({ at, path });
        continue;
      }
      if (!wants(path)) continue;
      const stats = statsOf(at);
      if (stats === 'unreadable') unreadable.push(path);
      if (stats === 'unreadable' || stats === undefined) continue;
      if (stats.isDirectory()) {
        // A file system that does not tell kinds while listing, or a directory that took the place of a file.
        if (enters(path)) below.push({ at, path });
        continue;
      }
      if (files.length === maxFiles) return { files, isComplete: false, unreadable };
      files.push(treeFile(path, stats));
    }
    waiting.push(...below.toReversed());
  }
  return { files, isComplete: true, unreadable };
}

/** A directory that is to be read. */
export interface Directory {
  /** Where it is; bytes when its path is no UTF-8. */
  readonly at: string | Buffer;
  /** From the root of the tree, with `/`; empty for the root itself. */
  readonly path: string;
}

export interface DirectoryEntry extends Directory {
  readonly kind: 'directory' | 'file';
}

/** The entries of a directory, by name; links count as files. `undefined` when it cannot be listed. */
export function entriesOf({ at, path }: Directory): readonly DirectoryEntry[] | undefined {
  try {
    if (typeof at === 'string') {
      const entries = readdirSync(at, { withFileTypes: true });
      // The mark of a name that is no UTF-8: that text names no file, only its bytes do.
      if (!entries.some(({ name }) => name.includes('\uFFFD'))) {
        return entries
          .toSorted(byName)
          .map((entry) => ({ at: childAt(at, entry.name), path: below(path, entry.name), kind: kindOf(entry) }));
      }
    }
    const entries = readdirSync(at, { withFileTypes: true, encoding: 'buffer' });
    return entries
      .toSorted((one, other) => Buffer.compare(one.name, other.name))
      .map((entry) => {
        const text = entry.name.toString();
        const isText = typeof at === 'string' && !text.includes('\uFFFD');
        return {
          at: isText ? childAt(at, text) : Buffer.concat([Buffer.from(at), Buffer.from('/'), entry.name]),
          path: below(path, text),
          kind: kindOf(entry),
        };
      });
  } catch {
    // No permission, removed since, or a disk error: the caller reports that it was not read.
    return undefined;
  }
}

/** Lets other work of the process run now and then. */
export function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  let calls = 0;
  return () => {
    // The clock costs more than what maxFiles entries need.
    calls += 1;
    if (calls % 16 !== 0 || performance.now() - began < sliceMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}

function kindOf(entry: Dirent | Dirent<Buffer>): DirectoryEntry['kind'] {
  return entry.isDirectory() ? 'directory' : 'file';
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

function childAt(directory: string, name: string): string {
  // Windows takes this separator too.
  return directory.endsWith('/') || directory.endsWith('\\') ? directory + name : `${directory}/${name}`;
}

function below(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

function statsOf(at: string | Buffer): Stats | 'unreadable' | undefined {
  try {
    return lstatSync(at, { throwIfNoEntry: false });
  } catch {
    // The directory may be listed but not searched, or was replaced since.
    return 'unreadable';
  }
}

function isThere(at: string | Buffer): boolean {
  return statsOf(at) !== undefined;
}

function treeFile(path: string, stats: Stats): TreeFile {
  return {
    path,
    kind: stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : 'other',
    size: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    inode: stats.ino,
    mode: stats.mode & 0o7777,
  };
}
