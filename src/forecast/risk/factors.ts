import type { WorkspacePath } from '../../workspace/index.ts';
import { cleanLine, cut } from '../../system/index.ts';
import type { LineCounts, RiskFactor, RiskFactors } from '../forecast.ts';
import { isProgramCode } from './program-code.ts';
import { codeOf } from './code-lines.ts';
import type { Known } from './known.ts';
import type { RiskModel } from './risk-model.ts';
import { sizeOf } from './risk-of-change.ts';
import { mostFollowed, sayRecord, saySize } from './said.ts';

/** `log(1 + lines of code)` of a change with a score of 100: 400 lines. */
const largest = Math.log(401);
const weights = { fixes: 0.35, churn: 0.2, size: 0.45 };

/** Commits that a file needs before its history counts fully. */
const enoughCommits = 4;

/** How far figures can be trusted, in percent, by what is known; a shallow clone takes from it. */
const confidence = { noGit: 0, reading: 5, noFile: 15, thin: 25, least: 40, most: 85, shallow: 15 };

/**
 * The risk of these files and of a change of them, as parts whose weights sum to 1. Each score is the share of the project's earlier changes that
 * had less of it (of size: by a fixed scale). Without a history only the size is left, and little confidence.
 */
export function localFactors(known: Known, files: readonly WorkspacePath[], change: readonly LineCounts[]): Omit<RiskFactors, 'why'> {
  const changed = change.filter(({ file }) => isProgramCode(file));
  const code = [...new Set([...files, ...changed.map(({ file }) => file)])].filter(isProgramCode);
  const size: RiskFactor[] =
    changed.length === 0
      ? []
      : [
          {
            name: 'size',
            weight: weights.size,
            score: Math.round(100 * Math.min(1, sizeOf(changed) / largest)),
            reason: saySize(
              changed.reduce((sum, each) => sum + codeOf(each), 0),
              changed.map(({ file }) => file),
            ),
          },
        ];
  const history = known.kind === 'known' ? ofHistory(known.model, code) : [];
  const factors = [...history, ...size];
  const sum = factors.reduce((all, { weight }) => all + weight, 0);
  return { factors: factors.map((factor) => ({ ...factor, weight: factor.weight / sum })), confidence: confidenceOf(known, code) };
}

function ofHistory(model: RiskModel, code: readonly WorkspacePath[]): readonly RiskFactor[] {
  const files = code.filter((file) => model.record.knows(file)).map((file) => ({ file, ...model.record.followed(file) }));
  const most = mostFollowed(files);
  if (model.past.length === 0 || most === undefined) return [];
  const { churn, fixes } = model.record.lately(files.map(({ file }) => file));
  const above = (value: number, of: 'churn' | 'fixes'): number =>
    Math.round((100 * model.past.filter((each) => each[of] < value).length) / model.past.length);
  const more = above(churn, 'churn');
  const where = files.length === 1 ? cut(cleanLine(most.file), 120) : 'these files';
  return [
    { name: 'fixes', weight: weights.fixes, score: above(fixes, 'fixes'), reason: sayRecord({ files, project: model.changes }) ?? '' },
    {
      name: 'churn',
      weight: weights.churn,
      score: more,
      // "More often than 20 of 100" would be read as "more often".
      reason:
        more >= 50
          ? `${where} changed more often lately than the files of ${more} of 100 earlier changes`
          : `${where} changed lately no more often than the files of ${100 - more} of 100 earlier changes`,
    },
  ];
}

function confidenceOf(known: Known, code: readonly WorkspacePath[]): number {
  if (known.kind !== 'known') return known.kind === 'reading' ? confidence.reading : confidence.noGit;
  const { isShallow, model } = known;
  // One commit of a file says little about the next one.
  const knownFiles = code
    .filter((file) => model.record.knows(file))
    .reduce((sum, file) => sum + Math.min(1, model.record.followed(file).commits / enoughCommits), 0);
  if (knownFiles === 0) return confidence.noFile;
  const whole =
    model.thin === undefined
      ? confidence.least + (confidence.most - confidence.least) * Math.min(1, 4 * (model.separation - 0.5))
      : confidence.thin;
  return Math.round((whole - (isShallow ? confidence.shallow : 0)) * Math.sqrt(knownFiles / code.length));
}
