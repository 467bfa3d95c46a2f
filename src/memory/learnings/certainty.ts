import { isIn, type KnownWord, sharedBy, type Term, type WordIndex } from './word-index.ts';

// Written by bench/retrieval/train.mjs (docs/benchmarks.md). Change them by training only.
// weights: begin
const weights = {
  base: -5.59,
  score: 14.2,
  shareOfLearning: -1.41,
  worth: 3.19,
  queryLength: -0.968,
  learningLength: -2.29,
  own: 0.84,
};
// weights: end

/** What a query and a learning have in common, and how long they are. All but the score are logarithms. */
export interface Likeness {
  /** As a share of the score of a learning that repeats the query. */
  readonly score: number;
  /** By weight, how much of the trigger or the action, whichever is larger, is in the query. */
  readonly shareOfLearning: number;
  /** The weight of the words that they share. */
  readonly worth: number;
  readonly queryLength: number;
  readonly learningLength: number;
  /** How much more common a word of the query is in this store than with developers in general: of the word with the most. */
  readonly own: number;
}

/** Words that developers in general use less than this are equally unusual. */
const minShare = 0.0001;
/** A store says as much about its words as if it were larger by so many learnings with the usual words. */
const smoothing = 3;
/** In a smaller store one learning would make a word the store's own. */
const smallestStore = 20;

/** @param scoreOf as {@link Likeness.score}. @param leftOut documents that do not make others relevant. */
export function createLikeness(
  index: WordIndex,
  words: readonly KnownWord[],
  scoreOf: (document: number) => number,
  leftOut: ReadonlySet<number>,
): (document: number) => Likeness | undefined {
  const terms = new Set(words.flatMap((word) => word.terms.map(({ term }) => term)));
  const inQuery = (term: Term): boolean => terms.has(term);
  const own = ownness(index, words, leftOut);
  return (document) => {
    const { worth } = sharedBy(index, words, (term) => isIn(term, document));
    if (worth === 0) return undefined;
    const [trigger = 0, action = 0] = [0, 1].map((field) => sharedBy(index, index.wordsOf(document, field), inQuery).share);
    return {
      score: scoreOf(document),
      shareOfLearning: Math.log(0.02 + Math.max(trigger, action)),
      worth: Math.log(0.1 + worth),
      queryLength: Math.log(words.length),
      learningLength: Math.log(1 + index.lengthOf(document, 0) + index.lengthOf(document, 1)),
      own,
    };
  };
}

/**
 * How certain it is that a learning is about a query, to be compared with a limit: a sum over what they have in common, by a logistic regression on
 * questions with and without an answer. A learning that shares few words of a long question shares them by chance.
 */
export function certaintyOf(likeness: Likeness): number {
  return names.reduce((sum, name) => sum + weights[name] * likeness[name], weights.base);
}

const names = ['score', 'shareOfLearning', 'worth', 'queryLength', 'learningLength', 'own'] as const;

/** Words that are common in this store and rare elsewhere are what the store is about. */
function ownness(index: WordIndex, words: readonly KnownWord[], leftOut: ReadonlySet<number>): number {
  const store = Math.max(smallestStore, index.size()) + smoothing;
  const shares = words.map(({ terms: [stem] }) => {
    const usual = Math.max(stem?.term.usualShare ?? 0, minShare);
    const documents = stem?.term.documents ?? [];
    const found = leftOut.size === 0 ? documents.length : documents.filter((document) => !leftOut.has(document)).length;
    return Math.log((found + smoothing * usual) / (store * usual));
  });
  return Math.max(...shares);
}
