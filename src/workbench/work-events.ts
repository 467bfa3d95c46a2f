import type { Snapshot } from '../snapshots/index.ts';
import type { Outcome } from '../memory/index.ts';

/** What happens in a workspace that others may want to know: ids, numbers and paths, never the text of a file, a task or a learning. */
export interface WorkEvents {
  'snapshot.created': Pick<Snapshot, 'kind' | 'files' | 'bytes' | 'complete'> & {
    readonly snapshot: string;
    readonly task?: string | undefined;
  };
  /** `safety`: restoring this one undoes it. `written`, `deleted`, `conflicts`: numbers of files. */
  'snapshot.restored': {
    readonly snapshot: string;
    readonly safety: string;
    readonly written: number;
    readonly deleted: number;
    readonly conflicts: number;
  };
  /** `factors`: what the level rests on, in counts, and the areas that the files belong to by their names. */
  'risk.detected': {
    readonly level: 'high' | 'critical';
    /** 0 to 100. */
    readonly score?: number | undefined;
    readonly files: readonly string[];
    readonly factors: readonly string[];
    readonly task?: string | undefined;
  };
  /** A task began, or was taken up again. `client`: the assistant's own name for itself; absent for the shell. */
  'session.started': {
    readonly task: string;
    readonly state: 'created' | 'resumed';
    readonly client?: string | undefined;
    readonly snapshot?: string | undefined;
  };
  'session.ended': {
    readonly task: string;
    readonly outcome: Outcome;
    readonly client?: string | undefined;
    readonly learnings: number;
    readonly files?: number | undefined;
    readonly linesAdded?: number | undefined;
    readonly linesRemoved?: number | undefined;
  };
  /** `learnings`: ids, the best first. `source`: the tool that asked. */
  'learning.matched': { readonly learnings: readonly string[]; readonly source: string; readonly task?: string | undefined };
  /** A check ended with findings of severity error. `files`: the first of them. */
  'validation.failed': {
    readonly mode: string;
    readonly errors: number;
    readonly warnings: number;
    readonly files: readonly string[];
    readonly task?: string | undefined;
  };
}

/** Tells it to everybody who wants to know; never fails and never waits. */
export type Publish = <Type extends keyof WorkEvents>(type: Type, data: WorkEvents[Type]) => void;

/** The workspace is the one at this root. */
export type PublishFor = <Type extends keyof WorkEvents>(root: string, type: Type, data: WorkEvents[Type]) => void;
