// Bundled for bench/risk.mjs. Each commit is judged by the commits before it alone, with the code of the product.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { riskOf } from '../../../src/insight/risk/risk.ts';
import type { LineCounts } from '../../../src/insight/risk/program-code.ts';
import { type RiskModel, riskModel, scoreOf } from '../../../src/insight/risk/risk-model.ts';
import { sizeOf, type WeighedChange, weighedChange, weightOfChange } from '../../../src/insight/risk/risk-of-change.ts';
import { blamed, idLength } from './blame.ts';
import { letterByNames } from './letter-by-names.ts';
import { type ReadCommit, readCommits } from './read.ts';
import { auc, aucWithin } from './score.ts';

const reach = 30;
const firstJudged = 200;
const windowLength = 5_000;
const maxFixes = 220;
/** In the newest months the fix of a fault has not come yet. */
const tooNew = 120 * 86_400;

type Band = 'L' | 'M' | 'H' | 'C' | '?';
export type Bands = Readonly<Record<Band, { readonly commits: number; readonly hit: number }>>;

export interface LabelResult {
  readonly commits: number;
  readonly positive: number;
  /** By measure: over all, and among commits of about equal size. */
  readonly measures: Readonly<Record<string, { readonly all: number | undefined; readonly within: number | undefined }>>;
  readonly before: Bands;
  readonly after: Bands;
}

export interface RiskResult {
  readonly fixes: number;
  readonly sameFile: LabelResult;
  readonly blame: LabelResult;
  /** Processor time of one model, of one question. */
  readonly modelMs: number;
  readonly questionMs: number;
  readonly said: readonly string[];
  readonly samples: readonly Sample[];
}

/** Others use the machine too. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Judged {
  readonly commit: ReadCommit;
  /** Absent where the history carries no answer: such a commit is not ranked. */
  readonly scores: Readonly<Record<string, number | undefined>>;
  readonly size: number;
  readonly isMeasured: boolean;
  readonly before: Band;
  readonly after: Band;
  readonly isFollowed: boolean;
  readonly weighed: WeighedChange;
}

/** Of a repository: what was weighed of each measured commit, and whether a fix goes back to it. */
export interface Sample {
  readonly weighed: WeighedChange;
  readonly isHit: boolean;
}

export { fitWeights } from './fit.ts';

export async function measureRisk(
  repository: string,
  { commits: wanted, scratch }: { readonly commits: number; readonly scratch: string },
): Promise<RiskResult> {
  const commits = await readCommits(repository, windowLength + wanted, wanted + 1000);
  const said: string[] = [];
  const spent = { model: 0, question: 0, count: 0 };
  const judged: Judged[] = [];
  for (let i = reach; i < Math.min(commits.length - firstJudged, wanted); i += 1) {
    const commit = commits[i];
    if (commit === undefined || commit.code.length === 0) continue;
    const began = processorMs();
    const model = riskModel(commits.slice(i + 1, i + 1 + windowLength));
    const built = processorMs();
    const change = commit.code.map((file) => ({ file, ...(commit.lines.get(file) ?? { added: 0, deleted: 0 }) }));
    const known = { kind: 'known', model, isShallow: false } as const;
    const asked = riskOf(known, commit.code);
    spent.model += built - began;
    spent.question += processorMs() - built;
    spent.count += 1;
    if (asked.level !== undefined && judged.length % 97 === 0) said.push(`${asked.level} ${asked.why}`);
    const lately = model.record.lately(commit.code);
    const size = change.reduce((sum, { added, deleted }) => sum + added + deleted, 0);
    const score = scoreOf(lately);
    judged.push({
      commit,
      size,
      isMeasured: commit.lines.size > 0,
      weighed: weighedChange(change, lately),
      before: asked.level ?? '?',
      after: riskOf(known, [], change).level ?? '?',
      isFollowed: commits.slice(i - reach, i).some((later) => later.isFix && later.code.some((file) => commit.code.includes(file))),
      scores: {
        'before the edit': score,
        'after it': weightOfChange(change, lately),
        'after it, next fix': model.thin === undefined ? nextFix(model, score, change) : undefined,
        size,
        'recent changes': lately.churn,
        'recent fixes': lately.fixes,
        'letter by names': 'LMHC'.indexOf(letterByNames(commit.files)),
        constant: 0,
      },
    });
  }
  const fixes = commits.slice(0, wanted).filter((commit) => commit.isFix);
  const step = Math.max(1, fixes.length / maxFixes);
  const some = fixes.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const origins = await keptBlame(repository, some, scratch);
  const newest = commits[0]?.at ?? 0;
  const old = judged.filter(({ commit, isMeasured }) => newest - commit.at > tooNew && isMeasured);
  return {
    fixes: fixes.length,
    sameFile: labelResult(judged, (each) => each.isFollowed),
    blame: labelResult(old, ({ commit }) => origins.has(commit.id.slice(0, idLength))),
    modelMs: spent.model / Math.max(1, spent.count),
    questionMs: spent.question / Math.max(1, spent.count),
    said: said.slice(0, 6),
    samples: old.map(({ commit, weighed }) => ({ weighed, isHit: origins.has(commit.id.slice(0, idLength)) })),
  };
}

