import { nameWords } from '../../text/index.ts';
import { fileNameOf, type WorkspacePath } from '../../workspace/index.ts';
import type { PresentFiles } from '../ground.ts';
import { rarity } from './past-index.ts';
import { wordsOf } from './words.ts';

/** The words of all paths of a workspace. Built once for each list of files. */
export interface PathIndex {
  readonly count: number;
  readonly wordsOf: ReadonlyMap<WorkspacePath, readonly string[]>;
  readonly byWord: ReadonlyMap<string, readonly WorkspacePath[]>;
}

const indexes = new WeakMap<PresentFiles, PathIndex>();

/** The files of a workspace by the words of their paths; made once for each list of files. */
export function pathIndexOf(present: PresentFiles): PathIndex {
  const known = indexes.get(present);
  if (known !== undefined) return known;
  const words = new Map<WorkspacePath, readonly string[]>();
  const byWord = new Map<string, WorkspacePath[]>();
  const segments = new Map<string, readonly string[]>();
  const wordsIn = (segment: string): readonly string[] => {
    const seen = segments.get(segment) ?? wordsOf(segment);
    segments.set(segment, seen);
    return seen;
  };
  for (const file of present.files) {
    const own = [...new Set(file.split('/').flatMap(wordsIn))];
    words.set(file, own);
    for (const word of own) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [file]);
      else list.push(file);
    }
  }
  const index: PathIndex = { count: present.files.length, wordsOf: words, byWord };
  indexes.set(present, index);
  return index;
}

/** How like each path is to the words: the cosine, weighted by rarity. */
export function likePaths(index: PathIndex, words: readonly string[]): ReadonlyMap<WorkspacePath, number> {
  const weightOf = (word: string): number => rarity(index.byWord.get(word)?.length ?? 0, index.count) ** 2;
  const known = words.filter((word) => index.byWord.has(word));
  const own = known.reduce((sum, word) => sum + weightOf(word), 0);
  const shared = new Map<WorkspacePath, number>();
  for (const word of known) {
    const weight = weightOf(word);
    for (const file of index.byWord.get(word) ?? []) shared.set(file, (shared.get(file) ?? 0) + weight);
  }
  const found = new Map<WorkspacePath, number>();
  for (const [file, weight] of shared) {
    const theirs = (index.wordsOf.get(file) ?? []).reduce((sum, word) => sum + weightOf(word), 0);
    found.set(file, weight / Math.sqrt(own * theirs));
  }
  return found;
}

/** How much it says that the text has every word of the file's name; 0 when it has not. */
export function namedWhole(index: PathIndex, file: WorkspacePath, words: ReadonlySet<string>): number {
  const name = fileNameOf(file).replace(/\..*$/, '').replaceAll(/[-.]/g, '_');
  const own = wordsOf(nameWords(name).join(' '));
  if (own.length === 0 || !own.every((word) => words.has(word))) return 0;
  return rarity(Math.min(...own.map((word) => index.byWord.get(word)?.length ?? 1)), index.count) / 8;
}
