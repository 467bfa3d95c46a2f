import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SnapError } from './errors.ts';
import { diskError, failureCode, displayPath } from './failures.ts';
import type { FileCalls } from './file-calls.ts';
import { realTarget } from './links.ts';
import { notAFile } from './node.ts';
import type { ProcessRun, System, WriteTarget } from './system.ts';
import { shellWord } from './shown-text.ts';

/** What every part of the writing side works with. */
export interface Disk {
  readonly system: System;
  readonly calls: FileCalls;
  readonly run: ProcessRun;
  /** How long to wait for the lock of another process. */
  readonly patienceMs: number;
}

/** A write target and what is there now. */
export interface InspectedTarget extends WriteTarget {
  /** `undefined` when there is no file yet. */
  readonly stats: Stats | undefined;
}

/** Follows the links and refuses what must not be written. @throws SnapError as `WritableSystem.inspect` says. */
export function inspect(disk: Disk, path: string): InspectedTarget {
  const { calls, system } = disk;
  try {
    const target = realTarget(calls, system.home, path);
    const stats = calls.lstat(target);
    if (stats === undefined) return { path: target, stats, missingDirectories: missingDirectories(calls, dirname(target)) };
    if (!stats.isFile()) throw notAFile(system.home, target, stats);
    requireWritable(disk, target, stats);
    return { path: target, stats, missingDirectories: [], mode: stats.mode & 0o7777 };
  } catch (error) {
    throw unreachable(disk, path, error);
  }
}

/** What no write could get past is refused, so that a command may go on with its other files. */
function unreachable({ system }: Disk, path: string, error: unknown): SnapError {
  const failure = diskError(system.home, path, 'nothing can be written here', error);
  const isInSignature = ['ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG'].includes(failureCode(error) ?? '');
  return isInSignature ? new SnapError('refused', failure.message, { cause: error }) : failure;
}

function requireWritable({ calls, system }: Disk, target: string, stats: Stats): void {
  const shown = displayPath(target, system);
  const onWindows = system.platform === 'win32';
  // A rename would get past it, as it does in other tools; but 0444 is a wish, so it is respected (for root as well).
  if ((stats.mode & 0o200) === 0) {
    const hint = onWindows ? `attrib -R "${target}"` : `chmod u+w ${shellWord(target)}`;
    throw new SnapError('read-only', `${shown}: this file is read-only.`, { hint });
  }
  try {
    calls.access(target, constants.W_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(failureCode(error) ?? '')) throw error;
    const hint = onWindows ? `icacls "${target}"` : `ls -l ${shellWord(target)}`;
    throw new SnapError('read-only', `${shown}: you have no permission to write this file.`, { hint, cause: error });
  }
}

function missingDirectories(calls: Pick<FileCalls, 'lstat'>, directory: string): string[] {
  const missing: string[] = [];
  for (let at = directory; calls.lstat(at) === undefined && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
}

/** Makes a directory and its missing parents with mode 0700. Another process may make them at the same time. */
export function makeWithParents(calls: DirectoryCalls, directory: string): void {
  makeDirectories(calls, missingDirectories(calls, directory), 0o700);
}

/** The calls that make directories. */
export type DirectoryCalls = Pick<FileCalls, 'lstat' | 'mkdir' | 'rmdir'>;

/** One fixed name per target: the lock of the target is held, so a file of this name was left by a run that died. */
export function temporaryBeside(target: string): string {
  return join(dirname(target), `.${basename(target)}.snap-mcp.tmp`);
}

/** Makes them, outermost first; when one cannot be made, those it made are removed again. Another process may make them first. */
export function makeDirectories(calls: DirectoryCalls, directories: readonly string[], mode: number): void {
  const made: string[] = [];
  try {
    for (const directory of directories) {
      try {
        calls.mkdir(directory, mode);
        made.push(directory);
      } catch (error) {
        if (failureCode(error) !== 'EEXIST') throw error;
      }
    }
  } catch (error) {
    removeEmptyDirectories(calls, made);
    throw error;
  }
}

/** Innermost first; one that is not empty, or not there, stays as it is, and so do those around it. */
export function removeEmptyDirectories(calls: Pick<FileCalls, 'rmdir'>, directories: readonly string[]): void {
  for (const directory of directories.toReversed()) {
    try {
      calls.rmdir(directory);
    } catch (error) {
      const code = failureCode(error);
      // ENOENT: it was never made, or is removed already; its parents may still exist.
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EBUSY') return;
      throw error;
    }
  }
}

/** Whether it was there. */
export function unlinkIfThere(calls: FileCalls, path: string): boolean {
  if (calls.lstat(path) === undefined) return false;
  try {
    calls.unlink(path);
    return true;
  } catch (error) {
    if (failureCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** `undefined` when there is none. */
export function readIfThere(calls: FileCalls, path: string): Buffer | undefined {
  try {
    return calls.readFile(path);
  } catch (error) {
    if (failureCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
