import { ignoreRulesOf, repositoryOf, type IgnoreFile, type IsIgnored, type Repository } from '../../workspace/index.ts';
import type { System } from '../../system/index.ts';
import { joinPath } from '../../machine/index.ts';

/** What git says of one file of the workspace; both absent where it cannot be told. */
export interface VersionControl {
  readonly tracked?: boolean | undefined;
  readonly ignoredByGit?: boolean | undefined;
}

/**
 * Reads git's own index instead of starting git: a program named by a workspace must not be run, and the answer is one search away.
 * https://git-scm.com/docs/index-format
 */
export async function versionControlOf(system: System, workspace: string): Promise<(path: string) => VersionControl> {
  const repository = await repositoryOf(system, workspace);
  if (repository === undefined) return () => ({});
  const { root, directory } = repository;
  const index = await quietly(() => system.readBytes(joinPath(directory, 'index', system.platform)));
  const isIgnored = await readIgnores(system, repository, workspace);
  const separator = system.platform === 'win32' ? '\\' : '/';
  const start = root.endsWith(separator) ? root : root + separator;
  return (path) => {
    if (!path.startsWith(start)) return {};
    const name = path.slice(start.length).replaceAll('\\', '/');
    const tracked = isInIndex(index, name);
    return {
      tracked,
      ...(tracked === true ? {} : { ignoredByGit: isIgnored(name, 'file') }),
    };
  };
}

/** `undefined` for an index of version 4, which cuts common beginnings off its names. */
function isInIndex(index: Uint8Array | undefined, name: string): boolean | undefined {
  if (index === undefined) return false;
  const bytes = Buffer.from(index.buffer, index.byteOffset, index.byteLength);
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) > 3) return undefined;
  const wanted = Buffer.from(`${name}\0`);
  for (let at = bytes.indexOf(wanted, 12); at !== -1; at = bytes.indexOf(wanted, at + 1)) {
    // Two bytes before a name hold its flags with its length, so a longer name that ends alike is told apart.
    const length = bytes.readUInt16BE(at - 2) & 0xfff;
    const lengthBefore = bytes.readUInt16BE(Math.max(12, at - 4)) & 0xfff;
    if (length === wanted.length - 1 || lengthBefore === wanted.length - 1) return true;
  }
  return false;
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
    const bytes = await quietly(() => system.readBytes(path));
    if (bytes !== undefined && bytes.length < 100_000) files.push({ directory: folder, text: Buffer.from(bytes).toString('utf8') });
  };
  await add(joinPath(directory, platform === 'win32' ? 'info\\exclude' : 'info/exclude', platform), '');
  for (const folder of folders) await add(joinPath(joinPath(root, folder, platform), '.gitignore', platform), folder);
  return ignoreRulesOf(files, platform);
}

/** A repository that is damaged or closed to us tells nothing. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
