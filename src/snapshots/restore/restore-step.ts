import { dropQuietly, failureCode, failureWords, SnapError } from '../../system/index.ts';
import type { RawName } from '../raw-name.ts';
import { parentPath, pathBelow } from '../raw-path.ts';
import type { FileEntry } from '../store/stored-contents.ts';
import type { TreeEntry } from '../store/object-types.ts';
import type { RestoreStep } from './restore-plan.ts';
import { writeWithHoles } from './write-with-holes.ts';
import { absolutePath, changedSince, isUntouched, type Stamp, stampIfHeld, wayTrouble, type WorkspaceFiles } from './workspace-files.ts';

export type StepResult =
  | { readonly kind: 'written' | 'deleted' }
  /** Everything is as before. `stops`: later steps would fail for the same reason. */
  | { readonly kind: 'left'; readonly reason: string; readonly stops?: boolean };

/** Does one step or leaves things as they were, with the reason. Only what is no failure of disk or store is thrown. */
export async function doStep(files: WorkspaceFiles, step: RestoreStep, nextName: () => Buffer): Promise<StepResult> {
  try {
    switch (step.kind) {
      case 'delete':
        return await deleteEntry(files, step);
      case 'delete-directory':
      case 'make-directory':
      case 'directory-mode':
        return changeDirectory(files, step);
      case 'file-mode':
        return await setFileMode(files, step, nextName);
      case 'write':
      case 'link':
        return await putInPlace(files, step, nextName);
      default:
        return step satisfies never;
    }
  } catch (error) {
    // One entry that cannot be put back is named; the others can be.
    return resultOf(error);
  }
}

function changeDirectory(files: WorkspaceFiles, step: Extract<RestoreStep, { readonly kind: `${string}directory${string}` }>): StepResult {
  const trouble = wayTrouble(files, step.path);
  if (trouble !== undefined) return left(trouble);
  switch (step.kind) {
    case 'delete-directory':
      return deleteDirectory(files, step.path);
    case 'make-directory':
      return makeDirectory(files, step.path);
    case 'directory-mode':
      return setDirectoryMode(files, step.path, step.mode);
    default:
      return step satisfies never;
  }
}

/**
 * The entry at a path, if it may be changed. Its parent directories are checked last, directly before the change that follows; up to
 * then the entry is only read.
 */
async function changeable(
  files: WorkspaceFiles,
  path: RawName,
  now: TreeEntry | undefined,
): Promise<{ readonly stamp: Stamp } | { readonly trouble: string }> {
  const held = await stampIfHeld(files, path, now);
  const trouble = wayTrouble(files, path);
  return trouble === undefined ? held : { trouble };
}

async function deleteEntry(files: WorkspaceFiles, { path, now }: Extract<RestoreStep, { readonly kind: 'delete' }>): Promise<StepResult> {
  const held = await changeable(files, path, now);
  if ('trouble' in held) return left(held.trouble);
  if (!isUntouched(files, path, held.stamp)) return left(changedSince);
  files.calls.unlink(absolutePath(files, path));
  return { kind: 'deleted' };
}

function deleteDirectory(files: WorkspaceFiles, path: RawName): StepResult {
  const at = absolutePath(files, path);
  // Gone already is as good.
  if (files.calls.lstat(at) === undefined) return { kind: 'deleted' };
  files.calls.rmdir(at);
  return { kind: 'deleted' };
}

/** Accessible only to the user until its content is complete, whatever its final mode is. */
function makeDirectory(files: WorkspaceFiles, path: RawName): StepResult {
  const at = absolutePath(files, path);
  const seen = files.calls.lstat(at);
  if (seen === undefined) files.calls.mkdir(at, 0o700);
  else if (!seen.isDirectory()) return left(changedSince);
  return { kind: 'written' };
}

function setDirectoryMode(files: WorkspaceFiles, path: RawName, mode: number): StepResult {
  const fd = files.calls.openToRead(absolutePath(files, path));
  try {
    if (!files.calls.fstat(fd).isDirectory()) return left(changedSince);
    files.calls.fchmod(fd, mode & 0o7777);
  } finally {
    files.calls.close(fd);
  }
  return { kind: 'written' };
}

