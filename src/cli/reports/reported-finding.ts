import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { placeOf, type CheckFinding } from '../../checks/index.ts';
import type { ConfigFinding } from '../../doctor/index.ts';

/** A finding as reports for other programs have it, whichever command found it. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Absolute; absent for what is in no file. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** What is wrong, and what to do next. */
  readonly message: string;
  readonly title: string;
  /** The same for the same problem in later runs, wherever it has moved in its file. */
  readonly fingerprint: string;
}

/** A finding of "snap mcp validate". */
export function reportedConfigFinding({ hint, id, message, server, ...finding }: ConfigFinding): ReportedFinding {
  const { severity, path, line, column, fingerprint } = finding;
  return {
    rule: id,
    severity,
    path,
    line,
    column,
    message: hint === undefined ? message : `${message} ${hint}`,
    title: server === undefined ? id : `${id}: ${server}`,
    fingerprint,
  };
}

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
