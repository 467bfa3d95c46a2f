import type { Commit } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { calibrated, type Calibration, chanceOf, type Judged, oddsRatio, separation } from './calibration.ts';
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

/** How the chance that a fix follows a change of these files compares with the project's. */
export interface Chance {
  readonly chance: number;
  readonly usual: number;
  /** Of the odds. */
  readonly ratio: number;
}

/** `undefined` where the history does not carry it: it is too thin, or knows none of the files. */
export function chanceBefore({ calibration, project, record }: RiskModel, files: readonly WorkspacePath[]): Chance | undefined {
  const known = files.filter((file) => isProgramCode(file) && record.knows(file));
  if (calibration === undefined || known.length === 0) return undefined;
  const chance = at(calibration, scoreOf(record.lately(known)));
  const usual = usualOf(project);
  return { chance, usual, ratio: oddsRatio(chance, usual) };
}

function at({ base, slope }: Calibration, score: number): number {
  return chanceOf(base + slope * score);
}

function usualOf({ commits, followedByFix }: RiskModel['project']): number {
  return followedByFix / commits;
}
