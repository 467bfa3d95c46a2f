import { allowedSlips, slipsBetween } from '../../system/index.ts';
import { rawChild, rawNameOf, textOfName, type RawName } from '../raw-name.ts';
import { topPath } from '../raw-path.ts';
import type { MissingPath } from '../snapshots.ts';
import type { Contents } from '../store/stored-contents.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import { pathFilter } from './path-filter.ts';

const maxNear = 3;
/** Longer spellings are not compared: the time that takes grows with the product of the lengths. */
const maxCompared = 200;

/**
 * Of the paths and patterns that were asked for, those that match nothing in a tree.
 * @param present root of the files as they are.
 */
export function missingPaths(
  contents: Contents,
  { names, root, present }: { readonly names: readonly string[]; readonly root: ObjectId; readonly present: ObjectId },
): readonly MissingPath[] {
  const unsure = names.filter((name) => !isPlainlyThere(contents, root, name));
  if (unsure.length === 0) return [];
  // The whole tree: a pattern may match anywhere in it, and so may what was meant.
  const held = allPaths(contents, root);
  const absent = unsure.filter((name) => !held.some(pathFilter([name])));
  if (absent.length === 0) return [];
  const now = allPaths(contents, present);
  return absent.map((path) => ({ path, isPresent: now.some(pathFilter([path])), near: nearPaths(path, held) }));
}

/** Without a look at the whole tree; false also for patterns, and where it is spelled in another way. */
function isPlainlyThere(contents: Contents, root: ObjectId, name: string): boolean {
  const parts = rawNameOf(name)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  let entries: readonly TreeEntry[] | undefined = contents.tree(root);
  for (const part of parts) {
    const entry: TreeEntry | undefined = entries?.find((one) => one.name.toString('latin1') === part);
    if (entry === undefined) return false;
    entries = entry.kind === 'directory' ? contents.tree(entry.id) : undefined;
  }
  return true;
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

/** A spelling that differs in a few characters, or the same name, or one spelled nearly so, in another directory. */
function nearPaths(path: string, held: readonly string[]): readonly string[] {
  const wanted = path.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  const name = nameOf(wanted);
  const max = allowedSlips(wanted.length);
  const rated = held.flatMap((other) => {
    const slips = slipsWithin(wanted, other, max);
    const inName = slips === undefined ? slipsWithin(name, nameOf(other), allowedSlips(name.length)) : undefined;
    const far = slips ?? (inName === undefined ? undefined : max + inName);
    return far === undefined ? [] : [{ other, far }];
  });
  return rated
    .sort((one, two) => one.far - two.far || one.other.length - two.other.length || (one.other < two.other ? -1 : 1))
    .slice(0, maxNear)
    .map(({ other }) => other);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `undefined`: more than `max`, or too long to compare. Most paths differ in length, which costs nothing. */
function slipsWithin(one: string, other: string, max: number): number | undefined {
  if (Math.abs(one.length - other.length) > max || Math.max(one.length, other.length) > maxCompared) return undefined;
  const slips = slipsBetween(one.toLowerCase(), other.toLowerCase());
  return slips <= max ? slips : undefined;
}
