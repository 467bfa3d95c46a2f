import { isAbsolute, relative, sep } from 'node:path';
import type { System } from '../../system/index.ts';
import {
  type Exclusions,
  exclusionsBy,
  type ExclusionTexts,
  type KeyedExclusions,
  type Workspace,
  type WorkspacePath,
} from '../../workspace/index.ts';
import type { DirectoryNode } from './cached-node.ts';
import { rawChild, type RawName, textOfName } from '../raw-name.ts';
import { isLocalDirectory, isMissedWhenIgnored, isSecretName } from './secret-files.ts';
import type { TrackedFiles } from './tracked-files.ts';

/** The rules that are part of the program. */
export interface BuiltInRules {
  /**
   * Raised when one of them answers differently, or what follows in this file, or how ignore files are read: a snapshot's own rules can be
   * asked by the version alone that took it.
   */
  readonly version: number;
  /** Whether an ignored file is taken all the same. */
  isMissed(file: WorkspacePath): boolean;
  /** Whether an ignored directory is looked into for such files. */
  isLookedInto(directory: WorkspacePath): boolean;
}

export const builtInRules: BuiltInRules = { version: 1, isMissed: isMissedWhenIgnored, isLookedInto: isLocalDirectory };

/**
 * All that decided what a capture took, but for what git tracks: so a file that was captured only because git tracks it counts as one
 * that could not be held. Kept with a snapshot, {@link rulesBy} answers the same later.
 */
export interface KeptRules {
  /** Of the built-in rules of the program that took it. */
  readonly version: number;
  /** Directories of snap itself that are in the workspace. */
  readonly own: readonly WorkspacePath[];
  readonly exclusions: ExclusionTexts;
}

/** What a capture takes. The same object answers the same at every call. */
export interface CaptureRules {
  /** Equal for rules that give the same answers, in another process too. Without it a new process asks about every name again. */
  readonly key?: string | undefined;
  /** Of a `.gitignore` that is met on the way, as {@link KeyedExclusions.learn}. */
  learn?(ignoreFile: WorkspacePath): Promise<boolean> | undefined;
  /** `some`: looked into for a few files only, and no part of the snapshot when it holds none of them. */
  enters(directory: WorkspacePath): 'all' | 'some' | 'no';
  /** `sealed`: a secret of the project; `missed`: a small ignored file that a person would miss, sealed too. */
  takes(file: WorkspacePath): 'plain' | 'sealed' | 'missed' | 'no';
  /** Whether a directory that is looked into for `some` files is part of the snapshot though it holds none of them. */
  keeps?(directory: WorkspacePath): boolean;
  /** Absent where the rules come from elsewhere than the files of a workspace. */
  kept?(): KeptRules;
}

export interface CaptureRulesOptions {
  readonly exclusions: Exclusions & Partial<Pick<KeyedExclusions, 'learn' | 'texts'>>;
  /** Captured regardless of the patterns: files that git tracks, and files that a restore is about to overwrite. */
  readonly always?: Omit<TrackedFiles, 'key'> | undefined;
  /** Of those, what a restore is about to overwrite: the directories among them are captured too. */
  readonly reached?: Pick<TrackedFiles, 'has'> | undefined;
  /** Asked again when the exclusions have learned something. */
  readonly key?: (() => string) | undefined;
  readonly builtIn?: BuiltInRules | undefined;
}

/**
 * The rules of a workspace. `.git`, snap's own directories and its temporary files are never taken, nor the records in `.snap/`: a restore
 * takes back what was done to the files, not what was learned meanwhile.
 */
export function captureRules(system: System, workspace: Workspace, options: CaptureRulesOptions): CaptureRules {
  return rulesWith(ownPlaces(system, workspace), options);
}

/** The rules that decided what a snapshot holds; `isOther`: with the built-in ones of another version, so they only come near. */
export async function rulesBy(
  { exclusions, own, version }: KeptRules,
  builtIn = builtInRules,
): Promise<CaptureRules & { readonly isOther: boolean }> {
  const rules = rulesWith(own, { exclusions: await exclusionsBy(exclusions), builtIn });
  return { ...rules, key: undefined, isOther: version !== builtIn.version };
}

