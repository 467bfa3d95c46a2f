import type { Sentence } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { RiskLevel } from '../risk/levels.ts';

export type PulseState = 'resting' | 'elevated' | 'racing' | 'critical';

export interface Pulse {
  readonly state: PulseState;
  /** Changes in the last 60 seconds. */
  readonly changesPerMinute: number;
  /** 0 to 100: unprotected change. */
  readonly pressure: number;
  /** Of the changed files; `?` where the history does not carry one. */
  readonly risk: RiskLevel | '?';
  /** What it rests on, or why there is none, in a sentence; empty where nothing has changed. */
  readonly why: string;
  /** Changed files since the last snapshot; without one, since the last commit; without git, since this was first asked. */
  readonly changes: number;
  /** What `changes` is counted from, and how changes are noticed. Shown to the person. */
  readonly since: 'snapshot' | 'commit' | 'first look';
  readonly seenBy: 'watcher' | 'file times';
  /** One thing to do; empty where there is nothing. */
  readonly action: Sentence;
  /** What changed in the last 60 seconds, newest first, at most 20. */
  readonly recent: readonly WorkspacePath[];
  /** What could not be stored or read, in sentences. */
  readonly problems: readonly string[];
}

/** The vital signs of the work in progress. */
export interface Vitals {
  /** @param changed a path the caller says it changed: counted as one change now. @param call names this report: the same one again is not counted again. */
  pulse(changed?: WorkspacePath, signal?: AbortSignal, call?: string): Promise<Pulse>;
  /** Ends the watch. */
  close(): void;
}
