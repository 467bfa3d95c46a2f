import type { Knowledge, Learning, ViolationType } from '../../memory/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isAmong } from '../is-among.ts';
import { severities, type Severity } from '../severity.ts';

export const patternKinds = ['pattern', 'violation', 'learning'] as const;
/** `pattern`: a violation that was reported three times or more. */
export type PatternKind = (typeof patternKinds)[number];

export interface PatternQuestion {
  readonly query: string;
  readonly type: PatternKind | 'all';
  /** Only what is about one of these, or about something below it. Empty: all. */
  readonly files: readonly WorkspacePath[];
  /** Empty: all. */
  readonly severities: readonly Severity[];
  /** Only what was seen at this moment or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly limit: number;
}

export interface PatternFound {
  readonly type: PatternKind;
  readonly id: string;
  readonly trigger: string;
  readonly action: string;
  readonly occurrences: number;
  /** ISO 8601. */
  readonly lastSeen: string;
  /** 0 to 100: how well it matches what was asked. */
  readonly confidence: number;
  readonly relatedFiles: readonly string[];
  readonly severity: Severity;
}

export interface PatternsFound {
  /** Best first, at most as many as were asked for. */
  readonly results: readonly PatternFound[];
  /** Of all that match, shown or not. */
  readonly total: number;
}

/** Of no limit. The question may go to another process as JSON, in which Infinity would be null. */
const all = Number.MAX_SAFE_INTEGER;
/**
 * Search says whether a text has an answer; without a limit it goes on to all that has a word in common with it. So what matches far less than the best is
 * left out. Of 500 learnings on one subject (bench/data) a question listed 101 on the mean before and 27 now; the right one was among them in 97 and in
 * 92 of 100.
 */
const shareOfBest = 0.4;
/** Below this no match was the right one, in stores of 40 and of 500. */
const leastScore = 0.1;

/** What is known here about a text: learnings, violations, and those that were promoted to a pattern. */
export async function queryPatterns(
  knowledge: Pick<Knowledge, 'search' | 'searchViolations'>,
  { query, type, files, severities: wanted, since, limit }: PatternQuestion,
): Promise<PatternsFound> {
  const [learnings, violations] = await Promise.all([
    type === 'all' || type === 'learning' ? knowledge.search({ text: query, max: all }) : [],
    type === 'learning' ? [] : knowledge.searchViolations({ text: query, max: all }),
  ]);
  const least = Math.max(leastScore, shareOfBest * Math.max(0, ...[...learnings, ...violations].map(({ score }) => score)));
  const found = [
    ...learnings.flatMap(({ learning, score }) => (score < least ? [] : [ofLearning(learning, score)])),
    ...violations.flatMap(({ type: of, score }) => (score < least ? [] : (ofViolation(of, score, type) ?? []))),
  ].filter(
    ({ relatedFiles, severity, lastSeen }) =>
      (files.length === 0 || relatedFiles.some((path) => isAmong(path, files))) &&
      (wanted.length === 0 || wanted.includes(severity)) &&
      (since === undefined || Date.parse(lastSeen) >= since),
  );
  return {
    results: found.toSorted((one, other) => other.confidence - one.confidence || rank(other) - rank(one)).slice(0, limit),
    total: found.length,
  };
}

/** Of two that match equally well, the more serious one first. */
function rank({ severity, occurrences }: PatternFound): number {
  return 1_000 * severities.indexOf(severity) + Math.min(occurrences, 999);
}

/** A learning whose files are gone or changed may not hold any more. */
const staleShare = 0.5;

function ofLearning({ id, type, trigger, action, at, files, uses, isStale }: Learning, score: number): PatternFound {
  return {
    type: 'learning',
    id,
    trigger,
    action,
    occurrences: 1 + uses.repeated,
    lastSeen: uses.lastAt !== undefined && uses.lastAt > at ? uses.lastAt : at,
    confidence: percent(isStale ? staleShare * score : score),
    relatedFiles: files,
    severity: type === 'pitfall' ? 'medium' : 'low',
  };
}

/** @param asked `violation` finds the promoted ones too, since they are the most important violations. */
function ofViolation(
  { type, count, promote, violations, prevention, lastAt }: ViolationType,
  score: number,
  asked: PatternQuestion['type'],
): PatternFound | undefined {
  const isPattern = promote !== 'NO';
  if (asked === 'pattern' && !isPattern) return undefined;
  const newest = violations.at(-1);
  return {
    type: isPattern && asked !== 'violation' ? 'pattern' : 'violation',
    id: newest?.id ?? type,
    trigger: newest === undefined ? type : `${type}: ${newest.description}`,
    action: prevention,
    occurrences: count,
    lastSeen: lastAt,
    confidence: percent(score),
    relatedFiles: [...new Set(violations.map(({ file }) => file))],
    severity: promote === 'AUTO' ? 'critical' : isPattern ? 'high' : 'medium',
  };
}

function percent(share: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}
