import type { Clue } from './clues.ts';

/** A logistic regression: the chance that a file with these clues is needed. */
export interface Weights {
  readonly intercept: number;
  readonly clues: Readonly<Partial<Record<Clue, number>>>;
  /** Files below this chance are not named. */
  readonly cut: number;
  /** Calibration: how often the first files were really needed, by the log odds of the clues and the place in the ranking, from 0. */
  readonly chance: {
    readonly file: { readonly intercept: number; readonly clued: number; readonly place: number };
    /** For the chance that at least one of the first five is needed. */
    readonly any: { readonly intercept: number; readonly clued: number };
  };
}

/**
 * `given`: files of the task are known; `text`: none is; `bare`: there is no history. Fitted by `npm run bench -- files --fit` on 100 commits each of
 * fastify, requests, ripgrep, gin, vuejs/core, gson, sinatra and redis (2026-11-22).
 */
export const rankWeights: Readonly<Record<'given' | 'text' | 'bare', Weights>> = {
  given: {
    intercept: -4.698,
    cut: 0.045,
    chance: {
      file: { intercept: -0.287, clued: 0.444, place: -0.162 },
      any: { intercept: 0.769, clued: 0.373 },
    },
    clues: {
      likeSum: -0.461,
      likeRank: 0.609,
      likeShare: 3.516,
      wordShare: -0.64,
      wordRel: 1.755,
      pathRel: 1.3,
      wholeName: 0.891,
      contents: 5.21,
      together: 3.021,
      togetherRel: 1.2,
      togetherLike: 1.834,
      directory: -1.555,
      namesake: 0.449,
      pathGiven: 0.879,
      churn: 1.876,
      churnRel: -0.175,
      isTest: 0.588,
      isCode: -0.741,
    },
  },
  text: {
    intercept: -4.343,
    cut: 0.045,
    chance: {
      file: { intercept: -0.052, clued: 0.441, place: -0.165 },
      any: { intercept: 0.831, clued: 0.525 },
    },
    clues: {
      likeRel: 0.894,
      likeShare: 3.014,
      wordShare: 5.202,
      wordRel: 1.823,
      path: 2.137,
      pathRel: 0.449,
      wholeName: 0.632,
      contents: 5.629,
    },
  },
  bare: {
    intercept: -3.933,
    cut: 0.045,
    chance: {
      file: { intercept: -0.365, clued: 0.373, place: -0.258 },
      any: { intercept: 0.244, clued: 0.386 },
    },
    clues: {
      path: 3.402,
      pathRel: 0.179,
      wholeName: 1.089,
      contents: 9.813,
      namesake: 1.341,
      pathGiven: 0.945,
      isTest: -0.01,
      isCode: -0.332,
    },
  },
};
