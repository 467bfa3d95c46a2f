import type { WorkspacePath } from '../../workspace/index.ts';

/** What `./a.js` may be as a source, in the order in which TypeScript looks; a declaration file stands for nothing that runs, so it is last. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.ts', '.jsx', '.js', '.d.ts'],
  '.mjs': ['.mts', '.mjs', '.d.mts'],
  '.cjs': ['.cts', '.cjs', '.d.cts'],
};
const appended = ['.ts', '.tsx', '.js', '.jsx', '.d.ts', '.mts', '.mjs', '.cts', '.cjs', '.json', '.vue', '.svelte', '.astro', '.d.mts'];

/** The files of a workspace, as a resolver asks about them. */
export interface KnownFiles {
  readonly all: ReadonlySet<WorkspacePath>;
  /** The path as it is spelled on disk; `undefined` when there is no such file. */
  has(path: WorkspacePath): WorkspacePath | undefined;
  isDirectory(path: WorkspacePath): boolean;
}

export function knownFiles(files: Iterable<WorkspacePath>, foldsCase: boolean): KnownFiles {
  const all = new Set<WorkspacePath>();
  const directories = new Set<WorkspacePath>(['']);
  const spelled = new Map<string, WorkspacePath>();
  for (const file of files) {
    all.add(file);
    if (foldsCase) spelled.set(file.toLowerCase(), file);
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const directory = file.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  }
  return {
    all,
    has: (path) => (all.has(path) ? path : foldsCase ? spelled.get(path.toLowerCase()) : undefined),
    isDirectory: (path) => directories.has(path),
  };
}

/** The file that a path without guarantees means: with another extension, with one more, or the index of a directory. */
export function fileFor(
  files: KnownFiles,
  path: WorkspacePath,
  mainOf: (directory: WorkspacePath) => WorkspacePath | undefined,
): WorkspacePath | undefined {
  const isBare = path === '' || path.endsWith('/');
  const plain = isBare ? path.replace(/\/$/, '') : path;
  if (!isBare) {
    const found = asFile(files, plain);
    if (found !== undefined) return found;
  }
  if (!files.isDirectory(plain)) return undefined;
  return mainOf(plain) ?? indexOf(files, plain);
}

export function indexOf(files: KnownFiles, directory: WorkspacePath): WorkspacePath | undefined {
  return withExtension(files, directory === '' ? 'index' : `${directory}/index`);
}

export function asFile(files: KnownFiles, path: WorkspacePath): WorkspacePath | undefined {
  const extension = /\.[^./]+$/.exec(path)?.[0] ?? '';
  const others = replaced[extension];
  if (others !== undefined) {
    const stem = path.slice(0, -extension.length);
    for (const other of others) {
      const found = files.has(stem + other);
      if (found !== undefined) return found;
    }
  } else if (extension !== '') {
    const found = files.has(path);
    // What runs is the script beside it.
    if (found !== undefined) return scriptOf(files, found) ?? found;
  }
  return withExtension(files, path) ?? withoutQuery(files, path);
}

/** The file that a declaration file describes. */
function scriptOf(files: KnownFiles, path: WorkspacePath): WorkspacePath | undefined {
  const [, stem, kind] = /^(.*)\.d\.([cm]?)ts$/.exec(path) ?? [];
  return stem === undefined ? undefined : files.has(`${stem}.${kind ?? ''}js`);
}

function withExtension(files: KnownFiles, path: WorkspacePath): WorkspacePath | undefined {
  for (const extension of appended) {
    const found = files.has(path + extension);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `./icon.svg?react`, `./shader.glsl#raw`. */
function withoutQuery(files: KnownFiles, path: WorkspacePath): WorkspacePath | undefined {
  const end = path.search(/[?#]/);
  if (end <= 0) return undefined;
  return asFile(files, path.slice(0, end));
}
