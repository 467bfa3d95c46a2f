import { capitalize, cleanLine, count, cut } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type Severity, severityOf } from '../severity.ts';
import { highest, levelAfter, type RiskLevel } from './levels.ts';
import { codeOf, isProgramCode, type LineCounts } from './program-code.ts';
import { ratioBefore, type RiskModel, type Thin } from './risk-model.ts';
import { ratioOfChange, sizeOf, usualLines } from './risk-of-change.ts';
import { shownCommits } from './track-record.ts';

/** How risky it is to change some files, or a change of them. All texts on risk are made of this. */
export interface Risk {
  /** Absent where the history does not carry one. */
  readonly level?: RiskLevel | undefined;
  /** What the level rests on, or why there is none, in a sentence. */
  readonly why: string;
  /** 0 to 100, within the bounds of its level: the sum of the factors, each by its weight. Absent where nothing is known. */
  readonly score?: number | undefined;
  readonly factors: readonly RiskFactor[];
  /** 0 to 100: lower where the history is missing, short or cut, or does not know the files. */
  readonly confidence: number;
}

/** One part of a risk. */
export interface RiskFactor {
  readonly name: 'fixes' | 'churn' | 'size';
  /** 0 to 1; the weights of all factors sum to 1. */
  readonly weight: number;
  /** 0 to 100. */
  readonly score: number;
  /** In plain words, with counts; no sentence: it begins small and ends without a full stop. Cleaned. */
  readonly reason: string;
}

/** What is known of a project's history at a moment. */
export type Known =
  | { readonly kind: 'known'; readonly model: RiskModel; readonly isShallow: boolean }
  | { readonly kind: 'reading' | 'no git' };

/** The word for a level; `?` where the history does not carry one. */
export const riskWords = { L: 'low', M: 'medium', H: 'high', C: 'critical', '?': 'not known' } as const satisfies Record<
  RiskLevel | '?',
  string
>;
/** The score at which each word begins. Also in docs/tools.md. */
export const riskBounds = { medium: 40, high: 65, critical: 85 } as const;

/** `High risk: 5 of the last 12 commits here were followed by a fix.` Empty where there is nothing to judge. */
export function sayRisk(level: RiskLevel | '?' | undefined, why: string): string {
  if (why === '') return '';
  return `${level === undefined || level === '?' ? 'Risk not known' : `${capitalize(riskWords[level])} risk`}: ${why}`;
}

const nothingJudged = {
  'no git': 'There is no git history here.',
  reading: 'The history is being read.',
  noCode: 'None of these files is program code, and fixes are counted for that only.',
  noCommit: 'No commit of these files is known.',
  noFiles: 'No files are named and none has changed.',
} as const;

/**
 * Pure: how risky it is to change these files; of those with lines in `change`, how risky these lines are.
 * A verdict never contradicts its own evidence: what was followed by fixes more often than the project is not called low, and what was followed
 * less often is called high only for a change of more than twice the usual lines, which is said.
 */
export function riskOf(known: Known, files: readonly WorkspacePath[], change: readonly LineCounts[] = []): Risk {
  const changed = change.filter(({ file }) => isProgramCode(file));
  const code = [...new Set([...files, ...changed.map(({ file }) => file)])].filter(isProgramCode);
  const record = known.kind === 'known' ? recordOf(known.model, code) : undefined;
  const size = changed.length === 0 ? undefined : sizeFactor(changed);
  const factors = [...(known.kind === 'known' && record !== undefined ? ofHistory(known.model, code, record) : []), ...(size ?? [])];
  const isLarge = linesOf(changed) > large;
  const { level, reason } = levelOf(known, code, changed, (one, large) => held(one, record, large && isLarge));
  const scored = fitted(factors, (score) => level ?? held(letterOf(severityOf(score, riskBounds)), record, isLarge));
  const why =
    files.length + change.length === 0
      ? nothingJudged.noFiles
      : (reason ??
        sentence([...(size ?? []).map((one) => one.reason), ...(record === undefined ? [] : [sayEvidence(record, factors)])].join('; ')));
  return { level, why, ...scored, confidence: confidenceOf(known, code) };
}