function rulesWith(own: readonly WorkspacePath[], options: CaptureRulesOptions): CaptureRules {
  const { exclusions, always, builtIn = builtInRules, key, reached } = options;
  // Patterns cost more than a list, and the list more when it has to be read first.
  const isWanted = (file: WorkspacePath): boolean =>
    always?.isAtHand === true ? always.has(file) || exclusions.wants(file) : exclusions.wants(file) || always?.has(file) === true;
  const isOwn = (path: WorkspacePath): boolean => own.some((place) => path === place || path.startsWith(`${place}/`));
  const enters = (directory: WorkspacePath): ReturnType<CaptureRules['enters']> => {
    if (isGits(directory) || isOwn(directory)) return 'no';
    if (exclusions.enters(directory)) return 'all';
    const isLookedInto = builtIn.isLookedInto(directory) || always?.hasBelow(directory) === true || reached?.has(directory) === true;
    return isLookedInto ? 'some' : 'no';
  };
  const { texts } = exclusions;
  return {
    get key() {
      return key === undefined ? undefined : `${key()} ${builtIn.version} ${own.join('/ ')}`;
    },
    learn: (ignoreFile) => exclusions.learn?.(ignoreFile),
    enters,
    takes(file) {
      if (isGits(file) || isOwn(file) || temporaryName.test(file) || records.test(file)) return 'no';
      // What decided which files a snapshot holds is in it, even where it ignores itself.
      if (isIgnoreFile(file) || isWanted(file)) return isSecretName(file) ? 'sealed' : 'plain';
      return builtIn.isMissed(file) ? 'missed' : 'no';
    },
    keeps: (directory) => reached?.has(directory) === true,
    ...(texts === undefined
      ? {}
      : { kept: () => ({ version: builtIn.version, own, exclusions: enteredTexts(texts(), (directory) => enters(directory) !== 'no') }) }),
  };
}

/** Without the ignore files of directories that are not looked into: which of them are known depends on what was looked at before. */
function enteredTexts(texts: ExclusionTexts, isEntered: (directory: WorkspacePath) => boolean): ExclusionTexts {
  const files = texts.files.filter(({ directory }) => {
    if (!directory.startsWith(texts.prefix)) return true;
    const names = directory.slice(texts.prefix.length).split('/');
    return names.every((name, i) => name === '' || isEntered(names.slice(0, i + 1).join('/')));
  });
  return { ...texts, files };
}

/** Learnings and violations of the project, and what upkeep puts beside them. */
const records = /^\.snap\/[^/]+\.jsonl$/;
/** Files that a restore was writing when it died. */
const temporaryName = /(^|\/)\.snap-[0-9a-f]+\.tmp$/;

function isGits(path: WorkspacePath): boolean {
  return path === '.git' || path.endsWith('/.git') || path.startsWith('.git/') || path.includes('/.git/');
}

/** The store may lie in the workspace, and would hold itself. */
function ownPlaces(system: System, workspace: Workspace): readonly WorkspacePath[] {
  const places = [...Object.values(system.own), workspace.privateDirectory];
  return places.flatMap((place) => {
    const below = relative(workspace.root, place);
    return below === '' || below.startsWith('..') || isAbsolute(below) ? [] : [below.split(sep).join('/')];
  });
}

/** Whether a change of it changes the rules: then they are read again and the whole tree is walked. */
export function changesRules(path: WorkspacePath): boolean {
  return isIgnoreFile(path) || path === '.snap' || path.startsWith('.snap/settings.');
}

export function isIgnoreFile(path: WorkspacePath): boolean {
  return path === ignoreFileName || path.endsWith(`/${ignoreFileName}`);
}

export const ignoreFileName = '.gitignore';

/** The ignore files that a cache knows, so that rules need no walk of their own. */
export function ignoreFilesIn({ root }: { readonly root: DirectoryNode | undefined }): readonly WorkspacePath[] {
  const found: WorkspacePath[] = [];
  const look = (directory: DirectoryNode, path: RawName): void => {
    if (directory.find(ignoreFileName)?.kind === 'file') found.push(textOfName(rawChild(path, ignoreFileName)));
    for (const child of directory.directories()) look(child, rawChild(path, child.name));
  };
  if (root !== undefined) look(root, '');
  return found;
}
