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

/**
 * The version of the rules that are part of this program: what follows in this file, secret-files.ts, and how ignore files are read.
 * Raised when one of them answers differently, since a snapshot's own rules can be asked by the version alone that took it.
 */
export const builtInRules = 1;

/**
 * All that decided what a capture took, but for what git tracks: so a file that was captured only because git tracks it counts as one
 * that could not be held. Kept with a snapshot, {@link rulesBy} answers the same later.
 */
export interface KeptRules {
  /** {@link builtInRules} of the program that took it. */
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
}

/**
 * The rules of a workspace. `.git`, snap's own directories and its temporary files are never taken, nor the records in `.snap/`: a restore
 * takes back what was done to the files, not what was learned meanwhile.
 */
export function captureRules(system: System, workspace: Workspace, options: CaptureRulesOptions): CaptureRules {
  return rulesWith(ownPlaces(system, workspace), options);
}

/** The rules that decided what a snapshot holds; `undefined` when another version of the built-in ones did. */
export async function rulesBy({ exclusions, own, version }: KeptRules): Promise<CaptureRules | undefined> {
  return version === builtInRules ? rulesWith(own, { exclusions: await exclusionsBy(exclusions) }) : undefined;
}

function rulesWith(own: readonly WorkspacePath[], { exclusions, always, key, reached }: CaptureRulesOptions): CaptureRules {
  // Patterns cost more than a list, and the list more when it has to be read first.
  const isWanted = (file: WorkspacePath): boolean =>
    always?.isAtHand === true ? always.has(file) || exclusions.wants(file) : exclusions.wants(file) || always?.has(file) === true;
  const isOwn = (path: WorkspacePath): boolean => own.some((place) => path === place || path.startsWith(`${place}/`));
  const enters = (directory: WorkspacePath): ReturnType<CaptureRules['enters']> => {
    if (isGits(directory) || isOwn(directory)) return 'no';
    if (exclusions.enters(directory)) return 'all';
    const isLookedInto = isLocalDirectory(directory) || always?.hasBelow(directory) === true || reached?.has(directory) === true;
    return isLookedInto ? 'some' : 'no';
  };
  const { texts } = exclusions;
  return {
    get key() {
      return key?.();
    },
    learn: (ignoreFile) => exclusions.learn?.(ignoreFile),
    enters,
    takes(file) {
      if (isGits(file) || isOwn(file) || temporaryName.test(file) || records.test(file)) return 'no';
      // What decided which files a snapshot holds is in it, even where it ignores itself.
      if (isIgnoreFile(file) || isWanted(file)) return isSecretName(file) ? 'sealed' : 'plain';
      return isMissedWhenIgnored(file) ? 'missed' : 'no';
    },
    keeps: (directory) => reached?.has(directory) === true,
    ...(texts === undefined
      ? {}
      : { kept: () => ({ version: builtInRules, own, exclusions: enteredTexts(texts(), (directory) => enters(directory) !== 'no') }) }),
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
