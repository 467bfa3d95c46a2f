import { createHash } from 'node:crypto';
import type { System, Walked } from '../system/index.ts';
import { partsBelow, pathsOf } from './paths.ts';
import { repositoryOf } from './repository.ts';
import type { GrowingIgnoreRules, IgnoreFile, IsIgnored } from './ignore-rules.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

/** What snap looks at in a workspace, and what it passes by. Both take a path from the root and answer for the directories above too. */
export interface Exclusions {
  /** Whether a directory is looked into. */
  enters(directory: WorkspacePath): boolean;
  wants(file: WorkspacePath): boolean;
}

/** All that exclusions depend on. Kept with a snapshot, they answer the same later ({@link exclusionsBy}). */
export interface ExclusionTexts {
  readonly platform: System['platform'];
  /** The workspace from the top of its repository, with `/` at the end; empty for the top itself. */
  readonly prefix: string;
  /** As in a `.gitignore` of the root. */
  readonly patterns: readonly string[];
  /** In the order in which they count. Directories are from the top of the repository. */
  readonly files: readonly IgnoreFile[];
}

/** With the files that they depend on. */
export interface KeyedExclusions extends Exclusions {
  /** Equal for rules that answer alike, in another process too. Another one when something was learned. */
  readonly key: string;
  /**
   * Of a `.gitignore` that is met on a walk. `undefined`: it is known; else whether the rules are others from now on: what was asked
   * below its directory before has another answer then.
   */
  learn(ignoreFile: WorkspacePath): Promise<boolean> | undefined;
  /** The `.gitignore`s below the workspace that are known by now. */
  readonly ignoreFiles: readonly WorkspacePath[];
  /** Files that rules were read from, or would have been, beside the `.gitignore`s of the workspace. Absolute. */
  readonly sources: readonly string[];
  /** As read so far. */
  texts(): ExclusionTexts;
}

export interface ExclusionsOptions {
  /** The `.gitignore`s below the workspace, as far as they are known: then the tree is not walked for them, and others are learned. */
  readonly ignoreFiles?: readonly WorkspacePath[] | undefined;
}

/** More of them than any project has; the rest are not honoured. */
const maxIgnoreFiles = 2_000;
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
  const leavesOut = await leavesOutBy(patterns, system.platform);
  const above = await rulesAbove(system, workspace);
  const prefix = above.place === '' ? '' : `${above.place}/`;
  const names = ignoreFiles ?? (await ignoreFilesBelow());
  const files = new Map<WorkspacePath, IgnoreFile | undefined>();
  const { add, isIgnored } = await growingIgnoreRulesOf(system.platform);
  for (const file of above.files) add(file);
  const answers = asExclusions(leavesOut(isIgnored, prefix));
  let key: string | undefined;
  const learned = async (path: WorkspacePath): Promise<boolean> => {
    if (files.size >= maxIgnoreFiles) return false;
    const at = paths.join(workspace.root, path);
    const seen = await system.look(at);
    // git does not read rules through a link either.
    const text = seen?.kind === 'file' && seen.target === undefined ? await textOf(system, at) : undefined;
    const file = text === undefined ? undefined : { directory: directoryOf(prefix + path), text };
    files.set(path, file);
    if (file === undefined) return false;
    add(file);
    key = undefined;
    answers.forget();
    return true;
  };
  for (const path of [...names].sort((one, other) => (directoryOf(one) < directoryOf(other) ? -1 : 1))) await learned(path);
  const texts = (): ExclusionTexts => {
    // In the same order, however they were found.
    const below = [...files.values()].flatMap((file) => file ?? []).sort((one, other) => (one.directory < other.directory ? -1 : 1));
    return { platform: system.platform, prefix, patterns, files: [...above.files, ...below] };
  };
  return {
    enters: answers.enters,
    wants: answers.wants,
    get key() {
      return (key ??= keyOf(texts()));
    },
    get ignoreFiles() {
      return [...files.keys()];
    },
    learn: (path) => (files.has(path) ? undefined : learned(path)),
    sources: above.sources,
    texts,
  };

  async function ignoreFilesBelow(): Promise<readonly WorkspacePath[]> {
    const found = await system.walk(workspace.root, {
      enters: asExclusions(leavesOut(await ignoreRulesOf(above.files, system.platform), prefix)).enters,
      wants: (file) => file === ignoreFileName || file.endsWith(`/${ignoreFileName}`),
      maxFiles: maxIgnoreFiles,
      signal,
    });
    return found.files.map(({ path }) => path);
  }
}

