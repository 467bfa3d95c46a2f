import type { Snapshot } from '../../snapshots/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

export interface RollbackQuestion {
  /** What went wrong, in the words of the person or of a program. */
  readonly reason?: string | undefined;
  /** Only these are to be restored. Empty: all. */
  readonly files: readonly WorkspacePath[];
  readonly includeAnalysis: boolean;
}

/** A file that restoring a snapshot would change. */
export interface AffectedFile {
  readonly file: WorkspacePath;
  /** What the restore does: writes a file that is gone, deletes one that did not exist then, writes other contents. */
  readonly effect: 'returns' | 'removed' | 'changed';
  /** Lines of the snapshot that are not in the file now; absent where they cannot be counted. */
  readonly linesBack?: number | undefined;
  /** Lines of the file now that are not in the snapshot. */
  readonly linesLost?: number | undefined;
}

export type RestoreRisk = 'low' | 'medium' | 'high';

export interface Suggestion {
  readonly snapshot: Snapshot;
  /** Why this snapshot: what changed right after it, in plain words. */
  readonly reason: string;
  /** 0 to 100: how likely it is the last snapshot before what is wrong. */
  readonly confidence: number;
  readonly affected: readonly AffectedFile[];
  /** The affected files that the reason points to; often only these have to be restored. */
  readonly suspects: readonly WorkspacePath[];
  readonly risk: RestoreRisk;
  /** Commits made since, where git tells. */
  readonly commitsBetween?: number | undefined;
  /** Records of trouble since: reports of violations, failed goals, tasks that were blocked. Absent where nothing was recorded. */
  readonly errorsSince?: number | undefined;
}

export interface RollbackAnalysis {
  readonly currentState: {
    readonly commit?: string | undefined;
    readonly branch?: string | undefined;
    /** Files that differ from the newest snapshot: only the disk has these changes. */
    readonly inNoSnapshot: readonly WorkspacePath[];
  };
  readonly targetState: {
    readonly snapshotId: string;
    readonly timestamp: string;
    readonly files: number;
    readonly commit?: string | undefined;
    readonly task?: string | undefined;
  };
  readonly impact: {
    readonly files: readonly AffectedFile[];
    readonly linesBack: number;
    readonly linesLost: number;
  };
}

export interface Rollback {
  /** Most likely first, at most five. */
  readonly suggestions: readonly Suggestion[];
  /** The first of them, where something speaks for it. */
  readonly recommended?: Suggestion | undefined;
  readonly analysis?: RollbackAnalysis | undefined;
  /** What was not looked at, and why there is no recommendation: sentences. */
  readonly notes: readonly string[];
}