async function setFileMode(
  files: WorkspaceFiles,
  { path, now, target }: Extract<RestoreStep, { readonly kind: 'file-mode' }>,
  nextName: () => Buffer,
): Promise<StepResult> {
  const held = await changeable(files, path, now);
  if ('trouble' in held) return left(held.trouble);
  const fd = files.calls.openToRead(absolutePath(files, path));
  try {
    const opened = files.calls.fstat(fd);
    if (opened.ino !== held.stamp?.ino || opened.dev !== held.stamp.dev) return left(changedSince);
    // Under another name the same file may be meant to keep its mode.
    if (opened.nlink > 1n) return await putInPlace(files, { kind: 'write', path, now, target }, nextName);
    files.calls.fchmod(fd, target.mode & 0o7777);
  } finally {
    files.calls.close(fd);
  }
  return { kind: 'written' };
}

/**
 * Writes under a temporary name in the same directory, then renames: a reader gets the old content or the new one. The replaced entry
 * and its parent directories are checked once more directly before the rename.
 */
async function putInPlace(
  files: WorkspaceFiles,
  step: Extract<RestoreStep, { readonly kind: 'write' | 'link' }>,
  nextName: () => Buffer,
): Promise<StepResult> {
  const { path, now, target } = step;
  // First what may have to be waited for.
  const pieces = target.kind === 'link' ? undefined : await files.contents.read(target);
  const held = await changeable(files, path, now);
  if ('trouble' in held) return left(held.trouble);
  const temporary = pathBelow(parentPath(path), nextName());
  const at = absolutePath(files, temporary);
  let isMade = false;
  try {
    if (target.kind === 'link') {
      files.calls.symlink(target.target, at);
      isMade = true;
    } else {
      const fd = files.calls.openNew(at, 0o600);
      isMade = true;
      try {
        fill(files, fd, path, { pieces: pieces ?? [], target, replaced: held.stamp });
      } finally {
        files.calls.close(fd);
      }
    }
    const trouble = wayTrouble(files, path);
    if (trouble !== undefined || !isUntouched(files, path, held.stamp)) return left(trouble ?? changedSince);
    files.calls.rename(at, absolutePath(files, path));
    isMade = false;
    return { kind: 'written' };
  } finally {
    if (isMade) dropQuietly(files.calls, at);
  }
}

function fill(
  files: WorkspaceFiles,
  fd: number,
  path: RawName,
  { pieces, target, replaced }: { readonly pieces: Iterable<Uint8Array>; readonly target: FileEntry; readonly replaced: Stamp },
): void {
  const { calls } = files;
  if (writeWithHoles(calls, fd, pieces) !== target.size) throw new SnapError('io', 'the store holds another length of it');
  keepOwner(files, fd, replaced ?? calls.lstat(absolutePath(files, parentPath(path))));
  calls.fchmod(fd, target.mode & 0o7777);
}

/** Who restores as another user, as root above all, leaves a file to whom it belongs, and a new one to the owner of its directory. */
function keepOwner(files: WorkspaceFiles, fd: number, owner: Stamp): void {
  const mine = files.calls.fstat(fd);
  if (owner === undefined || owner.uid === mine.uid) return;
  try {
    files.calls.fchown(fd, Number(owner.uid), Number(owner.gid));
  } catch {
    // Only root may. The content matters more than whose it is.
  }
}

function left(reason: string): StepResult {
  return { kind: 'left', reason };
}

/** Failures that the entries after it would meet too. */
const stopping = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** For a directory that is to be removed. */
export const holdsOthers = 'it holds files that no snapshot has';

/** What these mean of the entry that is restored; the others have the words of every failure. */
const causes: Readonly<Record<string, string>> = {
  ENOTEMPTY: holdsOthers,
  EEXIST: holdsOthers,
  ENOENT: 'its directory went away meanwhile',
  EISDIR: 'there is a directory in its place',
  ELOOP: 'there is a link in its place',
};

function resultOf(error: unknown): StepResult {
  if (error instanceof SnapError) return left(error.message);
  const code = failureCode(error);
  if (code === undefined) throw error;
  if (stopping.includes(code)) return { kind: 'left', reason: failureWords(error), stops: true };
  return left(causes[code] ?? failureWords(error));
}
