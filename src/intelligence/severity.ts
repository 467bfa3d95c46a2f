/** The words of the specification for how serious a finding is, and how high a risk; the mildest first. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** From which score, of 0 to 100, each word counts; below the lowest it is `low`. */
export type Thresholds = Readonly<Record<Exclude<Severity, 'low'>, number>>;

/** The word for a score. */
export function severityOf(score: number, thresholds: Thresholds): Severity {
  if (score >= thresholds.critical) return 'critical';
  if (score >= thresholds.high) return 'high';
  return score >= thresholds.medium ? 'medium' : 'low';
}
