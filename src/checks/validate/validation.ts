import type { SourceKind } from '../../sources/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Severity } from '../../insight/index.ts';

export const findingTypes = ['security', 'deprecation', 'pattern_violation', 'error_prone'] as const;
export type FindingType = (typeof findingTypes)[number];
export type FindingSource = SourceKind | 'local';
export const recommendations = ['proceed', 'review', 'block'] as const;
export type Recommendation = (typeof recommendations)[number];

export interface ChangeFinding {
  readonly file: WorkspacePath;
  readonly type: FindingType;
  readonly severity: Severity;
  /** Begins with the line where one is meant. */
  readonly message: string;
  readonly source: FindingSource;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface ProposedFile {
  readonly path: string;
  /** The whole file as it would be. */
  readonly content?: string | undefined;
  /** A unified diff against the file as it is. */
  readonly diff?: string | undefined;
}

export interface ChangeQuestion {
  readonly files: readonly ProposedFile[];
  readonly intent?: string | undefined;
  readonly relatedIssues: readonly string[];
}

export interface Validation {
  /** 0 to 100. */
  readonly overallRisk: number;
  readonly riskLevel: Severity;
  /** Most serious first. */
  readonly findings: readonly ChangeFinding[];
  readonly recommendation: Recommendation;
  /** Only what was really seen. */
  readonly context: {
    readonly recentErrors?: number | undefined;
    readonly relatedCommits?: number | undefined;
    readonly deprecationWarnings?: number | undefined;
  };
  /** Those that answered. */
  readonly sources: readonly FindingSource[];
  /** Languages of the change that no engine reads. Where nothing else was found, the recommendation is `review`. */
  readonly unread: readonly string[];
  /** What was not examined, and why: sentences. */
  readonly notes: readonly string[];
}
