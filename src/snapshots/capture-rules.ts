import { isAbsolute, relative, sep } from 'node:path';
import type { System } from '../system/index.ts';
import type { Exclusions, Workspace, WorkspacePath } from '../workspace/index.ts';
import { type DirectoryNode, type NodeCache, placeOf } from './node-cache.ts';
import type { ObjectId } from './objects.ts';
import { rawChild, type RawName, textOfName } from './raw-name.ts';
import { isLocalDirectory, isMissedWhenIgnored, isSecretName } from './secret-files.ts';
import type { TrackedFiles } from './tracked-files.ts';

/** What a capture takes. The same object answers the same at every call. */
export interface CaptureRules {
  /** Equal for rules that answer alike, in another process too. Without it a new process asks about every name again. */
  readonly key?: string;
  /** `some`: looked into for a few files only, and no part of the snapshot when it holds none of them. */
  enters(directory: WorkspacePath): 'all' | 'some' | 'no';
  /** `sealed`: a secret of the project; `missed`: a small ignored file that a person would miss, sealed too. */
  takes(file: WorkspacePath): 'plain' | 'sealed' | 'missed' | 'no';
}

export interface CaptureRulesOptions {
  readonly exclusions: Exclusions;
  /** Captured whatever the patterns say: what git tracks, what a restore is about to write over. */
  readonly always?: TrackedFiles;
  readonly key?: string;
}

/**
 * The rules of a workspace. `.git`, snap's own directories and its temporary files are never taken, nor the records in `.snap/`: a restore
 * takes back what was done to the files, not what was learned meanwhile.
 */
export function captureRules(system: System, workspace: Workspace, { exclusions, always, key }: CaptureRulesOptions): CaptureRules {
  const own = ownPlaces(system, workspace);
  const isOwn = (path: WorkspacePath): boolean => own.some((place) => path === place || path.startsWith(`${place}/`));
  return {
    ...(key === undefined ? {} : { key }),
    enters(directory) {
      if (isGits(directory) || isOwn(directory)) return 'no';
      if (exclusions.enters(directory)) return 'all';
      return isLocalDirectory(directory) || always?.hasBelow(directory) === true ? 'some' : 'no';
    },
    takes(file) {
      if (isGits(file) || isOwn(file) || temporaryName.test(file) || records.test(file)) return 'no';
      // What decided which files a snapshot holds is in it, even where it ignores itself.
      if (isIgnoreFile(file) || exclusions.wants(file) || always?.has(file) === true) return isSecretName(file) ? 'sealed' : 'plain';
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

function isIgnoreFile(path: WorkspacePath): boolean {
  return path === ignoreFileName || path.endsWith(`/${ignoreFileName}`);
}

const ignoreFileName = '.gitignore';

/**
 * The ignore files that a cache knows, with what they hold. While a walk leaves this list as it was, the rules made from it hold too,
 * so that a new process need not walk the tree a second time to find them.
 */
export function ignoreFilesIn({ root }: Pick<NodeCache, 'root'>): readonly { readonly path: WorkspacePath; readonly id: ObjectId }[] {
  const found: { path: WorkspacePath; id: ObjectId }[] = [];
  const look = (directory: DirectoryNode, path: RawName): void => {
    const { node } = placeOf(directory.children, ignoreFileName);
    if (node?.kind === 'file') found.push({ path: textOfName(rawChild(path, ignoreFileName)), id: node.id });
    for (const child of directory.children) if (child.kind === 'directory') look(child, rawChild(path, child.name));
  };
  if (root !== undefined) look(root, '');
  return found;
}
