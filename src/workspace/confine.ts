import { fileURLToPath } from 'node:url';
import { displayPath, partsBelow, pathsOf, quoted, realPathOf, SnapError, type System } from '../system/index.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

/** Longer than any platform takes. */
const maxPathLength = 4096;

/**
 * The path that an argument of a tool names, from the root of the workspace, with `/`; `.` for the root itself. It may name what is
 * not there yet. What assistants put in front (`./`, `@`, `file://`) is taken off.
 *
 * It is where the path leads now: between this answer and the use of the file, anyone who can write in the workspace can put a
 * link there.
 * @throws SnapError `refused`, naming the path, when it leads out of the workspace, in any spelling, or through a link.
 */
export async function confine(system: System, workspace: Workspace, path: string): Promise<WorkspacePath> {
  const refuse = (why: string): SnapError =>
    new SnapError('refused', `Path ${quoted(path, 200)}: ${why}.`, {
      hint: `Name a file below ${displayPath(workspace.root, system)}, with its path from there.`,
    });
  if (path.trim() === '') throw refuse('it is empty');
  if (path.length > maxPathLength) throw refuse('it is too long');
  if (path.includes('\0')) throw refuse('it holds a zero byte');

  const named = await withoutDecoration(system, workspace, path);
  if (named === undefined) throw refuse('this address names no file of this machine');
  const form = foreignForm(system, named);
  if (form !== undefined) throw refuse(form);

  const paths = pathsOf(system);
  const outside = 'it lies outside the workspace';
  if (!paths.isAbsolute(named) && leaves(named)) throw refuse(outside);
  const absolute = paths.resolve(workspace.root, named);
  const real = await realPathOf(system, absolute);
  if (real.kind === 'unknown') throw refuse(real.reason);
  const realParts = partsBelow(system, workspace.root, real.path);
  const parts = partsBelow(system, workspace.root, absolute);
  if (realParts === undefined) throw refuse(parts === undefined ? outside : 'a symbolic link in it leads out of the workspace');
  // As it was named, since that is what version control calls it; the real path where the root itself was reached through a link.
  return (parts ?? realParts).join('/') || '.';
}

/** `undefined` for an address that is no path here. */
async function withoutDecoration(system: System, workspace: Workspace, path: string): Promise<string | undefined> {
  if (/^file:/i.test(path)) {
    try {
      return fileURLToPath(path, { windows: system.platform === 'win32' });
    } catch {
      // Another machine's, or an encoded separator.
      return undefined;
    }
  }
  if (!path.startsWith('@')) return path;
  // A directory may have such a name (`@types`), so an existing one is used as it is.
  const first = /^[^\\/]+/.exec(path)?.[0] ?? path;
  return (await system.look(pathsOf(system).join(workspace.root, first))) === undefined && path.length > 1 ? path.slice(1) : path;
}

/** What is a path only on another platform, or reaches past the file system on this one. */
function foreignForm({ platform }: System, path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return 'it names a share or a device';
  if (platform === 'win32') {
    if (/^[A-Za-z]:(?![\\/])/.test(path)) return 'it is relative to a drive';
    // A second stream of a file (`a.txt:hidden`).
    return path.replace(/^[A-Za-z]:/, '').includes(':') ? 'it holds a colon' : undefined;
  }
  return /^[A-Za-z]:/.test(path) ? 'it names a drive' : undefined;
}

/** Whether `..` leads above where the path begins. A backslash counts on every platform: it may be read on another one. */
function leaves(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
