import {
  ignoreRulesOf,
  maxGitIndexBytes,
  readIgnoreText,
  indexName,
  parseGitIndex,
  repositoryOf,
  type IgnoreFile,
  type IsIgnored,
  type Repository,
} from '../../workspace/index.ts';
import type { System } from '../../system/index.ts';
import { joinPath } from '../../machine/index.ts';

/** Git's state of one file of the workspace; both `undefined` when it is not known. */
export interface VersionControl {
  readonly tracked?: boolean | undefined;
  readonly ignoredByGit?: boolean | undefined;
}

/**
 * Reads git's own index instead of starting git: a program named by a workspace must not be run, and the index says it.
 * https://git-scm.com/docs/index-format
 */
export async function versionControlOf(system: System, workspace: string): Promise<(path: string) => VersionControl> {
  const repository = await repositoryOf(system, workspace);
  if (repository === undefined) return () => ({});
  const { root, directory } = repository;
  const isTracked = trackedIn(await quietly(() => readIndex(system, joinPath(directory, 'index', system.platform))));
  const isIgnored = await readIgnores(system, repository, workspace);
  const separator = system.platform === 'win32' ? '\\' : '/';
  const start = root.endsWith(separator) ? root : root + separator;
  return (path) => {
    if (!path.startsWith(start)) return {};
    const name = path.slice(start.length).replaceAll('\\', '/');
    const tracked = isTracked(name);
    return tracked === true ? { tracked } : { tracked, ignoredByGit: isIgnored(name, 'file') };
  };
}

/** Empty where it is too large to be read. */
async function readIndex(system: System, path: string): Promise<Uint8Array | undefined> {
  return ((await system.look(path))?.size ?? 0) > maxGitIndexBytes ? new Uint8Array() : system.readBytes(path);
}

/** No for all without an index; `undefined` where it cannot be read (damaged, split, too large). Parsed when the first file is asked about. */
function trackedIn(bytes: Uint8Array | undefined): (name: string) => boolean | undefined {
  if (bytes === undefined) return () => false;
  let names: ReadonlySet<string> | 'unknown' | undefined;
  return (name) => {
    if (names === undefined) {
      const index = parseGitIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      names = index === undefined ? 'unknown' : new Set(index.names);
    }
    return names === 'unknown' ? undefined : names.has(indexName(name));
  };
}

/** The rules that hold for the workspace. */
async function readIgnores(system: System, { directory, root }: Repository, workspace: string): Promise<IsIgnored> {
  const { platform } = system;
  const below = workspace
    .slice(root.length)
    .split(/[\\/]/)
    .filter((part) => part !== '');
  const folders = ['', ...below.map((_, i) => below.slice(0, i + 1).join('/'))];
  const files: IgnoreFile[] = [];
  const add = async (path: string, folder: string): Promise<void> => {
    const read = await quietly(() => readIgnoreText(system, path, path.endsWith('exclude')));
    if (read?.kind === 'text') files.push({ directory: folder, text: read.text });
  };
  await add(joinPath(directory, platform === 'win32' ? 'info\\exclude' : 'info/exclude', platform), '');
  for (const folder of folders) await add(joinPath(joinPath(root, folder, platform), '.gitignore', platform), folder);
  return ignoreRulesOf(files, platform);
}

/** Nothing is known about a repository that is damaged or not readable. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
