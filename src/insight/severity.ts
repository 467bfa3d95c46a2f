/** The words of the specification for how serious a finding is, and how high a risk; the mildest first. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** The score, from 0 to 100, at which each level begins; below the lowest it is `low`. */
export type Thresholds = Readonly<Record<Exclude<Severity, 'low'>, number>>;

/** The word for a score. */
export function severityOf(score: number, thresholds: Thresholds): Severity {
  if (score >= thresholds.critical) return 'critical';
  if (score >= thresholds.high) return 'high';
  return score >= thresholds.medium ? 'medium' : 'low';
}
