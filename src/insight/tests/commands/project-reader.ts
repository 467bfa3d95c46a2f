import { join } from 'node:path';
import { SnapError, type System } from '../../../system/index.ts';
import { upFrom, type WorkspacePath } from '../../../workspace/index.ts';
import { packageFrom, type Package, readTextBelow } from '../../../workspace/packages/index.ts';

/** The files of a project, as far as the commands of its tests need them. */
export interface ProjectReader {
  /** The names in a directory; empty where there is none. */
  names(directory: WorkspacePath): Promise<readonly string[]>;
  /** A small file as text; empty where there is none. */
  text(path: WorkspacePath): Promise<string>;
}

/** Reads each directory and file once. */
export function projectReader(system: System, root: string): ProjectReader {
  const names = new Map<WorkspacePath, Promise<readonly string[]>>();
  const texts = new Map<WorkspacePath, Promise<string>>();
  return {
    names: (directory) => once(names, directory, () => namesIn(system, join(root, directory))),
    text: (path) => once(texts, path, () => readTextBelow(system, root, path)),
  };
}

/** The directories from a file up to the root that hold a file with such a name, nearest first. */
export async function directoriesWith(reader: ProjectReader, from: WorkspacePath, name: RegExp): Promise<readonly WorkspacePath[]> {
  const found: WorkspacePath[] = [];
  for (const directory of upFrom(from)) if ((await reader.names(directory)).some((one) => name.test(one))) found.push(directory);
  return found;
}

/** The first of these files of a directory that has a text like this. */
export async function fileSaying(
  reader: ProjectReader,
  directory: WorkspacePath,
  files: readonly (readonly [name: RegExp, says: RegExp])[],
): Promise<string | undefined> {
  const names = await reader.names(directory);
  for (const [name, says] of files) {
    for (const one of names.filter((each) => name.test(each))) if (says.test(await reader.text(at(directory, one)))) return one;
  }
  return undefined;
}

/** The package of npm's or Python's in a directory. */
export async function packageIn(reader: ProjectReader, directory: WorkspacePath): Promise<Package> {
  return packageFrom(directory, await reader.names(directory), (path) => reader.text(path));
}

/** A file of a directory, from the root. */
export function at(directory: WorkspacePath, name: string): WorkspacePath {
  return directory === '' ? name : `${directory}/${name}`;
}

async function namesIn(system: System, path: string): Promise<readonly string[]> {
  try {
    return (await system.list(path)) ?? [];
  } catch (error) {
    // No permission, or a file: as if it were not there.
    if (error instanceof SnapError) return [];
    throw error;
  }
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const now = read();
  known.set(key, now);
  return now;
}
