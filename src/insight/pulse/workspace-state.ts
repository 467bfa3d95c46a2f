import { type History, uncommittedChanges } from '../../history/index.ts';
import type { System, TreeFile } from '../../system/index.ts';
import { filesOf, type Workspace, type WorkspacePath, filesAt, workFiles } from '../../workspace/index.ts';
import { type Moment, windowMs } from './pulse.ts';

/** What differs in a workspace and when it was changed, as read at one time. */
export interface WorkspaceState {
  readonly source: 'git' | 'none';
  /** Files that differ from the last commit; without version control, those changed since the first look. `isNew`: not yet in version control. */
  readonly changed: ReadonlyMap<WorkspacePath, { readonly isNew: boolean }>;
  /** Changes of the last minute by the times of files, each file at most once; with version control, of those that differ. */
  readonly recent: readonly Moment[];
  readonly oldestMs: number | undefined;
  /** All files there were, where they had to be walked. */
  readonly known: ReadonlySet<WorkspacePath> | undefined;
  /** Whether version control answers within milliseconds, as it does in a small repository. */
  readonly isQuick: boolean;
  /** {@link gitFingerprint}, taken before anything else was read. */
  readonly fingerprint: string;
  /** When the reading began. */
  readonly readMs: number;
  /** Why version control did not say what differs, though there is a repository. */
  readonly problem?: string | undefined;
}

export interface StateSource {
  readonly system: System;
  readonly workspace: Workspace;
  readonly history: History;
  readonly exclude: readonly string[];
}

interface ReadOptions {
  /** Without version control, files changed after it differ. */
  readonly firstLookMs: number;
}

// Beyond that a walk ends early, and only the files met so far count.
const maxFiles = 200_000;
const maxTimes = 2_000;
// Of the index: about 1,300 files, which git status reads in 5 ms. In larger repositories the watcher's reports are used, and git is asked in
// the background. Not measured by time, since everything is slow on a busy machine.
const maxQuickBytes = 128 * 1024;

/**
 * Asks version control what differs, and the disk when these files changed. Without version control every file is looked at, and what
 * changed after `firstLookMs` differs.
 */
export async function readWorkspaceState(source: StateSource, { firstLookMs }: ReadOptions, signal?: AbortSignal): Promise<WorkspaceState> {
  const nowMs = source.system.now().getTime();
  const gitFiles = await readGitFiles(source.system, source.workspace);
  const fingerprint = fingerprintOf(gitFiles);
  const isQuick = gitFiles.every(({ path, size }) => path !== 'index' || size <= maxQuickBytes);
  const { source: kind, files, problem } = await uncommittedChanges(source, signal);
  if (kind === 'none') {
    const known = source.workspace.gitDirectory === undefined ? undefined : problem;
    return { ...(await stateByTimes(source, { nowMs, firstLookMs }, signal)), fingerprint, readMs: nowMs, problem: known };
  }

  // Only files that differ from the commit: a checkout gives every file the current time although it was not edited.
  const asked = files.slice(0, maxTimes).map(({ path }) => path);
  const there = [...(await filesAt(source.system, source.workspace.root, asked, signal)).values()];
  return {
    source: kind,
    changed: new Map(files.map(({ path, state }) => [path, { isNew: state === 'untracked' || state === 'added' }])),
    recent: recentMoments(there, nowMs),
    oldestMs: oldestOf(there),
    known: undefined,
    isQuick,
    fingerprint,
    readMs: nowMs,
  };
}

/** The same without asking version control, which gave no answer for so long. */
export async function stateWithoutGit(
  source: StateSource,
  { firstLookMs, problem }: ReadOptions & { readonly problem: string },
  signal?: AbortSignal,
): Promise<WorkspaceState> {
  const nowMs = source.system.now().getTime();
  const fingerprint = await gitFingerprint(source.system, source.workspace);
  return { ...(await stateByTimes(source, { nowMs, firstLookMs }, signal)), fingerprint, readMs: nowMs, problem };
}

async function stateByTimes(
  { system, workspace, exclude }: StateSource,
  { nowMs, firstLookMs }: ReadOptions & { readonly nowMs: number },
  signal: AbortSignal | undefined,
): Promise<Omit<WorkspaceState, 'fingerprint' | 'readMs'>> {
  const rules = await workFiles(system, workspace, exclude, signal);
  const { files } = await filesOf(system, workspace, rules, { maxFiles, signal });
  const later = files.filter(({ modifiedMs }) => modifiedMs > firstLookMs);
  return {
    source: 'none',
    changed: new Map(later.map(({ path }) => [path, { isNew: false }])),
    recent: recentMoments(files, nowMs),
    oldestMs: oldestOf(later),
    known: new Set(files.map(({ path }) => path)),
    isQuick: false,
  };
}

function recentMoments(files: readonly TreeFile[], nowMs: number): readonly Moment[] {
  return files
    .filter(({ modifiedMs }) => modifiedMs > nowMs - windowMs && modifiedMs <= nowMs + 1_000)
    .map(({ path, modifiedMs }) => ({ path, atMs: Math.min(modifiedMs, nowMs) }));
}

function oldestOf(files: readonly TreeFile[]): number | undefined {
  return files.length === 0 ? undefined : files.reduce((oldest, { modifiedMs }) => Math.min(oldest, modifiedMs), Infinity);
}

/** Changes whenever a commit is made, another one is checked out, or something is staged; empty without git. */
export async function gitFingerprint(system: System, workspace: Workspace): Promise<string> {
  return fingerprintOf(await readGitFiles(system, workspace));
}

function fingerprintOf(files: readonly TreeFile[]): string {
  return files.map(({ path, size, modifiedMs, inode }) => `${path}:${size}:${modifiedMs}:${inode}`).join(' ');
}

async function readGitFiles(system: System, { gitDirectory }: Workspace): Promise<readonly TreeFile[]> {
  if (gitDirectory === undefined) return [];
  const { files } = await system.walk(gitDirectory, {
    enters: (directory) => directory === 'logs',
    wants: (file) => file === 'HEAD' || file === 'index' || file === 'logs/HEAD',
    maxFiles: 3,
  });
  return files;
}