/** The logarithm of the odds that a fix touches the files next: their history, and a little for the size of the change. */
function nextFix({ calibration }: RiskModel, score: number, change: readonly LineCounts[]): number | undefined {
  return calibration === undefined ? undefined : calibration.base + calibration.slope * score + 0.1 * (sizeOf(change) - 1.75);
}

function labelResult(judged: readonly Judged[], isPositive: (judged: Judged) => boolean): LabelResult {
  const labels = judged.map(isPositive);
  const sized = judged.flatMap((each, i) => (each.isMeasured ? [i] : []));
  const names = Object.keys(judged[0]?.scores ?? {});
  const measures = names.map((name) => {
    const of = (i: number): number => judged[i]?.scores[name] ?? 0;
    const known = sized.filter((i) => judged[i]?.scores[name] !== undefined);
    const all = name === 'size' || name.startsWith('after it') ? known : judged.map((_, i) => i);
    return [
      name,
      {
        all: auc(
          all.map(of),
          all.map((i) => labels[i] === true),
        ),
        within: aucWithin(
          known.map(of),
          known.map((i) => labels[i] === true),
          known.map((i) => judged[i]?.size ?? 0),
        ),
      },
    ] as const;
  });
  const bands = (of: 'before' | 'after', among: readonly number[]): Bands => {
    const counts = {
      L: { commits: 0, hit: 0 },
      M: { commits: 0, hit: 0 },
      H: { commits: 0, hit: 0 },
      C: { commits: 0, hit: 0 },
      '?': { commits: 0, hit: 0 },
    };
    for (const i of among) {
      const count = counts[judged[i]?.[of] ?? '?'];
      count.commits += 1;
      if (labels[i] === true) count.hit += 1;
    }
    return counts;
  };
  return {
    commits: judged.length,
    positive: labels.filter(Boolean).length,
    measures: Object.fromEntries(measures),
    before: bands(
      'before',
      judged.map((_, i) => i),
    ),
    after: bands('after', sized),
  };
}

/** Blaming takes longer than all the rest: kept as long as the fixes are the same. */
async function keptBlame(repository: string, fixes: readonly ReadCommit[], scratch: string): Promise<ReadonlySet<string>> {
  const key = createHash('sha256')
    .update(fixes.map(({ code, id }) => `${id} ${code.join(' ')}`).join('\n'))
    .digest('hex')
    .slice(0, 16);
  const file = join(scratch, 'blame', `${key}.json`);
  if (existsSync(file)) return new Set<string>(JSON.parse(readFileSync(file, 'utf8')));
  const found = await blamed(repository, fixes);
  mkdirSync(join(scratch, 'blame'), { recursive: true });
  writeFileSync(file, JSON.stringify([...found]));
  return found;
}
