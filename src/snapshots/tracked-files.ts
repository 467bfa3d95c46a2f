import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { System } from '../system/index.ts';
import { repositoryOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { rawNameOf, type RawName } from './raw-name.ts';

/** A set of files by their paths from the root. */
export interface TrackedFiles {
  has(file: WorkspacePath): boolean;
  hasBelow(directory: WorkspacePath): boolean;
  /** Equal for equal sets. */
  readonly key: string;
}

/** @param paths sorted by their bytes. */
export function trackedFiles(paths: readonly RawName[]): TrackedFiles {
  const firstFrom = (raw: RawName): RawName | undefined => {
    let low = 0;
    let high = paths.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((paths[middle] ?? '') < raw) low = middle + 1;
      else high = middle;
    }
    return paths[low];
  };
  return {
    key: createHash('sha256').update(paths.join('\0'), 'latin1').digest('hex'),
    has: (file) => firstFrom(rawNameOf(file)) === rawNameOf(file),
    hasBelow: (directory) => firstFrom(`${rawNameOf(directory)}/`)?.startsWith(`${rawNameOf(directory)}/`) === true,
  };
}

/**
 * What git tracks in the workspace, as the index of this work tree says; git is not started. `undefined` without git, and where the
 * index has a form that is not read here (split, damaged).
 */
export async function trackedByGit(system: System, workspace: Workspace): Promise<TrackedFiles | undefined> {
  // Asked anew: it may have been made since the workspace was opened.
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await system.readBytes(join(repository.directory, 'index'));
  } catch {
    // Closed to us: then the patterns alone decide.
    return undefined;
  }
  if (bytes === undefined) return undefined;
  const names = indexNames(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (names === undefined) return undefined;
  const place = rawNameOf(relative(repository.root, workspace.root).split(sep).join('/'));
  if (place === '') return trackedFiles(names);
  return trackedFiles(names.filter((name) => name.startsWith(`${place}/`)).map((name) => name.slice(place.length + 1)));
}

/**
 * The names in a git index of version 2 to 4, sorted by bytes. https://git-scm.com/docs/index-format
 * The length of object ids does not stand in it: 20 bytes are tried, then 32.
 */
export function indexNames(bytes: Buffer): readonly RawName[] | undefined {
  return namesWith(bytes, 20) ?? namesWith(bytes, 32);
}

function namesWith(bytes: Buffer, idLength: number): readonly RawName[] | undefined {
  if (bytes.length < 12 + idLength || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  const end = bytes.length - idLength;
  const names: RawName[] = [];
  let at = 12;
  let last = '';
  for (let i = 0; i < count; i += 1) {
    const start = at;
    // Ten fields of the stat, the id, the flags.
    at += 40 + idLength + 2;
    if (at > end) return undefined;
    const isExtended = (bytes.readUInt16BE(at - 2) & 0x4000) !== 0;
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
    // A directory of a sparse index.
    if (name !== last && !name.endsWith('/')) names.push(name);
    last = name;
    at = version === 4 ? nul + 1 : start + Math.floor((nul - start + 8) / 8) * 8;
  }
  return hasExtension(bytes, at, end, 'link') ? undefined : names;
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

/** `link`: most names stand in another file. */
function hasExtension(bytes: Buffer, start: number, end: number, wanted: string): boolean {
  for (let at = start; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === wanted) return true;
  }
  return false;
}
