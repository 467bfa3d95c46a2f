import { join, relative, sep } from 'node:path';
import { folded, type System } from '../system/index.ts';
import { repositoryOf, type Repository } from './repository.ts';
import type { Workspace } from './workspace.ts';

/** The index of a git work tree: what git tracks, and how each file was when git last looked at it. */
export interface GitIndex {
  /** Paths from the root of the workspace, sorted by their bytes: one character (U+0000 to U+00FF) for each byte, since a name need not be UTF-8. */
  readonly names: readonly string[];
  /**
   * The blob of one of the names: 40 hex digits, or 64 in a repository of sha256. `undefined` where the index has none for the file: in a
   * conflict, a link, a submodule, a file added with --intent-to-add, and one marked assume-unchanged.
   */
  blob(at: number): string | undefined;
  /** Whether a file still has the size, times and inode that git recorded for that name. */
  isAsNoted(at: number, stats: FileTimes): boolean;
}

/** What git compares to find out whether a file changed; times in milliseconds. */
export interface FileTimes {
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly size: number;
}

/** Two million files take as much. What is larger is not read, as if git were not there. */
export const maxGitIndexBytes = 256 * 1024 * 1024;

/**
 * The index of the work tree that contains the workspace; git is not started. `undefined` without git, and where the index has a form
 * that is not read here (split, damaged).
 */
export async function readGitIndex(system: System, workspace: Pick<Workspace, 'root'>): Promise<GitIndex | undefined> {
  // Asked again: it may have been made since the workspace was opened.
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  const path = join(repository.directory, 'index');
  let bytes: Uint8Array | undefined;
  try {
    if (((await system.look(path))?.size ?? 0) > maxGitIndexBytes) return undefined;
    bytes = await system.readBytes(path);
  } catch {
    // No permission to read it: treated as no git.
    return undefined;
  }
  if (bytes === undefined) return undefined;
  return parseGitIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), placeIn(repository, workspace));
}

/**
 * Whether git tracks a file of this name in a directory, in any case; git is not started. False outside of a repository; `undefined` where its
 * index has a form that {@link readGitIndex} does not read.
 * @param directory the real path.
 */
export async function isTracked(system: System, directory: string, name: string): Promise<boolean | undefined> {
  const repository = await repositoryOf(system, directory);
  if (repository === undefined) return false;
  const index = await readGitIndex(system, { root: directory });
  // Nothing was added yet.
  if (index === undefined) return (await system.look(join(repository.directory, 'index'))) === undefined ? false : undefined;
  const wanted = folded(indexName(name));
  return index.names.some((one) => folded(one) === wanted);
}

/** The workspace, from the top of the work tree. */
export function placeIn(repository: Repository, workspace: Pick<Workspace, 'root'>): string {
  return indexName(relative(repository.root, workspace.root).split(sep).join('/'));
}

/** A path as {@link GitIndex.names} spells it. */
export function indexName(path: string): string {
  return /^[\0-\x7f]*$/.test(path) ? path : Buffer.from(path, 'utf8').toString('latin1');
}

/**
 * A git index of version 2 to 4. https://git-scm.com/docs/index-format
 * The index does not say how long its object ids are: 20 bytes are tried, then 32.
 * @param place the workspace, from the top of the work tree; empty for the top itself.
 */
export function parseGitIndex(bytes: Buffer, place = ''): GitIndex | undefined {
  return parseWith(bytes, 20, place) ?? parseWith(bytes, 32, place);
}

function parseWith(bytes: Buffer, idLength: number, place: string): GitIndex | undefined {
  if (bytes.length < 12 + idLength || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  const end = bytes.length - idLength;
  const prefix = place === '' ? '' : `${place}/`;
  const names: string[] = [];
  const starts: number[] = [];
  let at = 12;
  let last = '';
  for (let i = 0; i < count; i += 1) {
    const start = at;
    at += fields.flags + idLength + 2;
    if (at > end) return undefined;
    const isExtended = (bytes.readUInt16BE(at - 2) & flags.extended) !== 0;
    if (isExtended) at += 2;
    let kept = '';
    if (version === 4) {
      const stripped = offsetAt(bytes, at);
      if (stripped === undefined || stripped.value > last.length) return undefined;
      at = stripped.end;
      kept = last.slice(0, last.length - stripped.value);
    }
    const nul = bytes.indexOf(0, at);
    if (nul === -1 || nul >= end) return undefined;
    const name = kept + bytes.toString('latin1', at, nul);
    // Stages of one conflict share a name; anything else out of order is no index of this form.
    if (name === '' || name < last) return undefined;
    // A name that ends in a slash is a directory of a sparse index.
    if (name !== last && !name.endsWith('/') && name.startsWith(prefix)) {
      names.push(name.slice(prefix.length));
      starts.push(start);
    }
    last = name;
    at = version === 4 ? nul + 1 : start + Math.floor((nul - start + 8) / 8) * 8;
  }
  if (hasExtension(bytes, at, end, 'link')) return undefined;
  return {
    names,
    blob(index) {
      const start = starts[index];
      return start === undefined ? undefined : blobAt(bytes, start, idLength);
    },
    isAsNoted(index, { ctimeMs, ino, mtimeMs, size }) {
      const start = starts[index];
      return (
        start !== undefined &&
        bytes.readUInt32BE(start + fields.size) === size &&
        timeAt(bytes, start + fields.mtime) === mtimeMs &&
        timeAt(bytes, start + fields.ctime) === ctimeMs &&
        // git keeps 32 bits of the inode.
        bytes.readUInt32BE(start + fields.inode) === ino % 2 ** 32
      );
    },
  };
}

/** Where the fields of an entry begin. */
const fields = { ctime: 0, mtime: 8, inode: 20, mode: 24, size: 36, id: 40, flags: 40 } as const;
const flags = { assumeUnchanged: 0x8000, extended: 0x4000, stage: 0x3000 } as const;
/** The type in a mode: a plain file. */
const regular = 0o10;

function blobAt(bytes: Buffer, start: number, idLength: number): string | undefined {
  const said = bytes.readUInt16BE(start + fields.flags + idLength);
  // Extended: skip-worktree and intent-to-add.
  if ((said & (flags.assumeUnchanged | flags.extended | flags.stage)) !== 0) return undefined;
  if (bytes.readUInt32BE(start + fields.mode) >> 12 !== regular) return undefined;
  return bytes.toString('hex', start + fields.id, start + fields.id + idLength);
}

/** Calculated as Node does for `Stats.mtimeMs`, so that the doubles are the same. */
function timeAt(bytes: Buffer, start: number): number {
  return bytes.readUInt32BE(start) * 1000 + bytes.readUInt32BE(start + 4) / 1_000_000;
}

/** The number of variable length that pack files use for offsets. */
function offsetAt(bytes: Buffer, start: number): { readonly value: number; readonly end: number } | undefined {
  let at = start;
  let byte = bytes[at++];
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++];
    if (byte === undefined || value > 1_000_000) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}

/** `link`: a split index, whose other names are in a second file. */
function hasExtension(bytes: Buffer, start: number, end: number, wanted: string): boolean {
  for (let at = start; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === wanted) return true;
  }
  return false;
}
