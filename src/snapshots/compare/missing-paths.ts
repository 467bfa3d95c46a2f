import { rawChild, rawNameOf, textOfName, type RawName } from '../raw-name.ts';
import { topPath } from '../raw-path.ts';
import type { MissingPath } from '../snapshots.ts';
import type { Contents } from '../store/stored-contents.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import { pathFilter } from './path-filter.ts';

const maxNear = 3;
/** Longer spellings are not compared: the time that takes grows with their product. */
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

/** The same name in another directory counts as near, and so does a spelling that differs in a few letters. */
function nearPaths(path: string, held: readonly string[]): readonly string[] {
  const wanted = path.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  const name = nameOf(wanted).toLowerCase();
  const max = Math.max(1, Math.floor(Math.min(wanted.length, maxCompared) / 4));
  const rated = held.flatMap((other) => {
    const whole = distance(wanted.toLowerCase(), other.toLowerCase(), max);
    const moved = nameOf(other).toLowerCase() === name ? max : undefined;
    const spelled = distance(name, nameOf(other).toLowerCase(), Math.max(1, Math.floor(name.length / 4)));
    const far = Math.min(whole ?? Infinity, moved ?? Infinity, spelled === undefined ? Infinity : max + spelled);
    return far === Infinity ? [] : [{ other, far }];
  });
  return rated
    .sort((one, two) => one.far - two.far || one.other.length - two.other.length || (one.other < two.other ? -1 : 1))
    .slice(0, maxNear)
    .map(({ other }) => other);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** How many letters differ, at most `max`; two that changed places count as one. `undefined`: more. */
function distance(one: string, other: string, max: number): number | undefined {
  if (Math.abs(one.length - other.length) > max || one.length > maxCompared || other.length > maxCompared) return undefined;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > max) return undefined;
    [before, last] = [last, row];
  }
  const found = last[other.length] ?? Infinity;
  return found <= max ? found : undefined;
}
