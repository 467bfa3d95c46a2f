import type { System } from '../system/index.ts';

/** A PATH without the directories that a project could fill: those in `roots`, and relative ones. */
export function pathOutside(path: string, roots: readonly string[], platform: System['platform']): string {
  const [separator, slash] = platform === 'win32' ? [';', '\\'] : [':', '/'];
  const isAbsolute = platform === 'win32' ? /^([A-Za-z]:[\\/]|\\\\)/ : /^\//;
  return path
    .split(separator)
    .filter(
      (directory) => isAbsolute.test(directory) && !roots.some((root) => directory === root || directory.startsWith(`${root}${slash}`)),
    )
    .join(separator);
}