/** Exclusions that answer by texts that were read earlier; nothing is read. */
export async function exclusionsBy({ files, patterns, platform, prefix }: ExclusionTexts): Promise<Exclusions> {
  const leavesOut = await leavesOutBy(patterns, platform);
  const { enters, wants } = asExclusions(leavesOut(await ignoreRulesOf(files, platform), prefix));
  return { enters, wants };
}

type LeavesOut = (git: IsIgnored, prefix: string) => IsIgnored;

/** What the patterns leave out no ignore file takes back. */
async function leavesOutBy(patterns: readonly string[], platform: System['platform']): Promise<LeavesOut> {
  const own = await ignoreRulesOf([{ directory: '', text: patterns.join('\n') }], platform);
  return (git, prefix) => (path, kind) => isGits(path) || own(path, kind) || git(prefix + path, kind);
}

function keyOf({ files, patterns, platform, prefix }: ExclusionTexts): string {
  const said = JSON.stringify([platform, prefix, patterns, files.map(({ directory, text }) => [directory, text])]);
  return createHash('sha256').update(said).digest('hex');
}

/** What ignore files say; outer directories first. The package behind it is loaded with the first question. */
export async function ignoreRulesOf(files: readonly IgnoreFile[], platform: System['platform']): Promise<IsIgnored> {
  return (await import('./ignore-rules.ts')).ignoreRules(files, platform);
}

async function growingIgnoreRulesOf(platform: System['platform']): Promise<GrowingIgnoreRules> {
  return (await import('./ignore-rules.ts')).growingIgnoreRules(platform);
}

/** The files of a workspace that are not left out. Beyond `maxFiles` the walk ends early, and the result states that. */
export async function filesOf(
  system: System,
  workspace: Workspace,
  { enters, wants }: Exclusions,
  { maxFiles, signal }: { readonly maxFiles: number; readonly signal?: AbortSignal | undefined },
): Promise<Walked> {
  return system.walk(workspace.root, { enters, wants, maxFiles, signal });
}

/** Directories are asked about again and again, files once. */
function asExclusions(isIgnored: IsIgnored): Exclusions & { forget(): void } {
  const entered = new Map<string, boolean>();
  return {
    enters(directory) {
      const known = entered.get(directory);
      if (known !== undefined) return known;
      // A tree that keeps making new directories must not fill the memory.
      if (entered.size >= 50_000) entered.clear();
      const answer = !isIgnored(directory, 'directory');
      entered.set(directory, answer);
      return answer;
    },
    wants: (file) => !isIgnored(file, 'file'),
    forget: () => entered.clear(),
  };
}

/**
 * Git's own exclude file, and the ignore files in the directories between the top of the repository and the workspace.
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
  // For someone who works in an ignored directory, its files are wanted, so no rules apply.
  const isLeftOut = (await ignoreRulesOf(files, system.platform))(place, 'directory');
  return { place, files: isLeftOut ? [] : files, sources };
}

/** Of an ignore file: where it holds. Sorted by it, outer ones come first. */
function directoryOf(path: string): string {
  return path.replace(/\/?\.gitignore$/, '');
}

function isGits(path: string): boolean {
  return path === '.git' || path.startsWith('.git/') || path.endsWith('/.git') || path.includes('/.git/');
}

/** The text of an ignore file, which others may have written; `undefined` when it cannot be read. */
async function textOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, 100_000);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
