import { count, shownName } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Needed, Reason } from '../forecast.ts';
import { subjectName } from './file-kinds.ts';
import { type Clue, type Clues, cluesOf, type Found, type Material } from './clues.ts';
import { rankWeights, type Weights } from './weights.ts';
import { originalWords } from './words.ts';

/** With fewer commits a file counts by what speaks for it without a history, where that is more. */
const fewCommits = 30;
/** Below this share a pair was right in one of ten cases. */
const minShare = 0.1;
const minTogether = 2;
/** The number of first files for the question whether one of them is needed. */
export const maxOfAny = 5;

/** A file of the ranking, with what its chance was worked out from. */
export interface Ranked extends Needed {
  /** Its chance by its clues alone, 0 to 1; its place in the ranking does not count yet. */
  readonly clued: number;
}

/** The files a task will need, the most certain first; those that are not certain enough are left out. Pure. */
export function rankFiles(material: Material, max: number, tables = rankWeights): readonly Ranked[] {
  const found = cluesOf(material);
  const used = tablesFor(material, tables);
  const { chance } = used[0];
  const words = originalWords(material.text);
  return [...found.files]
    .flatMap(([file, clues]) =>
      used
        .map((weights) => ({
          file,
          clues,
          weights,
          clued: Math.max(cluedChance(clues, weights), isPair(found, file) ? certainPair.clued : 0),
        }))
        .toSorted((one, other) => other.clued - one.clued)
        .slice(0, 1),
    )
    .filter(({ clued, weights }) => clued >= weights.cut)
    .toSorted((one, other) => other.clued - one.clued || (one.file < other.file ? -1 : 1))
    .flatMap(({ clues, clued, file, weights }) => {
      const reasons = reasonsOf({ file, clues, weights, found, material, words });
      return reasons.length === 0 ? [] : [{ file, clued, reasons }];
    })
    .slice(0, max)
    .map((one, place): Ranked => ({ ...one, score: fileChance(one.clued, place, chance) }));
}

/** The chance that at least one of the first files of a ranking is needed: 0 to 1. */
export function chanceOfAny(ranked: readonly Ranked[], material: Pick<Material, 'given' | 'past'>, tables = rankWeights): number {
  if (ranked.length === 0) return 0;
  const { chance } = tablesFor(material, tables)[0];
  const none = ranked.slice(0, maxOfAny).reduce((product, { clued }) => product * (1 - clued), 1);
  return sigmoid(chance.any.intercept + chance.any.clued * logOdds(1 - none));
}

function tablesFor({ given, past }: Pick<Material, 'given' | 'past'>, tables: typeof rankWeights): readonly [Weights, ...Weights[]] {
  const count = past.commits.length;
  const withHistory = given.length > 0 ? tables.given : tables.text;
  if (count === 0) return [tables.bare];
  return count < fewCommits ? [withHistory, tables.bare] : [withHistory];
}

/**
 * A file that changed nearly every time together with a given one. In a short history the clues alone give it too low a chance. With
 * this value it comes first. It is not called certain: of 29 such and other files of this chance 17 were needed in the tuning half.
 */
const certainPair = { share: 0.8, together: 3, clued: 0.978 };

function isPair({ together }: Found, file: WorkspacePath): boolean {
  const pair = together.pairs.get(file);
  return pair !== undefined && pair.together >= certainPair.together && pair.together / pair.of >= certainPair.share;
}

/** 0 to 1, good for the order of the files; as a chance it is too high for the first ones, which `fileChance` corrects. */
function cluedChance(clues: Clues, { clues: weights, intercept }: Pick<Weights, 'clues' | 'intercept'>): number {
  let sum = intercept;
  for (const [clue, weight] of Object.entries(weights) as readonly [Clue, number][]) sum += weight * clues[clue];
  return sigmoid(sum);
}

/** How often a file at this place of the ranking was needed. */
function fileChance(clued: number, place: number, { file }: Weights['chance']): number {
  return sigmoid(file.intercept + file.clued * logOdds(clued) + file.place * place);
}

function sigmoid(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}

