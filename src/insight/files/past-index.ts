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
  /** Every file, at its {@link PastCommit.numbers}. */
  readonly names: readonly WorkspacePath[];
}

export interface PastCommit {
  readonly commit: Commit;
  /** How much it counts for its age: 1 for the newest. */
  readonly weight: number;
  readonly words: readonly string[];
  /** The squares of the rarities of its words, together. */
  readonly norm: number;
  readonly files: readonly WorkspacePath[];
  /** The same as numbers: sums over many commits are taken in an array. */
  readonly numbers: readonly number[];
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
  const past: Omit<PastCommit, 'norm' | 'numbers'>[] = [];
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
  const squares = new Map([...byWord].map(([word, at]) => [word, rarity(at.length, past.length) ** 2]));
  const norm = ({ words }: Pick<PastCommit, 'words'>): number => words.reduce((sum, word) => sum + (squares.get(word) ?? 0), 0);
  const names = [...byFile.keys()];
  const numberOf = new Map(names.map((name, at) => [name, at]));
  const numbers = ({ files }: Pick<PastCommit, 'files'>): readonly number[] => files.flatMap((file) => numberOf.get(file) ?? []);
  return { commits: past.map((one) => ({ ...one, norm: norm(one), numbers: numbers(one) })), byWord, byFile, names };
}

function listed<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key);
  if (list !== undefined) return list;
  const made: number[] = [];
  lists.set(key, made);
  return made;
}

/** Adds what a commit counts to each of its files. */
export class FileSums {
  readonly #sums: Float64Array;
  readonly #names: PastIndex['names'];
  #touched: number[] = [];

  constructor({ names }: Pick<PastIndex, 'names'>) {
    this.#names = names;
    this.#sums = new Float64Array(names.length);
  }

  /** @param weight above 0. */
  add({ numbers }: Pick<PastCommit, 'numbers'>, weight: number): void {
    for (const file of numbers) this.addTo(file, weight);
  }

  addTo(file: number, weight: number): void {
    const sum = this.#sums[file] ?? 0;
    if (sum === 0) this.#touched.push(file);
    this.#sums[file] = sum + weight;
  }

  /** Each file that something was added to, once, with its sum; then all are 0 again. */
  *take(): Generator<readonly [file: number, sum: number]> {
    for (const file of this.#touched) {
      yield [file, this.#sums[file] ?? 0];
      this.#sums[file] = 0;
    }
    this.#touched = [];
  }

  /** As {@link take}, by names, each sum divided. */
  shares(total: number): Map<WorkspacePath, number> {
    const found = new Map<WorkspacePath, number>();
    for (const [file, sum] of this.take()) found.set(this.#names[file] ?? '', sum / total);
    return found;
  }
}

/** How much a word tells: nothing where every commit has it. */
export function rarity(count: number, of: number): number {
  return Math.log(1 + of / (count + 0.5));
}
