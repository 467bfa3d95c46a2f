import type { System } from '../../system/index.ts';

const maxFiles = 20;
/** In `sketches` of a record: the file did not exist when the learning was saved, so that its absence says nothing later. Earlier versions stored hashes there too. */
const absent = 'absent';

/** The files of a learning, and which of them did not exist when it was saved. */
export interface About {
  readonly files: readonly string[];
  readonly sketches?: Readonly<Record<string, string>> | undefined;
}

/** Says whether a learning names files and all of them were deleted since. Each file is looked at once; only the first twenty count. */
export function createStaleness(system: System, root: string): (about: About) => Promise<boolean> {
  const gone = new Map<string, Promise<boolean>>();
  const isGone = async (file: string): Promise<boolean> => {
    const asked = gone.get(file) ?? system.look(`${root}/${file}`).then((seen) => seen === undefined);
    gone.set(file, asked);
    return asked;
  };
  return async ({ files, sketches = {} }) => {
    // A path outside the workspace says nothing about it, and its author must not find out what is there.
    const inside = files.filter(isInside).slice(0, maxFiles);
    for (const file of inside) {
      const wasThere = !Object.hasOwn(sketches, file) || sketches[file] !== absent;
      if (!wasThere || !(await isGone(file))) return false;
    }
    return inside.length > 0;
  };
}

/** What a record keeps for {@link createStaleness}; `undefined` where all of its files exist. */
export async function absentFiles(
  system: System,
  root: string,
  files: readonly string[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const missing: string[] = [];
  for (const file of files.filter(isInside).slice(0, maxFiles)) {
    if ((await system.look(`${root}/${file}`)) === undefined) missing.push(file);
  }
  return missing.length === 0 ? undefined : Object.fromEntries(missing.map((file) => [file, absent]));
}

/** What a stored record says of it. */
export function absentIn(sketches: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(sketches).flatMap((file) => (sketches[file] === absent ? [[file, absent]] : [])));
}

function isInside(file: string): boolean {
  return file !== '' && !/^([\\/]|[A-Za-z]:)/.test(file) && !file.split(/[\\/]/).includes('..');
}
