import { nearest } from '../../system/index.ts';
import { rawChild, textOfName, type RawName } from '../raw-name.ts';
import { topPath } from '../raw-path.ts';
import type { MissingPath } from '../snapshots.ts';
import { type Contents, entryAt } from '../store/stored-contents.ts';
import type { ObjectId } from '../store/object-types.ts';
import { pathFilter } from './path-filter.ts';

const maxNear = 3;

/**
 * Of the paths and patterns that were asked for, those that match nothing in a tree.
 * @param present root of the files as they are.
 */
export function missingPaths(
  contents: Contents,
  { names, root, present }: { readonly names: readonly string[]; readonly root: ObjectId; readonly present: ObjectId },
): readonly MissingPath[] {
  // Patterns, and what is spelled in another way.
  const unsure = names.filter((name) => entryAt(contents, root, name) === undefined);
  if (unsure.length === 0) return [];
  // The whole tree: a pattern may match anywhere in it, and so may what was meant.
  const held = allPaths(contents, root);
  const absent = unsure.filter((name) => !held.some(pathFilter([name])));
  if (absent.length === 0) return [];
  const now = allPaths(contents, present);
  return absent.map((path) => ({ path, isPresent: now.some(pathFilter([path])), near: nearPaths(path, held) }));
}

function allPaths(contents: Contents, root: ObjectId): readonly string[] {
  const paths: string[] = [];
  const open: { readonly path: RawName; readonly id: ObjectId }[] = [{ path: topPath, id: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of contents.tree(next.id)) {
      const path = rawChild(next.path, entry.name.toString('latin1'));
      paths.push(textOfName(path));
      if (entry.kind === 'directory') open.push({ path, id: entry.id });
    }
  }
  return paths;
}

/** The same name, or one spelled nearly so, in any directory. */
function nearPaths(path: string, held: readonly string[]): readonly string[] {
  const names = nearest(nameOf(path.replace(/\/+$/, '')), held.map(nameOf));
  return names.flatMap((name) => held.filter((other) => nameOf(other) === name)).slice(0, maxNear);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
