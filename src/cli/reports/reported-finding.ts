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
