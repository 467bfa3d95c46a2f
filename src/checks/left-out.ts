import { count, type Sentence, type System, type Walked } from '../system/index.ts';
import { defaults } from '../settings/index.ts';
import type { Workbench } from '../workbench/index.ts';
import { exclusions, ignoreRulesOf, readGitIndex, trackedNames, type WorkspacePath } from '../workspace/index.ts';
import type { Scope } from './scope.ts';

/** Whether a check has nothing to say about a file, because the settings leave it out. */
export type IsLeftOut = (file: WorkspacePath) => boolean;

/** By `checks.exclude` of the settings. What somebody names in the call is examined all the same. */
export async function leftOutBySettings({ settings, system }: Workbench, { named }: Scope): Promise<IsLeftOut> {
  const patterns = settings.checks.exclude;
  if (patterns.length === 0) return () => false;
  const matches = await ignoreRulesOf([{ directory: '', text: patterns.join('\n') }], system.platform);
  const wanted = (named ?? []).filter((path) => matches(path, 'file') || matches(path, 'directory'));
  return (file) => matches(file, 'file') && !wanted.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Files of a workspace beyond which it is not listed further. */
const maxFiles = 200_000;

/** The files that a check looks at, and what it did not look at, in sentences. */
export interface FilesOfCheck {
  readonly files: Walked['files'];
  readonly unseen: readonly Sentence[];
}

/**
 * Lists the files that neither the ignore rules nor the settings leave out. A file that git tracks is the project's, whatever a `.gitignore` says: only the
 * settings leave it out.
 */
export async function filesOfCheck(
  { system, workspace, settings }: Pick<Workbench, 'workspace' | 'settings'> & { readonly system: System },
  isLeftOut: IsLeftOut,
  signal: AbortSignal,
): Promise<FilesOfCheck> {
  const { enters, wants } = await exclusions(system, workspace, settings.exclude);
  const bySettings = await ignoreRulesOf([{ directory: '', text: settings.exclude.join('\n') }], system.platform);
  const tracked = trackedNames((await readGitIndex(system, workspace))?.names ?? []);
  // What snap leaves out by itself, such as node_modules, is not counted: it is so in every project.
  const own = settings.exclude.filter((pattern) => !defaults.exclude.includes(pattern));
  const byOwn = await ignoreRulesOf([{ directory: '', text: own.join('\n') }], system.platform);
  const excluded = { file: 0, directory: 0 };
  const isExcluded = (path: WorkspacePath, kind: 'file' | 'directory'): boolean => {
    if (byOwn(path, kind)) excluded[kind] += 1;
    return bySettings(path, kind);
  };
  const walked = await system.walk(workspace.root, {
    enters: (path) => !isExcluded(path, 'directory') && (enters(path) || (tracked.hasBelow(path) && !isInstalled(path))),
    wants: (path) => !isExcluded(path, 'file') && (wants(path) || (tracked.has(path) && !isInstalled(path))),
    maxFiles,
    signal,
  });
  const files = walked.files.filter(({ path }) => !isLeftOut(path));
  return { files, unseen: [...excludedLine(excluded), ...unseen(walked, walked.files.length - files.length)] };
}

/** Packages of others, also where they are committed. */
function isInstalled(path: WorkspacePath): boolean {
  return /(?:^|\/)node_modules(?:\/|$)/.test(path);
}

function* excludedLine({ directory, file }: { readonly file: number; readonly directory: number }): Generator<Sentence> {
  const parts = [
    ...(directory > 0 ? [`${directory} ${directory === 1 ? 'directory' : 'directories'}`] : []),
    ...(file > 0 ? [count(file, 'file')] : []),
  ];
  if (parts.length > 0) yield `${parts.join(' and ')} left out by "exclude" of the settings.`;
}

function* unseen({ unreadable, isComplete, files }: Walked, leftOut: number): Generator<Sentence> {
  if (leftOut > 0) yield `${count(leftOut, 'file')} left out by "checks.exclude" of the settings.`;
  const [first] = unreadable;
  if (first !== undefined)
    yield `Not looked into, as permission is denied: ${first}${unreadable.length === 1 ? '' : ` and ${unreadable.length - 1} more`}.`;
  if (!isComplete && files.length >= maxFiles) yield `Only the first ${maxFiles} files were looked at.`;
}
