import type { Sentence, System, TreeFile } from '../system/index.ts';
import type { Workbench } from '../workbench/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckMode } from './mode-names.ts';
import type { CheckDetails, CheckFinding, LayerReport } from './report.ts';
import type { Scope } from './scope.ts';

/** What a check can be asked for: a name, and the layers that answer. They run at the same time. */
export interface Mode {
  readonly id: CheckMode;
  /** For documentation: what it examines, in one sentence. */
  readonly summary: string;
  /** For documentation: what it does not do, a sentence each. */
  readonly limits: readonly string[];
  readonly layers: readonly Layer[];
  /** What follows from all layers together, once they have ended. */
  readonly conclude?: (
    layers: readonly LayerReport[],
    findings: readonly CheckFinding[],
  ) => { readonly details: CheckDetails; readonly lines?: readonly Sentence[]; readonly next: Sentence };
}

/**
 * What must be there for a layer to run; where it is missing, the layer is skipped with the reason ({@link missingNeed}).
 * `files`: the workspace has files. `git`: it is in a git repository.
 */
export type Need = 'files' | 'git';

/** One engine or program that examines the files of a workspace. Modes share them. */
export interface Layer {
  /** `types`, `lint` and `tests` have a place of their own in the wire line. */
  readonly name: string;
  /** For documentation, where the layer needs more than {@link needs} says: a sentence. */
  readonly says?: string;
  readonly needs: readonly Need[];
  /**
   * For documentation: the programming languages that it examines by itself, and those for which it needs programs of the project, which run after
   * an approval. Absent: it does not look at code by its language.
   */
  readonly languages?: { readonly alone: readonly string[]; readonly approved: readonly string[] };
  /**
   * Examines, and reports to `record` as it goes. Ends soon after `context.signal` fires.
   * @returns why nothing was examined, or nothing: then it has passed, or failed by the errors that it recorded.
   * @throws SnapError for an expected failure: the layer is skipped with its message.
   */
  find(scope: Scope, context: LayerContext, record: LayerRecord): Promise<LayerEnd>;
}

/** A layer that found an error has failed, even where it says that a part of it was skipped. */
export type LayerEnd = undefined | { readonly skipped: string };

/** What a layer may know of the world. */
export interface LayerContext extends CheckContext {
  /** Reads only, gives way to other calls, and stops when the signal fires. */
  readonly system: System;
  /** What is open of the workspace: history, settings, learnings, … @throws SnapError `no-workspace`. */
  workbench(): Promise<Workbench>;
  /** The files that the ignore rules leave, and those that git tracks; read once for all layers. */
  files(): Promise<readonly TreeFile[]>;
  /** Fires when the caller no longer waits, and when the time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds left, as {@link signal} counts them. */
  msLeft(): number;
}

/** Where a layer puts what it finds. What comes after the end of the check is not seen. */
export interface LayerRecord {
  add(finding: CheckFinding): void;
  /** A part of the document that only this mode has. */
  detail(details: CheckDetails): void;
  /** Files that were examined. Needed only of a layer that also has {@link unexamined} ones. */
  examined(files: readonly WorkspacePath[]): void;
  /** Code that was to be examined and was not. A layer that examined no code beside it is skipped. */
  unexamined(files: readonly WorkspacePath[], reason: string): void;
  /** A line of the report beside the findings. */
  say(...lines: readonly Sentence[]): void;
  /** The last line of the report: what to do next. It is there where other lines are left out. */
  conclude(line: Sentence): void;
}
