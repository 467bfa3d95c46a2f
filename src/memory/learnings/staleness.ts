import type { System } from '../../system/index.ts';
import { absent, isMostlyChanged, linesOfFile, sketchOf } from './file-sketch.ts';

const maxFiles = 20;
const maxSketched = 10;

/** The files of a learning, with sketches of them from the time when it was saved. */
export interface About {
  readonly files: readonly string[];
  /** By file, as {@link sketchesOf} made them. */
  readonly sketches?: Readonly<Record<string, string>> | undefined;
}

/**
 * Says whether a learning names files and all of them were deleted or mostly changed since. Each file is looked at once; only the first
 * twenty count.
 */
export function createStaleness(system: System, root: string): (about: About) => Promise<boolean> {
  const gone = new Map<string, Promise<boolean>>();
  /** Answers by file and sketch; keeping the contents would fill the memory. */
  const changed = new Map<string, Promise<boolean>>();
  const isGone = async (file: string): Promise<boolean> => {
    const asked = gone.get(file) ?? system.look(`${root}/${file}`).then((seen) => seen === undefined);
    gone.set(file, asked);
    return asked;
  };
  const isChanged = async (file: string, sketch: string | undefined): Promise<boolean> => {
    if (sketch === undefined) return false;
    const key = `${sketch} ${file}`;
    const asked =
      changed.get(key) ?? linesOfFile(system, `${root}/${file}`).then((lines) => lines !== undefined && isMostlyChanged(sketch, lines));
    changed.set(key, asked);
    return asked;
  };
  return async ({ files, sketches = {} }) => {
    // A path outside the workspace says nothing about it, and its author must not find out what is there.
    const inside = files.filter(isInside).slice(0, maxFiles);
    if (inside.length === 0) return false;
    for (const file of inside) {
      const sketch = Object.hasOwn(sketches, file) ? sketches[file] : undefined;
      if (sketch === absent) return false;
      if (!(await isGone(file)) && !(await isChanged(file, sketch))) return false;
    }
    return true;
  };
}

/** Sketches of these files as they are now, or that they do not exist, for {@link createStaleness} to compare with later. Files that cannot be compared are left out. */
export async function sketchesOf(system: System, root: string, files: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const sketches: (readonly [string, string])[] = [];
  for (const file of files.filter(isInside).slice(0, maxSketched)) {
    const isThere = (await system.look(`${root}/${file}`)) !== undefined;
    const lines = isThere ? await linesOfFile(system, `${root}/${file}`) : undefined;
    const sketch = !isThere ? absent : lines === undefined ? '' : sketchOf(lines);
    if (sketch !== '') sketches.push([file, sketch]);
  }
  return Object.fromEntries(sketches);
}

function isInside(file: string): boolean {
  return file !== '' && !/^([\\/]|[A-Za-z]:)/.test(file) && !file.split(/[\\/]/).includes('..');
}
