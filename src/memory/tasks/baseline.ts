import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type History, uncommittedChanges } from '../../history/index.ts';
import { SnapError, type System, type TreeFile } from '../../system/index.ts';
import { filesAt, workFiles, filesOf, type Workspace, type WorkspacePath } from '../../workspace/index.ts';

/** The files of a workspace at one time, as much of them as a later comparison needs. */
export interface Baseline {
  readonly atMs: number;
  readonly source: 'git' | 'files';
  /** The commit that was checked out; with git, files that are not in {@link files} were as in it. */
  readonly head?: string | undefined;
  readonly files: ReadonlyMap<WorkspacePath, PastFile>;
  /** Why nothing can be compared with it; then it holds no files. */
  readonly problem?: string | undefined;
}

/** A file as it was. By its times and its inode it can be recognised as unchanged without reading it. */
export type PastFile =
  | { readonly kind: 'absent' }
  | (Trace & { readonly kind: 'content'; readonly bytes: Uint8Array })
  | (Trace & { readonly kind: 'hash'; readonly hash: string })
  | (Trace & { readonly kind: 'trace' });

export interface Trace {
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
}

export interface BaselineFrom {
  readonly system: System;
  readonly workspace: Workspace;
  readonly history: History;
  readonly exclude: readonly string[];
}

export const maxFiles = 20_000;
/** Of one file: of a larger one only that it changed is known. */
export const maxFileBytes = 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;

/** Reads the files of the workspace now: with git only those that differ from the commit, else all of them. */
export async function takeBaseline(from: BaselineFrom, signal?: AbortSignal): Promise<Baseline> {
  const { system, workspace, exclude } = from;
  const atMs = system.now().getTime();
  const { source, files, head } = await uncommittedChanges(from, signal);
  if (source === 'git') {
    const base = { atMs, source, head };
    if (files.length > maxFiles) return { ...base, files: new Map(), problem: tooMany('files differ from the last commit') };
    // A renamed file is no longer where the commit has it.
    const paths = files.flatMap(({ path, from: source }) => (source === undefined ? [path] : [path, source]));
    const there = await filesAt(system, workspace.root, paths, signal);
    const kept = await keep(from, there.values(), signal);
    return { ...base, files: new Map(paths.map((path) => [path, kept.get(path) ?? { kind: 'absent' }])) };
  }
  const rules = await workFiles(system, workspace, exclude, signal);
  const walked = await filesOf(system, workspace, rules, { maxFiles, signal });
  const base: Pick<Baseline, 'atMs' | 'source'> = { atMs, source: 'files' };
  if (!walked.isComplete) return { ...base, files: new Map(), problem: tooMany('files and no version control') };
  return { ...base, files: await keep(from, walked.files, signal) };
}

function tooMany(what: string): string {
  return `There are more than ${maxFiles} ${what}, too many to compare.`;
}

async function keep(from: BaselineFrom, files: Iterable<TreeFile>, signal: AbortSignal | undefined): Promise<Map<WorkspacePath, PastFile>> {
  const kept = new Map<WorkspacePath, PastFile>();
  let left = maxTotalBytes;
  for (const [path, file] of byPath(files)) {
    const trace = { size: file.size, modifiedMs: file.modifiedMs, inode: file.inode };
    const bytes = file.kind === 'file' && file.size <= Math.min(maxFileBytes, left) ? await contentOf(from, path, signal) : undefined;
    left -= bytes?.length ?? 0;
    if (bytes === undefined) kept.set(path, { kind: 'trace', ...trace });
    // Its lines are not counted, so a hash is enough to recognise it.
    else if (bytes.subarray(0, 8_000).includes(0)) kept.set(path, { kind: 'hash', hash: hashOf(bytes), ...trace });
    else kept.set(path, { kind: 'content', bytes, ...trace });
  }
  return kept;
}

function* byPath(files: Iterable<TreeFile>): Generator<readonly [WorkspacePath, TreeFile]> {
  for (const file of files) yield [file.path, file];
}

/** SHA-256, in hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `undefined` where it cannot be read. Yields to the event loop first, since reading blocks it. */
export async function contentOf(
  { system, workspace }: Pick<BaselineFrom, 'system' | 'workspace'>,
  path: WorkspacePath,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  await setImmediate();
  signal?.throwIfAborted();
  try {
    return await system.readBytes(join(workspace.root, path));
  } catch (error) {
    // No permission, or no longer a file: that it changed is known without its content.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}
