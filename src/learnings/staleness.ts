import type { System } from '../system/index.ts';
import { isMostlyChanged, linesOfFile, sketchOf } from './file-sketch.ts';

const mostFiles = 20;
const mostSketched = 10;

/** What a learning is about, and what stood there when it was learned. */
export interface About {
  readonly files: readonly string[];
  /** By file, as {@link sketchesOf} made them. */
  readonly sketches?: Readonly<Record<string, string>>;
}

/**
 * Says whether a learning names files and all of them are gone or mostly changed since; each file is looked at once. Of many files the
 * first twenty count.
 */
export function createStaleness(system: System, root: string): (about: About) => Promise<boolean> {
  const gone = new Map<string, Promise<boolean>>();
  /** By file and sketch: the answer, since contents would fill the memory. */
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
    // A path that leads out of the workspace says nothing about it, and who wrote it shall not learn what is there.
    const inside = files.filter(isInside).slice(0, mostFiles);
    if (inside.length === 0) return false;
    for (const file of inside) {
      const sketch = Object.hasOwn(sketches, file) ? sketches[file] : undefined;
      if (!(await isGone(file)) && !(await isChanged(file, sketch))) return false;
    }
    return true;
  };
}

/** What stands in these files now, for {@link createStaleness} to compare with later; those that cannot be compared are left out. */
export async function sketchesOf(system: System, root: string, files: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const sketches: (readonly [string, string])[] = [];
  for (const file of files.filter(isInside).slice(0, mostSketched)) {
    const lines = await linesOfFile(system, `${root}/${file}`);
    const sketch = lines === undefined ? '' : sketchOf(lines);
    if (sketch !== '') sketches.push([file, sketch]);
  }
  return Object.fromEntries(sketches);
}

function isInside(file: string): boolean {
  return file !== '' && !/^([\\/]|[A-Za-z]:)/.test(file) && !file.split(/[\\/]/).includes('..');
}
