import type { System } from '../system/index.ts';

const mostFiles = 20;

/** Says whether a learning names files and all of them are gone; each file is looked at once. Of many files the first twenty count. */
export function createStaleness(system: System, root: string): (files: readonly string[]) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const isGone = (file: string): Promise<boolean> => {
    const asked = known.get(file) ?? system.look(`${root}/${file}`).then((seen) => seen === undefined);
    known.set(file, asked);
    return asked;
  };
  return async (files) => {
    // A path that leads out of the workspace says nothing about it, and who wrote it shall not learn what is there.
    const inside = files.filter(isInside).slice(0, mostFiles);
    if (inside.length === 0) return false;
    for (const file of inside) if (!(await isGone(file))) return false;
    return true;
  };
}

function isInside(file: string): boolean {
  return file !== '' && !/^([\\/]|[A-Za-z]:)/.test(file) && !file.split(/[\\/]/).includes('..');
}
