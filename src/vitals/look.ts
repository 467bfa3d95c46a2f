import type { History } from '../history/index.ts';
import type { System } from '../system/index.ts';
import { filesOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { filesAt } from './files-at.ts';
import { looked, presentChanges } from './present-changes.ts';
import { type Moment, windowMs } from './pulse.ts';

/** What one look at a workspace found. */
export interface Look {
  readonly source: 'git' | 'none';
  /** What differs from what protects it; `isNew` is what version control does not know yet. */
  readonly changed: ReadonlyMap<WorkspacePath, { readonly isNew: boolean }>;
  /** By the times of files: each at most once. */
  readonly recent: readonly Moment[];
  readonly oldestMs: number | undefined;
  /** All files there were, where they had to be walked. */
  readonly known: ReadonlySet<WorkspacePath> | undefined;
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
  /** False where events tell what changed lately: then fewer files are asked. */
  readonly wantsRecent: boolean;
}

// Beyond that a walk ends early, and only the files met so far tell of changes.
const mostFiles = 200_000;
const mostTimes = 2_000;

/**
 * Asks version control what differs, and files when they changed. Without version control every file is asked, and what changed after
 * `firstLookMs` differs.
 */
export async function look(from: LookFrom, { firstLookMs, wantsRecent }: LookFor, signal?: AbortSignal): Promise<Look> {
  const { system, workspace, exclude } = from;
  const nowMs = system.now().getTime();
  const marks = await gitMarks(system, workspace);
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
      marks,
    };
  }

  // What was changed and committed within the minute differs from nothing, so then all files are asked.
  const committed = wantsRecent && (await committedWithin(system, workspace, nowMs - windowMs));
  const times = committed
    ? await walked()
    : [
        ...(
          await filesAt(
            system,
            workspace.root,
            files.slice(0, mostTimes).map(({ path }) => path),
            signal,
          )
        ).values(),
      ];
  const changed = new Map(files.map(({ path, state }) => [path, { isNew: state === 'untracked' || state === 'added' }]));
  return {
    source,
    changed,
    recent: times.filter(({ modifiedMs }) => isRecent(modifiedMs)).map(({ path, modifiedMs }) => moment(path, modifiedMs)),
    oldestMs: oldest(times.filter(({ path }) => changed.has(path)).map(({ modifiedMs }) => modifiedMs)),
    known: undefined,
    marks,
  };
}

function oldest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
}

/** Changes whenever a commit is made, another one is checked out, or something is staged; empty without git. */
export async function gitMarks(system: System, workspace: Workspace): Promise<string> {
  const files = await gitFiles(system, workspace);
  return files.map(({ path, size, modifiedMs, inode }) => `${path}:${size}:${modifiedMs}:${inode}`).join(' ');
}

async function committedWithin(system: System, workspace: Workspace, fromMs: number): Promise<boolean> {
  return (await gitFiles(system, workspace)).some(({ path, modifiedMs }) => path === 'logs/HEAD' && modifiedMs > fromMs);
}

async function gitFiles(system: System, { gitDirectory }: Workspace) {
  if (gitDirectory === undefined) return [];
  const { files } = await system.walk(gitDirectory, {
    enters: (directory) => directory === 'logs',
    wants: (file) => file === 'HEAD' || file === 'index' || file === 'logs/HEAD',
    most: 3,
  });
  return files;
}