/** The log odds of a chance, limited to odds of 9,999 to 1. */
export function logOdds(chance: number): number {
  const kept = Math.min(0.9999, Math.max(0.0001, chance));
  return Math.log(kept / (1 - kept));
}

interface Case {
  readonly file: WorkspacePath;
  readonly clues: Clues;
  readonly weights: Weights;
  readonly found: Found;
  readonly material: Material;
  readonly words: ReadonlyMap<string, string>;
}

/** Which clues each kind of reason speaks of. */
const cluesOfKind: Readonly<Record<Reason['kind'], readonly Clue[]>> = {
  'like subjects': ['likeSum', 'likeRel', 'likeRank', 'likeShare', 'wordShare', 'wordRel'],
  together: ['together', 'togetherRel', 'togetherLike', 'directory'],
  'path words': ['path', 'pathRel', 'wholeName'],
  namesake: ['namesake', 'pathGiven'],
  contents: ['contents'],
};

/** What carries the score comes first. */
function reasonsOf(one: Case): readonly Reason[] {
  const all: readonly (readonly [keyof typeof cluesOfKind, Omit<Reason, 'kind'> | undefined])[] = [
    ['like subjects', likeReason(one)],
    ['together', togetherReason(one)],
    ['namesake', said(namesakeText(one))],
    ['contents', said(contentsText(one))],
    ['path words', said(pathText(one))],
  ];
  const strength = (kind: keyof typeof cluesOfKind): number =>
    cluesOfKind[kind].reduce((sum, clue) => sum + (one.weights.clues[clue] ?? 0) * one.clues[clue], 0);
  return all
    .flatMap(([kind, reason]) => (reason === undefined ? [] : [{ reason: { kind, ...reason }, strength: strength(kind) }]))
    .toSorted((a, b) => b.strength - a.strength)
    .map(({ reason }) => reason);
}

function said(text: string | undefined): Omit<Reason, 'kind'> | undefined {
  return text === undefined ? undefined : { text };
}

function likeReason({ file, found, material }: Case): Omit<Reason, 'kind'> | undefined {
  const like = found.like.said;
  const changed = like.filter((at) => material.past.commits[at]?.files.includes(file)).length;
  if (changed === 0) return undefined;
  if (like.length === 1) return { text: 'changed in the one similar commit' };
  const of = `the ${like.length} most similar commits`;
  return { text: `changed in ${changed} of ${of}`, counts: { changed, of } };
}

function togetherReason({ file, found }: Case): Omit<Reason, 'kind'> | undefined {
  const pair = found.together.pairs.get(file);
  if (pair === undefined || pair.together < minTogether || pair.together / pair.of < minShare) return undefined;
  const goesWith = shownName(pair.goesWith);
  const text = `changed together with ${goesWith} in ${pair.together} of ${count(pair.of, 'commit')}`;
  return { text, counts: { changed: pair.together, of: `${count(pair.of, 'commit')} of ${goesWith}` } };
}

function namesakeText({ clues, file, material }: Case): string | undefined {
  if (clues.namesake === 0) return undefined;
  const of = material.given.find((one) => subjectName(one) === subjectName(file));
  return of === undefined ? undefined : `has the name of ${shownName(of)}`;
}

function contentsText({ file, material }: Case): string | undefined {
  let best: readonly [name: string, files: number] | undefined;
  for (const [name, files] of material.contents)
    if (files.includes(file) && (best === undefined || files.length < best[1])) best = [name, files.length];
  if (best === undefined) return undefined;
  return best[1] === 1 ? `the only file with ${shownName(best[0])}` : `one of ${best[1]} files with ${shownName(best[0])}`;
}

function pathText({ clues, file, words }: Case): string | undefined {
  if (clues.path === 0 && clues.wholeName === 0) return undefined;
  const own = originalWords(file);
  const shared = [...words].flatMap(([stem, word]) => (own.has(stem) ? [shownName(word)] : [])).slice(0, 3);
  return shared.length === 0 ? undefined : `its path says ${shared.join(', ')}`;
}
