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

/** The files a task will need, the most certain first; those that are not certain enough are left out. Pure. */
export function rankFiles(material: Material, max: number, tables = rankWeights): readonly Needed[] {
  const found = cluesOf(material);
  const used = tablesFor(material, tables);
  const words = originalWords(material.text);
  return [...found.files]
    .flatMap(([file, clues]) =>
      used
        .map((weights) => ({ file, clues, weights, score: chanceOf(clues, weights) }))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, 1),
    )
    .filter(({ score, weights }) => score >= weights.cut)
    .toSorted((one, other) => other.score - one.score || (one.file < other.file ? -1 : 1))
    .flatMap(({ clues, file, score, weights }) => {
      const reasons = reasonsOf({ file, clues, weights, found, material, words });
      return reasons.length === 0 ? [] : [{ file, score, reasons }];
    })
    .slice(0, max);
}

function tablesFor({ given, past }: Material, tables: typeof rankWeights): readonly Weights[] {
  const count = past.commits.length;
  const withHistory = given.length > 0 ? tables.given : tables.text;
  if (count === 0) return [tables.bare];
  return count < fewCommits ? [withHistory, tables.bare] : [withHistory];
}

/** 0 to 1. */
export function chanceOf(clues: Clues, { clues: weights, intercept }: Pick<Weights, 'clues' | 'intercept'>): number {
  let sum = intercept;
  for (const [clue, weight] of Object.entries(weights) as readonly [Clue, number][]) sum += weight * clues[clue];
  return 1 / (1 + Math.exp(-sum));
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
  const texts: readonly (readonly [keyof typeof cluesOfKind, string | undefined])[] = [
    ['like subjects', likeText(one)],
    ['together', togetherText(one)],
    ['namesake', namesakeText(one)],
    ['contents', contentsText(one)],
    ['path words', pathText(one)],
  ];
  const strength = (kind: keyof typeof cluesOfKind): number =>
    cluesOfKind[kind].reduce((sum, clue) => sum + (one.weights.clues[clue] ?? 0) * one.clues[clue], 0);
  return texts
    .flatMap(([kind, text]) => (text === undefined ? [] : [{ kind, text, strength: strength(kind) }]))
    .toSorted((a, b) => b.strength - a.strength)
    .map(({ kind, text }) => ({ kind, text }));
}

function likeText({ file, found, material }: Case): string | undefined {
  const { said } = found.like;
  const changed = said.filter((at) => material.past.commits[at]?.files.includes(file)).length;
  if (changed === 0) return undefined;
  return said.length === 1
    ? 'changed in the one commit with a like subject'
    : `changed in ${changed} of the ${said.length} commits with the most like subjects`;
}

function togetherText({ file, found }: Case): string | undefined {
  const pair = found.together.pairs.get(file);
  if (pair === undefined || pair.together < minTogether || pair.together / pair.of < minShare) return undefined;
  return `changed together with ${shownName(pair.goesWith)} in ${pair.together} of ${count(pair.of, 'commit')}`;
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
