import { posix, win32 } from 'node:path';
import { type Hash, SnapError, type Seen, type System, type TreeFile, type Walked, type WritableSystem } from '../../src/system/index.ts';
import { directoriesBelow } from '../../src/system/places/own-directories.ts';
import { hashOf } from '../../src/system/writable.ts';

export interface MemoryWorld {
  /** Path to content; text is UTF-8. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Path of a link to what it points at. */
  readonly links?: Readonly<Record<string, string>>;
  /** Mode of single files; 0644 for the others. */
  readonly modes?: Readonly<Record<string, number>>;
  readonly platform?: System['platform'];
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly cwd?: string;
  readonly now?: Date;
}

export interface MemorySystem extends WritableSystem {
  /** The content as text; `undefined` when there is no file. */
  text(path: string): string | undefined;
  /** Every file there is now, our own among them. */
  paths(): readonly string[];
}

/** The world in a map: no links of directories, no owners, no other processes. */
export function memorySystem(world: MemoryWorld = {}): MemorySystem {
  const { env = {}, links = {}, now = new Date('2026-11-21T12:00:00Z'), platform = 'linux' } = world;
  const path = platform === 'win32' ? win32 : posix;
  const home = world.home ?? (platform === 'win32' ? 'C:\\Users\\ada' : platform === 'darwin' ? '/Users/ada' : '/home/ada');
  const cwd = world.cwd ?? home;
  const own = directoriesBelow(path.join(home, '.snap-mcp'), platform);
  // Own paths are joined with the separator of the machine the tests run on.
  const keys = new Map<string, string>();
  const key = (name: string): string => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const made = path.normalize(path.resolve(cwd, name));
    keys.set(name, made);
    return made;
  };
  const files = new Map(Object.entries(world.files ?? {}).map(([name, content]) => [key(name), new Uint8Array(Buffer.from(content))]));
  const modes = new Map(Object.entries(world.modes ?? {}).map(([name, mode]) => [key(name), mode]));
  const targets = new Map(Object.entries(links).map(([name, target]) => [key(name), key(path.resolve(path.dirname(key(name)), target))]));

  const follow = (name: string): string => {
    let at = key(name);
    for (let hops = 0; hops < 40; hops += 1) {
      const next = targets.get(at);
      if (next === undefined) return at;
      at = next;
    }
    throw new SnapError('link-loop', `${name}: its symbolic links lead back to themselves.`);
  };
  // An examination looks at thousands of paths; what stands in which directory changes with the names of the files only.
  let tree: Tree | undefined;
  const directories = (): Tree => (tree ??= treeOf([...files.keys()], [...targets.keys()], path));
  const put = (at: string, bytes: Uint8Array<ArrayBuffer>): void => {
    if (!files.has(at)) tree = undefined;
    files.set(at, bytes);
  };
  const drop = (at: string): void => {
    if (files.delete(at)) tree = undefined;
  };
  const isDirectory = (name: string) => directories().withFiles.has(name);
  const writable = (name: string): string => {
    const at = follow(name);
    if (isDirectory(at)) throw new SnapError('refused', `${at}: this is a directory.`);
    if (files.has(at) && ((modes.get(at) ?? 0o644) & 0o200) === 0) {
      throw new SnapError('read-only', `${at}: this file is read-only.`, { hint: `chmod u+w ${at}` });
    }
    return at;
  };
  const requireExpected = (at: string, expected: Hash | 'absent') => {
    if (hashOf(files.get(at)) !== expected) throw new SnapError('changed', `Left ${at} alone: another program changed it.`);
  };
  const missingDirectories = (at: string) => {
    const missing: string[] = [];
    for (let up = path.dirname(at); !isDirectory(up) && up !== path.dirname(up); up = path.dirname(up)) missing.unshift(up);
    return missing;
  };

  const system: MemorySystem = {
    platform,
    home,
    env,
    cwd,
    own,
    run: { pid: 1, start: '1', boot: 'memory', space: '' },
    resolve: (name) => path.resolve(cwd, name),
    now: () => now,
    async readBytes(name) {
      const at = follow(name);
      if (isDirectory(at)) throw new SnapError('refused', `${at}: this is a directory.`);
      return files.get(at)?.slice();
    },
    async look(name): Promise<Seen | undefined> {
      const isLink = targets.has(key(name));
      const nothing = { size: 0, mode: 0, readable: false, writable: false, executable: false };
      let at: string;
      try {
        at = follow(name);
      } catch {
        // The only thing that follow throws.
        return { kind: 'link-loop', ...nothing };
      }
      const target = isLink ? { target: at } : {};
      const bytes = files.get(at);
      if (bytes === undefined && !isDirectory(at)) return isLink ? { kind: 'dangling-link', ...target, ...nothing } : undefined;
      const mode = modes.get(at) ?? (bytes === undefined ? 0o755 : 0o644);
      return {
        kind: bytes === undefined ? 'directory' : 'file',
        ...target,
        size: bytes?.length ?? 0,
        mode,
        readable: (mode & 0o400) !== 0,
        writable: (mode & 0o200) !== 0,
        executable: (mode & 0o100) !== 0,
      };
    },
    readStart: async (name, length) => files.get(follow(name))?.slice(0, length),
    async list(name) {
      const names = directories().names.get(key(name));
      return names === undefined ? undefined : [...names].sort();
    },
    async walk(root, { enters, wants, maxFiles }): Promise<Walked> {
      const start = key(root).endsWith(path.sep) ? key(root) : key(root) + path.sep;
      const names = [...files.keys(), ...targets.keys()].filter((file) => file.startsWith(start));
      const isEntered = (name: string) => {
        const parts = name.split('/');
        return parts.slice(1).every((_, i) => enters(parts.slice(0, i + 1).join('/')));
      };
      const wanted = names
        .map((file) => file.slice(start.length).replaceAll('\\', '/'))
        .toSorted()
        .filter((name) => isEntered(name) && wants(name));
      const seen = wanted.slice(0, maxFiles).map((name, i): TreeFile => {
        const at = key(path.join(root, name));
        const times = { modifiedMs: now.getTime(), changedMs: now.getTime() };
        const kind = targets.has(at) ? 'link' : 'file';
        return { path: name, kind, size: files.get(at)?.length ?? 0, ...times, inode: i + 1, mode: modes.get(at) ?? 0o644 };
      });
      return { files: seen, isComplete: seen.length === wanted.length, unreadable: [] };
    },
    stamps: async (names) =>
      names.map((name) => {
        const bytes = files.get(key(name));
        const times = { modifiedMs: now.getTime(), changedMs: now.getTime(), inode: 1, device: 1, bornMs: 0 };
        if (bytes !== undefined) return { kind: 'file', size: bytes.length, ...times };
        return isDirectory(key(name)) ? { kind: 'directory', size: 0, ...times } : undefined;
      }),
    watch: async () => undefined,
    hasEnded: async ({ boot }) => boot !== 'memory',
    spawn: async () => {
      throw new Error('There are no programs in memory.');
    },
    runJob: async ({ name }) => ({ state: 'failed', reason: `There is no worker in memory for ${name}.` }),
    ownFiles: {
      write: async (name, bytes) => {
        put(key(name), bytes.slice());
      },
      append: async (name, bytes) => {
        put(key(name), Buffer.concat([files.get(key(name)) ?? new Uint8Array(), bytes]));
      },
      remove: async (name) => {
        drop(key(name));
      },
      removeTree: async (name) => {
        for (const path of files.keys()) if (path === key(name) || path.startsWith(`${key(name)}/`)) drop(path);
      },
      removeEmpty: async () => true,
      // No secret to keep from anybody in memory; reversed, so that a forgotten seal or unseal shows.
      seal: async (bytes) => bytes.toReversed(),
      unseal: async (bytes) => bytes.toReversed(),
    },
    log(name, _lock, isCurrent) {
      const at = key(name);
      const split = () =>
        files.has(at)
          ? Buffer.from(files.get(at) ?? '')
              .toString('utf8')
              .split('\n')
          : [];
      return {
        path: name,
        async append(lines) {
          if (isCurrent !== undefined && !(await isCurrent())) throw new SnapError('changed', `${name}: this store has moved.`);
          const text = split().join('\n');
          const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
          put(at, Buffer.from(before + lines.map((line) => `${line}\n`).join('')));
        },
        read: async () => ({ lines: split().slice(0, -1), isTorn: (split().at(-1) ?? '') !== '', exists: files.has(at) }),
        async rewrite(change) {
          const after = change(split().filter((line, i, all) => i < all.length - 1 || line !== ''));
          if (after !== undefined) put(at, Buffer.from(after.map((line) => `${line}\n`).join('')));
          return after !== undefined;
        },
      };
    },
    async inspect(name) {
      const at = writable(name);
      const mode = modes.get(at) ?? 0o644;
      return { path: at, missingDirectories: missingDirectories(at), ...(files.has(at) ? { mode } : {}) };
    },
    async replaceBytes(name, expected, bytes, { newFileMode = 0o600 } = {}) {
      const at = writable(name);
      requireExpected(at, expected);
      if (!files.has(at)) modes.set(at, newFileMode);
      put(at, bytes.slice());
    },
    async removeFile(name, expected) {
      const at = writable(name);
      requireExpected(at, expected);
      drop(at);
    },
    tidy: async () => {},
    withLocks: async (_, work) => work(system),
    text: (name) => {
      const bytes = files.get(follow(name));
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
    },
    paths: () => [...files.keys()].sort(),
  };
  return system;
}

interface Tree {
  /** The directories with a file somewhere below them. */
  readonly withFiles: ReadonlySet<string>;
  /** What stands in each directory, links as well. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

function treeOf(files: readonly string[], links: readonly string[], path: typeof posix): Tree {
  const withFiles = new Set<string>();
  const names = new Map<string, Set<string>>();
  const add = (paths: readonly string[], areFiles: boolean): void => {
    for (const file of paths) {
      for (let at = file, up = path.dirname(at); up !== at; at = up, up = path.dirname(at)) {
        if (areFiles) withFiles.add(up);
        names.set(up, (names.get(up) ?? new Set()).add(path.basename(at)));
      }
    }
  };
  add(files, true);
  add(links, false);
  return { withFiles, names };
}