/** What the history says of the level, or the reason why it says nothing. @param hold to the evidence; of the new lines, or of files without. */
function levelOf(
  known: Known,
  code: readonly WorkspacePath[],
  changed: readonly LineCounts[],
  hold: (level: RiskLevel, isOfLines: boolean) => RiskLevel,
): { readonly level?: RiskLevel; readonly reason?: string } {
  if (known.kind !== 'known') return { reason: nothingJudged[known.kind] };
  if (code.length === 0) return { reason: nothingJudged.noCode };
  const { model } = known;
  if (model.thin !== undefined) return { reason: sayThin(model.thin, model) };
  const after = changed.length === 0 ? undefined : ratioOfChange(model, changed);
  // A file without new lines is judged by its history beside them.
  const before = ratioBefore(
    model,
    code.filter((file) => !changed.some((one) => one.file === file)),
  );
  const levels = [
    ...(before === undefined ? [] : [hold(model.levels(before), false)]),
    ...(after === undefined ? [] : [hold(levelAfter(after, model.levels), true)]),
  ];
  const level = highest(levels);
  return level === undefined ? { reason: nothingJudged.noCommit } : { level };
}

/** Of the file that was followed by a fix most often: its newest commits, beside the project's. */
interface Evidence {
  readonly file: WorkspacePath;
  readonly isOne: boolean;
  readonly commits: number;
  readonly followedByFix: number;
  /** Of {@link shownCommits} of the project, as it is printed; absent where the project has none. */
  readonly usual: number | undefined;
}

function recordOf({ changes, record }: RiskModel, code: readonly WorkspacePath[]): Evidence | undefined {
  const files = code.filter((file) => record.knows(file)).map((file) => ({ file, ...record.followed(file) }));
  // One commit of one says less than eight of twelve.
  const share = ({ commits, followedByFix }: (typeof files)[number]): number => (followedByFix + 0.5) / (commits + 3);
  const [most] = files.toSorted(
    (one, other) => share(other) - share(one) || other.commits - one.commits || (one.file < other.file ? -1 : 1),
  );
  const usual = changes.commits === 0 ? undefined : Math.round((shownCommits * changes.followedByFix) / changes.commits);
  return most === undefined ? undefined : { ...most, isOne: files.length === 1, usual };
}

