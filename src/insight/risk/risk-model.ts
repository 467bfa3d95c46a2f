import type { Commit } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isProgramCode } from './program-code.ts';
import { codeCommits, followedByFix, reach } from './followed-by-fix.ts';
import { type Levels, levelsOf } from './levels.ts';
import { type Lately, TrackRecord } from './track-record.ts';

/** The first commits of a window only tell of the files: what came before them is not known. */
const warmUp = 100;
/** Below these a project's history is too thin to say what is usual in it. */
const minJudged = 100;
const minOfEach = 15;
/** Where the past does not tell risky changes from others better than this, no level is given. 0.5 is chance. */
const minSeparation = 0.55;

/** Why the history of a project carries no level. */
export type Thin = 'few commits' | 'few fixes' | 'no difference';

/** What the commits of a project say of the risk of changing it. */
export interface RiskModel {
  readonly record: TrackRecord;
  /** Commits of program code whose outcome is known, and those that were followed by a fix of a same file. */
  readonly project: { readonly commits: number; readonly followedByFix: number };
  /** The same for changes of one file each: what the commits of one file are compared with. */
  readonly changes: { readonly commits: number; readonly followedByFix: number };
  /** What the files of each earlier commit had behind them. */
  readonly past: readonly Lately[];
  /** All commits of program code, and fixes among all commits that count: also those whose outcome is not known yet. */
  readonly commits: number;
  readonly fixes: number;
  readonly calibration: Calibration | undefined;
  readonly levels: Levels;
  readonly thin: Thin | undefined;
  /** 0.5 is chance, 1 perfect: how well the score told the project's own past. */
  readonly separation: number;
}

/** @param commits newest first. */
export function riskModel(commits: readonly Pick<Commit, 'at' | 'subject' | 'files' | 'marks'>[]): RiskModel {
  const known = codeCommits(commits);
  const outcomes = followedByFix(known);
  const record = new TrackRecord();
  const judged: Judged[] = [];
  const project = { commits: 0, followedByFix: 0 };
  const changes = { commits: 0, followedByFix: 0 };
  const past: Lately[] = [];
  for (const [i, commit] of known.entries()) {
    const followed = outcomes[i] ?? 0;
    const isFollowed = followed > 0;
    if (commit.code.length > 0 && i < known.length - reach) {
      project.commits += 1;
      if (isFollowed) project.followedByFix += 1;
      changes.commits += commit.code.length;
      changes.followedByFix += followed;
      if (i >= warmUp) {
        const lately = record.lately(commit.code, commit.at);
        past.push(lately);
        judged.push({ score: scoreOf(lately), isFollowed });
      }
    }
    record.add(commit);
  }
  const followed = judged.filter((each) => each.isFollowed).length;
  const separated = separation(judged);
  const isFew = judged.length < minJudged || Math.min(followed, judged.length - followed) < minOfEach;
  const thin = judged.length < minJudged ? 'few commits' : isFew ? 'few fixes' : separated < minSeparation ? 'no difference' : undefined;
  const calibration = isFew ? undefined : calibrated(judged);
  const usual = usualOf(project);
  const ratios =
    calibration === undefined
      ? []
      : judged.map(({ isFollowed, score }) => ({ isFollowed, ratio: oddsRatio(at(calibration, score), usual) }));
  return {
    record,
    project,
    changes,
    past,
    commits: known.filter(({ code }) => code.length > 0).length,
    fixes: known.filter(({ isFix }) => isFix).length,
    calibration,
    levels: levelsOf(ratios),
    thin,
    separation: separated,
  };
}

/** More changes and more fixes of a file lately: more risk. */
export function scoreOf({ churn, fixes }: Lately): number {
  return churn + fixes;
}

/**
 * The odds that a fix follows a change of these files, as a multiple of the project's. `undefined` where the history does not carry it: it is too thin,
 * or knows none of the files.
 */
export function ratioBefore({ calibration, project, record }: RiskModel, files: readonly WorkspacePath[]): number | undefined {
  const known = files.filter((file) => isProgramCode(file) && record.knows(file));
  if (calibration === undefined || known.length === 0) return undefined;
  return oddsRatio(at(calibration, scoreOf(record.lately(known))), usualOf(project));
}

function at({ base, slope }: Calibration, score: number): number {
  return chanceOf(base + slope * score);
}

function usualOf({ commits, followedByFix }: RiskModel['project']): number {
  return followedByFix / commits;
}

/** A change of the past: its score by what came before it, and whether a fix followed. */
interface Judged {
  readonly score: number;
  readonly isFollowed: boolean;
}

/** Turns a score into a chance: `1 / (1 + e^-(base + slope * score))`. */
interface Calibration {
  readonly base: number;
  readonly slope: number;
}

/** Of the public repositories that the constants were chosen on. */
const usualSlope = 0.36;
/** The project's own slope counts as much as the usual one when about this much was seen of it. */
const trust = 20;
const maxSteps = 30;

/** Fits a project's own chances; with little to go by the slope stays near the usual one. Needs both kinds of outcome. */
function calibrated(judged: readonly Judged[]): Calibration {
  const mean = judged.reduce((sum, { score }) => sum + score, 0) / judged.length;
  const rate = judged.filter(({ isFollowed }) => isFollowed).length / judged.length;
  let base = Math.log(rate / (1 - rate));
  let slope = usualSlope;
  for (let step = 0; step < maxSteps; step++) {
    let [ofBase, ofSlope, bb, bs, ss] = [0, trust * (slope - usualSlope), 1e-9, 0, trust];
    for (const { isFollowed, score } of judged) {
      const x = score - mean;
      const chance = chanceOf(base + slope * x);
      const weight = chance * (1 - chance);
      const miss = chance - (isFollowed ? 1 : 0);
      ofBase += miss;
      ofSlope += miss * x;
      bb += weight;
      bs += weight * x;
      ss += weight * x * x;
    }
    const determinant = bb * ss - bs * bs;
    if (!(determinant > 0)) break;
    const [stepBase, stepSlope] = [(ss * ofBase - bs * ofSlope) / determinant, (bb * ofSlope - bs * ofBase) / determinant];
    base -= stepBase;
    slope -= stepSlope;
    if (Math.abs(stepBase) + Math.abs(stepSlope) < 1e-9) break;
  }
  return { base: base - slope * mean, slope };
}

/** The chance, from 0 to 1, that belongs to the logarithm of odds. */
function chanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** How much more likely one chance is than another, as a ratio of odds. */
function oddsRatio(chance: number, usual: number): number {
  return chance / (1 - chance) / (usual / (1 - usual));
}

/** How often a change that was followed by a fix has a higher score than one that was not; 0.5 is chance. */
function separation(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((one, other) => one.score - other.score);
  let below = 0;
  let wins = 0;
  for (let i = 0; i < sorted.length;) {
    let end = i;
    let [followed, not] = [0, 0];
    for (; end < sorted.length && sorted[end]?.score === sorted[i]?.score; end++) {
      if (sorted[end]?.isFollowed === true) followed += 1;
      else not += 1;
    }
    wins += followed * (below + not / 2);
    below += not;
    i = end;
  }
  const positive = judged.length - below;
  return positive === 0 || below === 0 ? 0.5 : wins / (positive * below);
}
