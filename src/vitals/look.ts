import type { History } from '../history/index.ts';
import type { System, TreeFile } from '../system/index.ts';
import { filesOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { filesAt } from './files-at.ts';
import { looked, presentChanges } from './present-changes.ts';
import { type Moment, windowMs } from './pulse.ts';

/** What one look at a workspace found. */
export interface Look {
  readonly source: 'git' | 'none';
  /** What differs from what protects it; `isNew` is what version control does not know yet. */
  readonly changed: ReadonlyMap<WorkspacePath, { readonly isNew: boolean }>;
  /** By the times of files, each at most once; with version control, of those that differ. */
  readonly recent: readonly Moment[];
  readonly oldestMs: number | undefined;
  /** All files there were, where they had to be walked. */
  readonly known: ReadonlySet<WorkspacePath> | undefined;
  /** Whether version control will answer within milliseconds, as it does in a small repository. */
  readonly isQuick: boolean;
  /** {@link gitMarks}, taken before anything else. */
  readonly marks: string;
}

export interface LookFrom {
  readonly system: System;
  readonly workspace: Workspace;
  readonly history: History;
  readonly exclude: readonly string[];
}

export interface LookFor {
  /** Without version control, files changed after it differ. */
  readonly firstLookMs: number;
}

// Beyond that a walk ends early, and only the files met so far tell of changes.
const mostFiles = 200_000;
const mostTimes = 2_000;
// Of the index: about 10,000 files. By time it could not be told, since a busy machine makes everything slow.
const quickBytes = 1024 * 1024;

/**
 * Asks version control what differs, and files when they changed. Without version control every file is asked, and what changed after
 * `firstLookMs` differs.
 */
export async function look(from: LookFrom, { firstLookMs }: LookFor, signal?: AbortSignal): Promise<Look> {
  const { system, workspace, exclude } = from;
  const nowMs = system.now().getTime();
  const ofGit = await gitFiles(system, workspace);
  const marks = marksOf(ofGit);
  const isQuick = ofGit.every(({ path, size }) => path !== 'index' || size <= quickBytes);
  const { source, files } = await presentChanges(from, signal);
  const isRecent = (ms: number) => ms > nowMs - windowMs && ms <= nowMs + 1_000;
  const moment = (path: string, ms: number): Moment => ({ path, atMs: Math.min(ms, nowMs) });
  const walked = async () => {
    const rules = await looked(system, workspace, exclude, signal);
    return (await filesOf(system, workspace, rules, { most: mostFiles, ...(signal === undefined ? {} : { signal }) })).files;
  };

  if (source === 'none') {
    const all = await walked();
    const later = all.filter(({ modifiedMs }) => modifiedMs > firstLookMs);
    return {
      source,
      changed: new Map(later.map(({ path }) => [path, { isNew: false }])),
      recent: all.filter(({ modifiedMs }) => isRecent(modifiedMs)).map(({ path, modifiedMs }) => moment(path, modifiedMs)),
      oldestMs: oldest(later.map(({ modifiedMs }) => modifiedMs)),
      known: new Set(all.map(({ path }) => path)),
      isQuick: false,
      marks,
    };
  }

  // Not those of files that are as in the commit: a checkout gives all of them the time of now, and is no work.
  const asked = files.slice(0, mostTimes).map(({ path }) => path);
  const times = [...(await filesAt(system, workspace.root, asked, signal)).values()];
  const changed = new Map(files.map(({ path, state }) => [path, { isNew: state === 'untracked' || state === 'added' }]));
  return {
    source,
    changed,
    recent: times.filter(({ modifiedMs }) => isRecent(modifiedMs)).map(({ path, modifiedMs }) => moment(path, modifiedMs)),
    oldestMs: oldest(times.map(({ modifiedMs }) => modifiedMs)),
    known: undefined,
    isQuick,
    marks,
  };
}

function oldest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
}

/** Changes whenever a commit is made, another one is checked out, or something is staged; empty without git. */
export async function gitMarks(system: System, workspace: Workspace): Promise<string> {
  return marksOf(await gitFiles(system, workspace));
}

function marksOf(files: readonly TreeFile[]): string {
  return files.map(({ path, size, modifiedMs, inode }) => `${path}:${size}:${modifiedMs}:${inode}`).join(' ');
}

async function gitFiles(system: System, { gitDirectory }: Workspace): Promise<readonly TreeFile[]> {
  if (gitDirectory === undefined) return [];
  const { files } = await system.walk(gitDirectory, {
    enters: (directory) => directory === 'logs',
    wants: (file) => file === 'HEAD' || file === 'index' || file === 'logs/HEAD',
    most: 3,
  });
  return files;
}
