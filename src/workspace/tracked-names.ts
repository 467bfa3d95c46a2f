import { indexName } from './git-index.ts';
import type { WorkspacePath } from './workspace.ts';

/** A set of files, such as those that git tracks, by their paths from the root. */
export interface TrackedNames {
  has(file: WorkspacePath): boolean;
  hasBelow(directory: WorkspacePath): boolean;
}

/** @param names sorted by their bytes, as `GitIndex.names`. */
export function trackedNames(names: readonly string[]): TrackedNames {
  return {
    has(file) {
      const name = indexName(file);
      return names[placeAmong(names, name)] === name;
    },
    hasBelow(directory) {
      const prefix = `${indexName(directory)}/`;
      return names[placeAmong(names, prefix)]?.startsWith(prefix) === true;
    },
  };
}

/** The index of a name among names sorted by their bytes, or the index it would have. */
export function placeAmong(names: readonly string[], name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
