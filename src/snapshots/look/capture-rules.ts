import { isAbsolute, relative, sep } from 'node:path';
import type { System } from '../../system/index.ts';
import type { Exclusions, KeyedExclusions, Workspace, WorkspacePath } from '../../workspace/index.ts';
import type { DirectoryNode } from './cached-node.ts';
import { rawChild, type RawName, textOfName } from '../raw-name.ts';
import { isLocalDirectory, isMissedWhenIgnored, isSecretName } from './secret-files.ts';
import type { TrackedFiles } from './tracked-files.ts';

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
}

export interface CaptureRulesOptions {
  readonly exclusions: Exclusions & Partial<Pick<KeyedExclusions, 'learn'>>;
  /** Captured regardless of the patterns: files that git tracks, and files that a restore is about to overwrite. */
  readonly always?: Omit<TrackedFiles, 'key'> | undefined;
  /** Asked again when the exclusions have learned something. */
  readonly key?: (() => string) | undefined;
}

/**
 * The rules of a workspace. `.git`, snap's own directories and its temporary files are never taken, nor the records in `.snap/`: a restore
 * takes back what was done to the files, not what was learned meanwhile.
 */
export function captureRules(system: System, workspace: Workspace, { exclusions, always, key }: CaptureRulesOptions): CaptureRules {
  const own = ownPlaces(system, workspace);
  // Patterns cost more than a list, and the list more when it has to be read first.
  const isWanted = (file: WorkspacePath): boolean =>
    always?.isAtHand === true ? always.has(file) || exclusions.wants(file) : exclusions.wants(file) || always?.has(file) === true;
  const isOwn = (path: WorkspacePath): boolean => own.some((place) => path === place || path.startsWith(`${place}/`));
  return {
    get key() {
      return key?.();
    },
    learn: (ignoreFile) => exclusions.learn?.(ignoreFile),
    enters(directory) {
      if (isGits(directory) || isOwn(directory)) return 'no';
      if (exclusions.enters(directory)) return 'all';
      return isLocalDirectory(directory) || always?.hasBelow(directory) === true ? 'some' : 'no';
    },
    takes(file) {
      if (isGits(file) || isOwn(file) || temporaryName.test(file) || records.test(file)) return 'no';
      // What decided which files a snapshot holds is in it, even where it ignores itself.
      if (isIgnoreFile(file) || isWanted(file)) return isSecretName(file) ? 'sealed' : 'plain';
      return isMissedWhenIgnored(file) ? 'missed' : 'no';
    },
  };
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