/** How the printed counts compare with the project's: 1 is worse, -1 better. */
export function compared({ commits, followedByFix, usual }: Pick<Evidence, 'commits' | 'followedByFix' | 'usual'>): -1 | 0 | 1 {
  if (usual === undefined) return 0;
  const difference = followedByFix * shownCommits - usual * commits;
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

function held(level: RiskLevel, record: Evidence | undefined, isLarge: boolean): RiskLevel {
  const is = record === undefined ? 0 : compared(record);
  if (is > 0 && level === 'L') return 'M';
  return is < 0 && !isLarge && (level === 'H' || level === 'C') ? 'M' : level;
}

/** `5 of the last 12 commits here were followed by a fix (project: 2 of 12)`; of several files the one that was followed most often. */
export function sayRecord({ commits, file, followedByFix, isOne, usual }: Evidence): string {
  const where = isOne ? 'here' : `of ${cut(cleanLine(file), 120)}`;
  const project = usual === undefined ? '' : ` (project: ${usual} of ${shownCommits})`;
  if (commits === 1) return `the one commit ${where} was ${followedByFix === 0 ? 'not ' : ''}followed by a fix${project}`;
  const which = commits < shownCommits ? `the ${commits} commits` : `the last ${commits} commits`;
  const verb = followedByFix === 1 ? 'was' : 'were';
  return `${followedByFix === 0 ? 'none' : followedByFix} of ${which} ${where} ${verb} followed by a fix${project}`;
}

/** The counts; where they are those of the project, what else speaks for the level. */
function sayEvidence(record: Evidence, factors: readonly RiskFactor[]): string {
  const churn = factors.find(({ name }) => name === 'churn');
  return compared(record) === 0 && churn !== undefined ? `${sayRecord(record)}; ${churn.reason}` : sayRecord(record);
}

/** Why the history of a project carries no level. */
function sayThin(thin: Thin, { commits, fixes }: { readonly commits: number; readonly fixes: number }): string {
  switch (thin) {
    case 'few commits':
      return `The history is too short to judge by: ${count(commits, 'commit')} of program code.`;
    case 'few fixes':
      return `Too few fixes are known to judge by: ${fixes} in ${count(commits, 'commit')}.`;
    case 'no difference':
      return 'Fixes here do not come where earlier ones came, so the history says nothing of this.';
    default:
      return thin satisfies never;
  }
}

/** More lines of code than a usual change by so much that they alone can make it risky. */
const large = 2 * usualLines;
/** `log(1 + lines of code)` of a change with a score of 100: 400 lines. */
const largest = Math.log(401);
const weights = { fixes: 0.35, churn: 0.2, size: 0.45 };

function linesOf(changed: readonly LineCounts[]): number {
  return Math.round(changed.reduce((sum, each) => sum + codeOf(each), 0));
}

/** By a fixed scale: the sizes of earlier changes are not known. */
function sizeFactor(changed: readonly LineCounts[]): readonly RiskFactor[] {
  const reason = `${count(linesOf(changed), 'new line')} of code in ${count(changed.length, 'file')} (usual: ${usualLines})`;
  return [{ name: 'size', weight: weights.size, score: 100 * Math.min(1, sizeOf(changed) / largest), reason }];
}

/** Each score is the share of the project's earlier changes that had less of it. */
function ofHistory(model: RiskModel, code: readonly WorkspacePath[], record: Evidence): readonly RiskFactor[] {
  if (model.past.length === 0) return [];
  const { churn, fixes } = model.record.lately(code);
  const above = (value: number, of: 'churn' | 'fixes'): number =>
    (100 * model.past.filter((each) => each[of] < value).length) / model.past.length;
  const more = Math.round(above(churn, 'churn'));
  const where = record.isOne ? cut(cleanLine(record.file), 120) : 'these files';
  // "More often than 20 of 100" would be read as "more often".
  const changed =
    more >= 50
      ? `${where} changed more often lately than the files of ${more} of 100 earlier changes`
      : `${where} changed lately no more often than the files of ${100 - more} of 100 earlier changes`;
  return [
    { name: 'fixes', weight: weights.fixes, score: above(fixes, 'fixes'), reason: sayRecord(record) },
    { name: 'churn', weight: weights.churn, score: more, reason: changed },
  ];
}

/** Rounding the factors and their weights moves their sum by less. */
const margin = 3;

/** Weights that sum to 1, and a sum within the bounds of the level: all scores are moved by the same share. */
function fitted(factors: readonly RiskFactor[], levelFor: (score: number) => RiskLevel): Pick<Risk, 'score' | 'factors'> {
  if (factors.length === 0) return { factors };
  const all = factors.reduce((sum, { weight }) => sum + weight, 0);
  const whole = factors.reduce((sum, { score, weight }) => sum + (weight * score) / all, 0);
  const { least, most } = boundsOf(riskWords[levelFor(whole)]);
  const fit = (score: number): number => {
    if (whole < least) return 100 - ((100 - score) * (100 - least)) / (100 - whole);
    return whole > most ? (score * most) / whole : score;
  };
  const fittedFactors = factors.map((factor) => ({ ...factor, weight: factor.weight / all, score: Math.round(fit(factor.score)) }));
  return { factors: fittedFactors, score: Math.round(fittedFactors.reduce((sum, { score, weight }) => sum + weight * score, 0)) };
}

function boundsOf(word: Severity): { readonly least: number; readonly most: number } {
  const { critical, high, medium } = riskBounds;
  const least = { low: 0, medium: medium + margin, high: high + margin, critical: critical + margin }[word];
  return { least, most: { low: medium - margin, medium: high - margin, high: critical - margin, critical: 100 }[word] };
}

function letterOf(word: Severity): RiskLevel {
  return ({ low: 'L', medium: 'M', high: 'H', critical: 'C' } as const)[word];
}

/** Commits that a file needs before its history counts fully. */
const enoughCommits = 4;
/** How far figures can be trusted, in percent, by what is known; a shallow clone takes from it. */
const confidence = { noGit: 0, reading: 5, noFile: 15, thin: 25, least: 40, most: 85, shallow: 15 };

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

function sentence(text: string): string {
  return text === '' ? '' : `${capitalize(text)}.`;
}
