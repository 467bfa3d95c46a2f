import { join } from 'node:path';
import type { System, TreeFile } from '../system/index.ts';
import type { WorkspacePath } from './workspace.ts';

/**
 * Size and times of these paths below a directory, links not followed, by one listing of each directory. What is not in the result does
 * not exist.
 */
export async function filesAt(
  system: System,
  root: string,
  paths: Iterable<WorkspacePath>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<WorkspacePath, TreeFile>> {
  const byDirectory = new Map<string, Set<string>>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const directory = cut < 0 ? '' : path.slice(0, cut);
    const names = byDirectory.get(directory) ?? new Set();
    byDirectory.set(directory, names.add(path.slice(cut + 1)));
  }
  const found = new Map<WorkspacePath, TreeFile>();
  for (const [directory, names] of byDirectory) {
    const { files } = await system.walk(join(root, directory), {
      enters: () => false,
      wants: (name) => names.has(name),
      maxFiles: names.size,
      signal,
    });
    for (const file of files) {
      const path = directory === '' ? file.path : `${directory}/${file.path}`;
      found.set(path, { ...file, path });
    }
  }
  return found;
}
