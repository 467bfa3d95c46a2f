import { splitLines } from '../../text/index.ts';
import type { RawName } from '../raw-name.ts';
import { directoriesAbove, nameOfPath } from '../raw-path.ts';
import { type Contents, type FileEntry, isFileEntry } from '../store/stored-contents.ts';
import { type Difference, isSecretEntry } from './changes.ts';
import { sideOf } from './patch-side.ts';

/** A file that went, and came under another name. */
export interface Rename {
  readonly from: Difference;
  /** Percent of the lines, by their bytes, that both have; 100 only for the same bytes. */
  readonly similarity: number;
}

/** From here on two files are one that was renamed, as git has it: https://git-scm.com/docs/git-diff#Documentation/git-diff.txt--Mn */
const minSimilarity = 50;
/** Files of each side whose lines are compared with those of all of the other. */
const maxCompared = 50;
/** Bytes of all files that are read to compare them. */
const maxRead = 8 * 1024 * 1024;

interface Candidate {
  readonly difference: Difference;
  readonly entry: FileEntry;
}

/**
 * The files that were renamed, by their new path. Those with the same bytes first, then those with similar lines: of the same name in
 * another directory, and among the others as far as they are few. In bounded work: what is not looked at stays one file less and one more.
 * @param maxFile bytes; the lines of larger files are not compared.
 */
export async function renamesIn(
  contents: Contents,
  differences: readonly Difference[],
  { maxFile }: { readonly maxFile: number },
): Promise<ReadonlyMap<RawName, Rename>> {
  const renames = new Map<RawName, Rename>();
  const { gone, come } = candidatesIn(differences);
  if (gone.length === 0 || come.length === 0) return renames;
  const left = new Set(gone);
  const pair = (from: Candidate, to: Candidate, similarity: number): void => {
    left.delete(from);
    renames.set(to.difference.path, { from: from.difference, similarity });
  };
  pairSame(come, left, pair);
  const open = come.filter(({ difference }) => !renames.has(difference.path));
  if (open.length > 0 && left.size > 0) await pairSimilar(linesReader(contents, maxFile), open, left, pair);
  return renames;
}

type Pair = (from: Candidate, to: Candidate, similarity: number) => void;

/** Whole files that may be shown. None that gave way to a directory, or came in place of one: those have an order of their own. */
function candidatesIn(differences: readonly Difference[]): { readonly gone: readonly Candidate[]; readonly come: readonly Candidate[] } {
  const replaced = new Set(differences.flatMap(({ path, before, after }) => (before !== undefined && after !== undefined ? [path] : [])));
  const of = (side: 'before' | 'after', other: 'before' | 'after'): readonly Candidate[] =>
    differences.flatMap((difference) => {
      const entry = difference[side];
      const isPlain = isFileEntry(entry) && difference[other] === undefined && entry.size > 0 && !isSecretEntry(entry);
      return isPlain && !directoriesAbove(difference.path).some((directory) => replaced.has(directory)) ? [{ difference, entry }] : [];
    });
  return { gone: of('before', 'after'), come: of('after', 'before') };
}

function idOf({ entry }: Candidate): string {
  return entry.kind === 'borrowed' ? entry.gitId : entry.id;
}

function isNamedAlike(one: Candidate, other: Candidate): boolean {
  return nameOfPath(one.difference.path).equals(nameOfPath(other.difference.path));
}

function pairSame(come: readonly Candidate[], left: ReadonlySet<Candidate>, pair: Pair): void {
  const byId = new Map<string, Candidate[]>();
  for (const from of left) addTo(byId, idOf(from), from);
  for (const to of come) {
    const same = byId.get(idOf(to)) ?? [];
    const alike = same.slice(0, maxCompared).findIndex((one) => isNamedAlike(one, to));
    const [from] = same.splice(Math.max(0, alike), 1);
    if (from !== undefined) pair(from, to, 100);
  }
}

function addTo(lists: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [candidate]);
  else list.push(candidate);
}

/** The lines of a file and how many bytes each has in all; `undefined` where they are not compared. */
type ReadLines = (of: Candidate) => Promise<ReadonlyMap<string, number> | undefined>;

function linesReader(contents: Contents, maxFile: number): ReadLines {
  const known = new Map<Candidate, ReadonlyMap<string, number> | undefined>();
  let read = 0;
  return async (candidate) => {
    if (known.has(candidate)) return known.get(candidate);
    let lines: Map<string, number> | undefined;
    if (candidate.entry.size <= maxFile && read + candidate.entry.size <= maxRead) {
      read += candidate.entry.size;
      const side = await sideOf(contents, candidate.entry);
      if (typeof side !== 'string') {
        lines = new Map();
        for (const line of splitLines(side.text)) lines.set(line, (lines.get(line) ?? 0) + Buffer.byteLength(line));
      }
    }
    known.set(candidate, lines);
    return lines;
  };
}

async function pairSimilar(linesOf: ReadLines, open: readonly Candidate[], left: ReadonlySet<Candidate>, pair: Pair): Promise<void> {
  const found: { readonly from: Candidate; readonly to: Candidate; readonly similarity: number }[] = [];
  const isFew = open.length <= maxCompared && left.size <= maxCompared;
  const byName = new Map<string, Candidate[]>();
  for (const from of left) {
    addTo(byName, nameOfPath(from.difference.path).toString('latin1'), from);
  }
  for (const to of open) {
    const named = byName.get(nameOfPath(to.difference.path).toString('latin1')) ?? [];
    for (const from of isFew ? left : named.slice(0, maxCompared)) {
      const similarity = await similarityOf(linesOf, from, to);
      if (similarity >= minSimilarity) found.push({ from, to, similarity });
    }
  }
  // The best first; of those as good, the one that kept its name.
  found.sort(
    (one, other) =>
      other.similarity - one.similarity || Number(isNamedAlike(other.from, other.to)) - Number(isNamedAlike(one.from, one.to)),
  );
  const done = new Set<Candidate>();
  for (const { from, to, similarity } of found) {
    if (!left.has(from) || done.has(to)) continue;
    done.add(to);
    pair(from, to, similarity);
  }
}

async function similarityOf(linesOf: ReadLines, from: Candidate, to: Candidate): Promise<number> {
  const [small, large] = [Math.min(from.entry.size, to.entry.size), Math.max(from.entry.size, to.entry.size)];
  if (small * 100 < large * minSimilarity) return 0;
  const [one, other] = [await linesOf(from), await linesOf(to)];
  if (one === undefined || other === undefined) return 0;
  let shared = 0;
  for (const [line, bytes] of one) shared += Math.min(bytes, other.get(line) ?? 0);
  // The same lines in another order, or bytes of another kind of id, are not known to be the same.
  return Math.min(99, Math.floor((shared * 100) / large));
}
