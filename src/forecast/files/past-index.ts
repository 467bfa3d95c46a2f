import type { Commit, CommitWindow } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { wordsOf } from './words.ts';

/** A commit this many commits ago counts half. */
const halfLife = 1_000;

/** The commits of a window that count, by the words of their subjects and by their files. Built once for each window. */
export interface PastIndex {
  /** Newest first. */
  readonly commits: readonly PastCommit[];
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly byFile: ReadonlyMap<WorkspacePath, readonly number[]>;
}

export interface PastCommit {
  readonly commit: Commit;
  /** How much it counts for its age: 1 for the newest. */
  readonly weight: number;
  readonly words: readonly string[];
  readonly files: readonly WorkspacePath[];
}

const indexes = new WeakMap<CommitWindow, PastIndex>();

/** The index of a window; made once for each. */
export function pastIndexOf(window: CommitWindow): PastIndex {
  const known = indexes.get(window);
  if (known !== undefined) return known;
  const index = built(window);
  indexes.set(window, index);
  return index;
}

function built({ commits, deleted }: CommitWindow): PastIndex {
  const byWord = new Map<string, number[]>();
  const byFile = new Map<WorkspacePath, number[]>();
  const past: PastCommit[] = [];
  for (const [age, commit] of commits.entries()) {
    if (commit.marks.length > 0) continue;
    const files = commit.files.filter((file) => !deleted.has(file));
    if (files.length === 0) continue;
    const at = past.length;
    const words = wordsOf(commit.subject);
    past.push({ commit, words, files, weight: 0.5 ** (age / halfLife) });
    for (const word of words) listed(byWord, word).push(at);
    for (const file of files) listed(byFile, file).push(at);
  }
  return { commits: past, byWord, byFile };
}

function listed<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key);
  if (list !== undefined) return list;
  const made: number[] = [];
  lists.set(key, made);
  return made;
}

/** How much a word tells: nothing where every commit has it. */
export function rarity(count: number, of: number): number {
  return Math.log(1 + of / (count + 0.5));
}
