import { type Severity, severityOf } from '../../insight/index.ts';
import type { ChangeFinding, Recommendation, Validation } from './validation.ts';

/** How likely a finding of each severity means harm, when it is certain. docs/tools.md says these figures and the thresholds below. */
const weights: Readonly<Record<Severity, number>> = { low: 0.08, medium: 0.3, high: 0.65, critical: 0.9 };
const thresholds = { medium: 30, high: 60, critical: 85 };
/** A high or critical finding that is at least as certain blocks alone. */
const certain = 80;
/** Of the same kind in the same file, only so many count: the tenth adds nothing to the first. */
const maxAlike = 3;

/** The risk that all findings make together: the chance that at least one of them means harm. */
export function judgeFindings(
  findings: readonly ChangeFinding[],
): Pick<Validation, 'overallRisk' | 'riskLevel' | 'recommendation' | 'findings'> {
  const ordered = findings.toSorted((one, other) => worth(other) - worth(one));
  const alike = new Map<string, number>();
  let safe = 1;
  for (const finding of ordered) {
    const key = `${finding.file}\0${finding.type}\0${finding.source}`;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    if (count <= maxAlike) safe *= 1 - worth(finding);
  }
  const overallRisk = Math.round(100 * (1 - safe));
  return {
    overallRisk,
    riskLevel: severityOf(overallRisk, thresholds),
    recommendation: recommendationOf(overallRisk, findings),
    findings: ordered,
  };
}

function worth({ severity, confidence }: ChangeFinding): number {
  return (weights[severity] * confidence) / 100;
}

function recommendationOf(overallRisk: number, findings: readonly ChangeFinding[]): Recommendation {
  const blocks = findings.some(
    ({ severity, confidence, source }) => source === 'local' && (severity === 'high' || severity === 'critical') && confidence >= certain,
  );
  if (blocks || overallRisk >= thresholds.critical) return 'block';
  return overallRisk >= thresholds.medium ? 'review' : 'proceed';
}
