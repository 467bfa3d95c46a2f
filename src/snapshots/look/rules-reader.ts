import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import {
  exclusions,
  type GitIndex,
  maxGitIndexBytes,
  parseGitIndex,
  placeIn,
  type KeyedExclusions,
  type Repository,
  repositoryOf,
  type Workspace,
  type WorkspacePath,
} from '../../workspace/index.ts';
import { readWholeFile, type SnapshotCalls } from '../disk.ts';
import type { RawName } from '../raw-name.ts';
import { type BuiltInRules, captureRules, type CaptureRules, ignoreFilesIn, isIgnoreFile } from './capture-rules.ts';
import type { NodeCache } from './node-cache.ts';
import { type TrackedFiles, trackedFiles, trackedLater } from './tracked-files.ts';
import { isRacy } from './take-leaf.ts';

/** Reads the rules of a workspace, and knows whether those that were read last still hold. */
export interface RulesReader {
  readonly system: System;
  readonly workspace: Workspace;
  readonly calls: SnapshotCalls;
  /** Patterns that leave files out. */
  readonly exclude: readonly string[];
  readonly builtIn: BuiltInRules | undefined;
  /** As they were read last. */
  current: RulesNow | undefined;
  /** Called when rules were read that differ from those before. */
  listener: (() => void) | undefined;
}

interface RulesNow {
  readonly exclusions: KeyedExclusions;
  readonly rules: CaptureRules;
  /** Key of the files that are taken for a restore. */
  readonly reach: string | undefined;
  /** Files that the rules were read from, or would have been. */
  readonly sources: readonly string[];
  /** Of the sources; empty when one of them changed while it was read. */
  readonly stamp: string;
}

export interface RulesOptions {
  readonly readIndex: () => Promise<GitIndex | undefined>;
  /** Captured in addition, regardless of the patterns. Sorted by bytes. */
  readonly reach?: readonly RawName[] | undefined;
  /** Whether a look follows, which finds ignore files that are not known yet. */
  readonly learns: boolean;
  /** The only paths that this look visits; `undefined` when it visits all. */
  readonly changed?: ReadonlySet<WorkspacePath> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The rules that were read last, if none of the files they come from has changed and the same files are reached. */
export function unchangedRules({ calls, current }: RulesReader, reach: readonly RawName[] | undefined): CaptureRules | undefined {
  if (current === undefined || current.reach !== reachedFiles(reach)?.key) return undefined;
  return current.stamp === stampOf(calls, current.sources) ? current.rules : undefined;
}

/** The rules as the files say now; the same object as before while they give the same answers, since it remembers answers. */
export async function readRules(reader: RulesReader, cache: NodeCache, options: RulesOptions): Promise<CaptureRules> {
  const { builtIn, calls, current, exclude, system, workspace } = reader;
  const repository = await repositoryOf(system, workspace.root);
  // Where there is no repository, one may be made.
  const gitFile = repository === undefined ? join(workspace.root, '.git') : join(repository.directory, 'index');
  const indexStamp = settledStampOf(calls, gitFile, system.now().getTime());
  const before = stampOf(calls, [gitFile]);
  const asked = await exclusions(system, workspace, exclude, options.signal, { ignoreFiles: knownIgnoreFiles(reader, cache, options) });
  const sources = [gitFile, ...asked.sources];
  const isRemembered = repository !== undefined && indexStamp !== '' && indexStamp === cache.index.stamp;
  const tracked = isRemembered ? rememberedFiles(reader, cache.index.key, repository) : filesIn(await options.readIndex());
  // An index that changed while it was read is read again at the next look.
  const isSettled = before === stampOf(calls, [gitFile]);
  cache.index = { stamp: isSettled ? indexStamp : '', key: tracked?.key ?? '' };
  const reached = reachedFiles(options.reach);
  const key = () => keyOf(asked.key, tracked?.key, reached?.key);
  const stamp = isSettled ? stampOf(calls, sources) : '';
  const rules = captureRules(system, workspace, { exclusions: asked, key, always: anyOf([tracked, reached]), reached, builtIn });
  if (current !== undefined && current.rules.key === rules.key) {
    reader.current = { ...current, sources, stamp };
    return current.rules;
  }
  reader.current = { exclusions: asked, rules, reach: reached?.key, sources, stamp };
  if (current !== undefined) reader.listener?.();
  return rules;
}

/** The ignore files to start from; `undefined` when they have to be searched for. */
function knownIgnoreFiles({ current }: RulesReader, cache: NodeCache, { changed, learns }: RulesOptions): readonly string[] | undefined {
  // A look finds the others on its way, but it visits a path that was reported without the directories around it.
  const known = cache.root === undefined ? (current?.exclusions.ignoreFiles ?? (learns ? [] : undefined)) : ignoreFilesIn(cache);
  return known === undefined ? undefined : [...new Set([...known, ...[...(changed ?? [])].filter(isIgnoreFile)])];
}

/** What git tracked when its index was read last. The index is read again only when a question needs it. */
function rememberedFiles({ calls, workspace }: RulesReader, key: string, repository: Repository): TrackedFiles | undefined {
  const read = () => {
    try {
      const path = join(repository.directory, 'index');
      const bytes = (calls.lstat(path)?.size ?? 0) > maxGitIndexBytes ? undefined : readWholeFile(calls, path);
      return bytes === undefined ? undefined : parseGitIndex(bytes, placeIn(repository, workspace));
    } catch {
      // It can no longer be read: the patterns alone decide.
      return undefined;
    }
  };
  return key === '' ? undefined : trackedLater(key, () => filesIn(read()));
}

/** What is in one of the sets; `undefined` when there is no set. */
function anyOf(given: readonly (TrackedFiles | undefined)[]): Omit<TrackedFiles, 'key'> | undefined {
  const sets = given.filter((set) => set !== undefined);
  if (sets.length === 0) return undefined;
  return {
    isAtHand: sets.every(({ isAtHand }) => isAtHand),
    has: (file) => sets.some((set) => set.has(file)),
    hasBelow: (directory) => sets.some((set) => set.hasBelow(directory)),
  };
}

function keyOf(...keys: readonly (string | undefined)[]): string {
  return createHash('sha256')
    .update(keys.map((key) => key ?? '').join(' '))
    .digest('hex');
}

function filesIn(index: GitIndex | undefined): TrackedFiles | undefined {
  return index === undefined ? undefined : trackedFiles(index.names);
}

function reachedFiles(reach: readonly RawName[] | undefined): TrackedFiles | undefined {
  return reach === undefined || reach.length === 0 ? undefined : trackedFiles(reach);
}

/** A text that changes when one of the files changes: made from the times, size and inode of each. */
export function stampOf(calls: Pick<SnapshotCalls, 'lstat'>, paths: readonly string[]): string {
  return paths
    .map((path) => {
      try {
        const stats = calls.lstat(path);
        return stats === undefined ? '-' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
      } catch {
        // No permission, as when it was read; if there was one then, the stamp differs and the file is read again.
        return '?';
      }
    })
    .join('\n');
}

/**
 * The stamp of one file, with its path. Empty when the stamp proves nothing: the file changed so recently that a later change may leave
 * the same times, it is no regular file, or it cannot be looked at.
 */
export function settledStampOf(calls: Pick<SnapshotCalls, 'lstat'>, path: string, now: number): string {
  try {
    const stats = calls.lstat(path);
    return stats?.isFile() === true && !isRacy(stats, now) ? `${path} ${stampOf(calls, [path])}` : '';
  } catch {
    // No permission: nothing is remembered of it.
    return '';
  }
}
