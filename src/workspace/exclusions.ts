import { createHash } from 'node:crypto';
import { displayPath, type System, type Walked, partsBelow, pathsOf } from '../system/index.ts';
import { repositoryOf } from './repository.ts';
import { type IgnoreText, readIgnoreText } from './ignore-text.ts';
import type { GrowingIgnoreRules, IgnoreFile, IsIgnored } from './ignore-rules.ts';
import { ineffectiveRules, type IneffectiveRules } from './ineffective-rules.ts';
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
  /** Rules that have no effect, of the files that are known by now. */
  readonly ineffective: IneffectiveRules;
}

export interface ExclusionsOptions {
  /** The `.gitignore`s below the workspace, as far as they are known: then the tree is not walked for them, and others are learned. */
  readonly ignoreFiles?: readonly WorkspacePath[] | undefined;
}

/** More of them than any project has, and more text than all of them together: the rest are not honoured, and the first is named. */
const maxIgnoreFiles = 5_000;
const maxIgnoreTexts = 16 * 1024 * 1024;
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
  const files = new Map<WorkspacePath, IgnoreFile>();
  const unreadable = new Set<WorkspacePath>();
  const { add, isIgnored } = await growingIgnoreRulesOf(system.platform);
  const ineffective = ineffectiveRules();
  let texts = 0;
  const honour = (file: IgnoreFile, shown: string, { cutAt }: Pick<IgnoreText, 'cutAt'>): void => {
    texts += file.text.length;
    const found = add(file);
    ineffective.lines(shown, found);
    if (cutAt !== undefined) ineffective.lines(shown, { ineffective: [{ line: cutAt, why: 'rest' }], ineffectiveCount: 1 });
  };
  for (const { shown, reason } of above.unreadable) ineffective.file(shown, reason);
  for (const { shown, cutAt, ...file } of above.files) honour(file, shown, { cutAt });
  const answers = asExclusions(leavesOut(isIgnored, prefix));
  let key: string | undefined;
  let isFull = false;
  const learned = async (path: WorkspacePath): Promise<boolean> => {
    if (files.size + unreadable.size >= maxIgnoreFiles || texts >= maxIgnoreTexts) {
      if (!isFull) ineffective.file(path, 'there are too many ignore files before it; it and those after it are not read');
      isFull = true;
      return false;
    }
    const read = await readIgnoreText(system, paths.join(workspace.root, path));
    const file = read.kind === 'text' ? { directory: directoryOf(prefix + path), text: read.text } : undefined;
    if (read.kind === 'unreadable' && !unreadable.has(path)) {
      ineffective.file(path, read.reason);
      unreadable.add(path);
    }
    // Not remembered: it may be there at the next look, and these rules are used as long as they are not others.
    if (file === undefined || read.kind !== 'text') return false;
    files.set(path, file);
    honour(file, path, read);
    key = undefined;
    answers.forget();
    return true;
  };
  const learnAll = async (names: readonly WorkspacePath[]): Promise<void> => {
    for (const path of [...names].sort((one, other) => (directoryOf(one) < directoryOf(other) ? -1 : 1)))
      if (!files.has(path) && !unreadable.has(path)) await learned(path);
  };
  await learnAll(ignoreFiles ?? [ignoreFileName]);
  if (ignoreFiles === undefined) await learnBelow(system, workspace, { enters: answers.enters, learnAll, signal });
  const textsNow = (): ExclusionTexts => {
    // In the same order, however they were found.
    const below = [...files.values()].sort((one, other) => (one.directory < other.directory ? -1 : 1));
    return {
      platform: system.platform,
      prefix,
      patterns,
      files: [...above.files.map(({ directory, text }) => ({ directory, text })), ...below],
    };
  };
  return {
    enters: answers.enters,
    wants: answers.wants,
    get key() {
      return (key ??= keyOf(textsNow()));
    },
    get ignoreFiles() {
      return [...files.keys()];
    },
    learn: (path) => (files.has(path) ? undefined : learned(path)),
    sources: above.sources,
    texts: textsNow,
    get ineffective() {
      return ineffective.all();
    },
  };
}

/**
 * Walks the tree for the ignore files in it, by the rules as far as they are known: what they leave out is not walked, unless a rule below takes it
 * back. In most projects that saves nearly all of the tree.
 */
async function learnBelow(
  system: System,
  workspace: Workspace,
  {
    enters,
    learnAll,
    signal,
  }: {
    enters(directory: WorkspacePath): boolean;
    learnAll(names: readonly WorkspacePath[]): Promise<void>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const paths = pathsOf(system);
  const refused = new Set<WorkspacePath>();
  let count = 0;
  for (let tops: readonly WorkspacePath[] = ['']; tops.length > 0 && count <= maxIgnoreFiles;) {
    const found: WorkspacePath[] = [];
    for (const top of tops) {
      const from = (path: string): WorkspacePath => (top === '' ? path : `${top}/${path}`);
      const walked = await system.walk(top === '' ? workspace.root : paths.join(workspace.root, top), {
        enters: (path) => {
          const isEntered = enters(from(path));
          if (!isEntered) refused.add(from(path));
          return isEntered;
        },
        wants: (file) => file === ignoreFileName || file.endsWith(`/${ignoreFileName}`),
        maxFiles: maxIgnoreFiles + 1 - count,
        signal,
      });
      count += walked.files.length;
      found.push(...walked.files.map(({ path }) => from(path)));
    }
    await learnAll(found);
    tops = [...refused].filter(enters);
    for (const top of tops) refused.delete(top);
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

/** Git's own exclude file, and the ignore files in the directories between the top of the repository and the workspace. */
async function rulesAbove(system: System, workspace: Workspace): Promise<RulesAbove> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return { place: '', files: [], unreadable: [], sources: [] };
  const paths = pathsOf(system);
  const files: RulesAbove['files'][number][] = [];
  const unreadable: RulesAbove['unreadable'][number][] = [];
  const sources: string[] = [];
  const add = async (directory: string, path: string): Promise<void> => {
    sources.push(path);
    const read = await readIgnoreText(system, path, path.endsWith('exclude'));
    const shown = partsBelow(system, workspace.root, path)?.join('/') ?? displayPath(path, system);
    if (read.kind === 'text') files.push({ directory, text: read.text, shown, cutAt: read.cutAt });
    if (read.kind === 'unreadable') unreadable.push({ shown, reason: read.reason });
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
  return { place, files: isLeftOut ? [] : files, unreadable, sources };
}

interface RulesAbove {
  /** The workspace, from the top. */
  readonly place: string;
  readonly files: readonly (IgnoreFile & Pick<IgnoreText, 'cutAt'> & { readonly shown: string })[];
  readonly unreadable: readonly { readonly shown: string; readonly reason: string }[];
  readonly sources: readonly string[];
}

/** Of an ignore file: where it holds. Sorted by it, outer ones come first. */
function directoryOf(path: string): string {
  return path.replace(/\/?\.gitignore$/, '');
}

function isGits(path: string): boolean {
  return path === '.git' || path.startsWith('.git/') || path.endsWith('/.git') || path.includes('/.git/');
}
