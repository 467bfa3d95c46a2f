// Bundled for bench/files.mjs.
import type { Material } from '../../../src/insight/files/clues.ts';
import { pastIndexOf } from '../../../src/insight/files/past-index.ts';
import { chanceOfAny, maxOfAny, rankFiles } from '../../../src/insight/files/rank.ts';
import { sayFiles } from '../../../src/insight/files/said.ts';
import { rankWeights, type Weights } from '../../../src/insight/files/weights.ts';
import { methods } from './baselines.ts';
import { type Case, casesOf, type Kind, type Sample } from './cases.ts';
import { fitted, fittedChance, type Named, usedClues } from './fit.ts';

export interface Figures {
  readonly asked: number;
  readonly recall3: number;
  readonly recall5: number;
  readonly any1: number;
  readonly any3: number;
  /** Right files and files named, of all questions. */
  readonly right: number;
  readonly named: number;
}

/** What the answers say of these files: they are silent where nothing is likely enough. */
export interface Said {
  readonly asked: number;
  /** Answers that name files. */
  readonly said: number;
  /** Those of them that are right: the first file is needed, or one of the list, as the answer says. */
  readonly true: number;
  /** The same of the answers that are sure of the first file. */
  readonly sure: number;
  readonly sureTrue: number;
  readonly right: number;
  readonly named: number;
  /** Of all questions, also those without an answer. */
  readonly recall3: number;
  readonly recall5: number;
  readonly any3: number;
}

export type ByMethod = Readonly<Record<string, Figures>>;

/** What each method names in one repository. */
export function measured(
  path: string,
  sample: Sample,
): Readonly<Record<Kind, ByMethod>> & { readonly ms: number; readonly said: Readonly<Record<Kind, Said>> } {
  const cases = casesOf(path, sample);
  const of = (kind: Kind): ByMethod =>
    Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, figuresOf(cases[kind], (one) => method(one.material))]));
  const began = performance.now();
  for (const one of cases.one) rankFiles(one.material, 5);
  return {
    one: of('one'),
    text: of('text'),
    said: { one: saidIn(cases.one), text: saidIn(cases.text) },
    ms: (performance.now() - began) / Math.max(1, cases.one.length),
  };
}

function saidIn(cases: readonly Case[]): Said {
  const sums = { said: 0, true: 0, sure: 0, sureTrue: 0, right: 0, named: 0, recall3: 0, recall5: 0, any3: 0 };
  for (const { material, truth } of cases) {
    const ranked = rankFiles(material, maxOfAny);
    const said = sayFiles(ranked, (some) => chanceOfAny(some, material), material.given.length > 0 ? 'given' : 'text');
    if (said === undefined) continue;
    const hits = said.files.map(({ file }) => truth.has(file));
    const right = (first: number): number => hits.slice(0, first).filter(Boolean).length;
    const isSure = said.text.startsWith('You will need ');
    const isTrue = Number(isSure ? hits[0] === true : right(maxOfAny) > 0);
    sums.said += 1;
    sums.true += isTrue;
    if (isSure) {
      sums.sure += 1;
      sums.sureTrue += isTrue;
    }
    sums.right += right(maxOfAny);
    sums.named += hits.length;
    sums.recall3 += right(3) / truth.size;
    sums.recall5 += right(5) / truth.size;
    sums.any3 += Number(right(3) > 0);
  }
  const share = (sum: number): number => (100 * sum) / Math.max(1, cases.length);
  return { ...sums, asked: cases.length, recall3: share(sums.recall3), recall5: share(sums.recall5), any3: share(sums.any3) };
}

export function figuresOf(cases: readonly Case[], name: (one: Case) => readonly string[]): Figures {
  const sums = { recall3: 0, recall5: 0, any1: 0, any3: 0, right: 0, named: 0 };
  for (const one of cases) {
    const hits = name(one).map((file) => one.truth.has(file));
    const right = (first: number): number => hits.slice(0, first).filter(Boolean).length;
    sums.recall3 += right(3) / one.truth.size;
    sums.recall5 += right(5) / one.truth.size;
    sums.any1 += Number(right(1) > 0);
    sums.any3 += Number(right(3) > 0);
    sums.right += right(5);
    sums.named += hits.length;
  }
  const share = (sum: number): number => (100 * sum) / Math.max(1, cases.length);
  return {
    asked: cases.length,
    recall3: share(sums.recall3),
    recall5: share(sums.recall5),
    any1: share(sums.any1),
    any3: share(sums.any3),
    right: sums.right,
    named: sums.named,
  };
}

/** The weights fitted on all of the repositories, and what weights fitted on all others reach in each. */
export function fit(paths: readonly string[], sample: Sample): { readonly weights: typeof rankWeights; readonly left: readonly string[] } {
  const sets = paths.map((path) => casesOf(path, sample));
  const bare = sets.map(({ one, text }) => [...one, ...text].map(withoutHistory));
  const byTable = { given: sets.map(({ one }) => one), text: sets.map(({ text }) => text), bare };
  const weights = {} as Record<keyof typeof rankWeights, Weights>;
  const left: string[] = [];
  for (const table of ['given', 'text', 'bare'] as const) {
    const cut = rankWeights[table].cut;
    const rankings: Named[][] = [];
    const each = byTable[table].map((own, i) => {
      const others = byTable[table].filter((_, at) => at !== i).flat();
      const tables = { ...rankWeights, [table]: { ...rankWeights[table], ...fitted(others, usedClues[table]) } };
      return figuresOf(own, ({ material, truth }) => {
        const ranked = rankFiles(material, maxOfAny, tables);
        rankings.push(ranked.map(({ clued, file }) => ({ clued, hit: truth.has(file) })));
        return ranked.map(({ file }) => file);
      });
    });
    weights[table] = { cut, ...fitted(byTable[table].flat(), usedClues[table]), chance: fittedChance(rankings) };
    const mean = (key: keyof Figures): string => (each.reduce((sum, one) => sum + one[key], 0) / each.length).toFixed(1);
    const sum = (key: keyof Figures): number => each.reduce((all, one) => all + one[key], 0);
    const precision = ((100 * sum('right')) / Math.max(1, sum('named'))).toFixed(1);
    left.push(
      `${table}: recall@3 ${mean('recall3')}, @5 ${mean('recall5')}, any @1 ${mean('any1')}, @3 ${mean('any3')}, precision ${precision}, named ${(sum('named') / sum('asked')).toFixed(2)}`,
    );
  }
  return { weights, left };
}

function withoutHistory({ material, truth }: Case): Case {
  const past: Material['past'] = pastIndexOf({ commits: [], deleted: new Set(), limits: [] });
  return { material: { ...material, past }, truth };
}
