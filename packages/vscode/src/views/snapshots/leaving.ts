import type { TreeChange } from '../../core.ts';

/**
 * The paths of a restore that leaves some files as they are: all that change but those, and no directory above them, because a directory stands for
 * everything below it. A path that is spelled like a pattern may still mean one of those files: the plan for these paths shows it.
 */
export function pathsWithout(changes: readonly TreeChange[], left: readonly string[]): readonly string[] {
  const isLeft = new Set(left);
  const isAbove = (path: string): boolean => left.some((file) => file.startsWith(`${path}/`));
  return changes.map(({ path }) => path).filter((path) => !isLeft.has(path) && !isAbove(path));
}
