import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { placeOf, type CheckFinding } from '../../checks/index.ts';
import type { ReportedFinding } from './reported-finding.ts';

/** Findings of a check in the workspace at `root`. */
export function reportedCheckFindings(findings: readonly CheckFinding[], root: string): readonly ReportedFinding[] {
  const seen = new Map<string, number>();
  return findings.map(({ file, fix, message, rule, source, ...finding }) => {
    const print = createHash('sha256')
      .update(JSON.stringify([file, source, rule, message]))
      .digest('hex')
      .slice(0, 32);
    const number = (seen.get(print) ?? 0) + 1;
    seen.set(print, number);
    return {
      rule,
      severity: finding.severity,
      path: file === undefined ? undefined : join(root, file),
      line: finding.line,
      column: finding.column,
      message: fix === undefined ? message : `${message} ${fix}`,
      title: source === 'snap' ? rule : `${source}: ${rule}`,
      fingerprint: number === 1 ? print : `${print}-${number}`,
    };
  });
}

/** `src/a.ts:3:5`, or the rule of what is in no file. */
export function nameOfFinding(finding: CheckFinding): string {
  return `${placeOf(finding)} ${finding.rule}`.trim();
}
