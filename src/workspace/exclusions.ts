import { createHash } from 'node:crypto';
import type { System, Walked } from '../system/index.ts';
import { partsBelow, pathsOf } from './paths.ts';
import { repositoryOf } from './repository.ts';
import type { IgnoreFile, IsIgnored } from './ignore-rules.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

/** What snap looks at in a workspace, and what it passes by. Both take a path from the root and answer for the directories above too. */
export interface Exclusions {
  /** Whether a directory is looked into. */
  enters(directory: WorkspacePath): boolean;
  wants(file: WorkspacePath): boolean;
}

/** With what tells whether they still hold. */
export interface KeyedExclusions extends Exclusions {
  /** Equal for rules that answer alike, in another process too. */
  readonly key: string;
  /** Files that rules were read from, or would have been, beside the `.gitignore`s of the workspace. Absolute. */
  readonly sources: readonly string[];
}

export interface ExclusionsOptions {
  /** The `.gitignore`s below the workspace, where they are known: then the tree is not walked for them. */
  readonly ignoreFiles?: readonly WorkspacePath[];
}

/** More of them than any project has; the rest are not honoured. */
const mostIgnoreFiles = 2_000;
const ignoreFileName = '.gitignore';

/**
 * The rules as they stand now: the given patterns, git's own exclude file, and every `.gitignore` from the top of the repository
 * down. What the patterns leave out no `.gitignore` takes back, and `.git` is always left out. One `.gitignore` that changes later
 * takes a new call. The tree is walked for their names alone.
 * @param patterns as in a `.gitignore` of the root.
 */
export async function exclusions(
  system: System,
  workspace: Workspace,
  patterns: readonly string[],
  signal?: AbortSignal,
  { ignoreFiles }: ExclusionsOptions = {},
): Promise<KeyedExclusions> {
  const paths = pathsOf(system);
  const own = await ignoreRulesOf([{ directory: '', text: patterns.join('\n') }], system.platform);
  const leavesOut = (git: IsIgnored, prefix: string): IsIgnored => {
    return (path, kind) => isGits(path) || own(path, kind) || git(prefix + path, kind);
  };
  const above = await rulesAbove(system, workspace);
  const prefix = above.place === '' ? '' : `${above.place}/`;
  const names = ignoreFiles?.slice(0, mostIgnoreFiles) ?? (await ignoreFilesBelow());
  const below: IgnoreFile[] = [];
  // Outer directories before inner ones, and in one order whoever found them.
  for (const path of [...names].sort()) {
    const text = await textOf(system, paths.join(workspace.root, path));
    if (text !== undefined) below.push({ directory: (prefix + path).replace(/\/?\.gitignore$/, ''), text });
  }
  below.sort((one, other) => (one.directory < other.directory ? -1 : 1));
  const files = [...above.files, ...below];
  const said = JSON.stringify([system.platform, prefix, patterns, files.map(({ directory, text }) => [directory, text])]);
  return {
    ...asExclusions(leavesOut(await ignoreRulesOf(files, system.platform), prefix)),
    key: createHash('sha256').update(said).digest('hex'),
    sources: above.sources,
  };

  async function ignoreFilesBelow(): Promise<readonly WorkspacePath[]> {
    const found = await system.walk(workspace.root, {
      enters: asExclusions(leavesOut(await ignoreRulesOf(above.files, system.platform), prefix)).enters,
      wants: (file) => file === ignoreFileName || file.endsWith(`/${ignoreFileName}`),
      most: mostIgnoreFiles,
      ...(signal === undefined ? {} : { signal }),
    });
    // Of a link git does not take rules either.
    return found.files.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  }
}

/** What ignore files say; outer directories first. The package behind it is loaded with the first question. */
export async function ignoreRulesOf(files: readonly IgnoreFile[], platform: System['platform']): Promise<IsIgnored> {
  return (await import('./ignore-rules.ts')).ignoreRules(files, platform);
}

/** The files of a workspace that are not left out. Beyond `most` the walk ends early, and says so. */
export async function filesOf(
  system: System,
  workspace: Workspace,
  { enters, wants }: Exclusions,
  { most, signal }: { readonly most: number; readonly signal?: AbortSignal },
): Promise<Walked> {
  return system.walk(workspace.root, { enters, wants, most, ...(signal === undefined ? {} : { signal }) });
}

/** Directories are asked about again and again, files once. */
function asExclusions(isIgnored: IsIgnored): Exclusions {
  const entered = new Map<string, boolean>();
  return {
    enters(directory) {
      const known = entered.get(directory);
      if (known !== undefined) return known;
      // Names of a tree that keeps making new directories shall not fill the memory.
      if (entered.size >= 50_000) entered.clear();
      const answer = !isIgnored(directory, 'directory');
      entered.set(directory, answer);
      return answer;
    },
    wants: (file) => !isIgnored(file, 'file'),
  };
}

/**
 * Git's own exclude file, and what stands in the directories between the top of the repository and the workspace.
 * `place`: the workspace, from the top.
 */
async function rulesAbove(
  system: System,
  workspace: Workspace,
): Promise<{ readonly place: string; readonly files: readonly IgnoreFile[]; readonly sources: readonly string[] }> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return { place: '', files: [], sources: [] };
  const paths = pathsOf(system);
  const files: IgnoreFile[] = [];
  const sources: string[] = [];
  const add = async (directory: string, path: string): Promise<void> => {
    sources.push(path);
    const text = await textOf(system, path);
    if (text !== undefined) files.push({ directory, text });
  };
  await add('', paths.join(repository.common ?? repository.directory, 'info', 'exclude'));
  const parts = partsBelow(system, repository.root, workspace.root) ?? [];
  for (const [i] of parts.entries()) {
    const directory = parts.slice(0, i);
    await add(directory.join('/'), paths.join(repository.root, ...directory, ignoreFileName));
  }
  const place = parts.join('/');
  // Whoever works in a directory that is left out means what is in it.
  const isLeftOut = (await ignoreRulesOf(files, system.platform))(place, 'directory');
  return { place, files: isLeftOut ? [] : files, sources };
}

function isGits(path: string): boolean {
  return path === '.git' || path.startsWith('.git/') || path.endsWith('/.git') || path.includes('/.git/');
}

/** Of a file of a stranger, for its rules; `undefined` when it cannot be read. */
async function textOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, 100_000);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
