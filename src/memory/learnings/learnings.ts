export const learningTypes = ['pattern', 'pitfall', 'efficiency', 'discovery', 'workflow'] as const;
export type LearningType = (typeof learningTypes)[number];

/** Where a record came from. */
export interface Provenance {
  /** The tool or command that wrote it: `snap_learn`, `snap_end`, `snap learn`, `import`. */
  readonly tool: string;
  readonly task?: string | undefined;
  readonly snapshot?: string | undefined;
  /** The MCP client that called, by its own name. */
  readonly client?: string | undefined;
}

export interface NewLearning {
  readonly trigger: string;
  readonly action: string;
  readonly type: LearningType;
  readonly source?: string | undefined;
  /** Paths from the root that it is about. */
  readonly files?: readonly string[];
  /** What it was concluded from: ids, error texts. */
  readonly evidence?: readonly string[];
  readonly by: Provenance;
  /** It was said at the end of a task, and its trigger is that task: where its action repeats what was saved in the same task it is not stored again. */
  readonly isSentence?: true;
}

export interface Learning extends Required<Pick<NewLearning, 'trigger' | 'action' | 'type' | 'by' | 'files' | 'evidence'>> {
  /** `learn_` and twelve hex digits: a hash of the normalised content. */
  readonly id: string;
  readonly source?: string | undefined;
  /** ISO 8601. */
  readonly at: string;
  readonly state: 'active' | 'archived';
  /** All its files are deleted: ranked last, and marked. */
  readonly isStale: boolean;
  readonly uses: Uses;
}

/**
 * What can happen to a learning. `used`: an assistant named it as used. `restored`: a person looked at a withheld one and wants it shown again.
 */
export const useWords = ['shown', 'used', 'helped', 'unhelpful', 'wrong', 'repeated', 'restored'] as const;
export type UseWord = (typeof useWords)[number];

/** How a learning was used; private, never in the shared file. */
export interface Uses {
  readonly shown: number;
  /** An assistant named it among those it used. */
  readonly used: number;
  /** It was used, and the survey or a verdict says that it helped. */
  readonly helped: number;
  readonly unhelpful: number;
  readonly wrong: number;
  /** How often the same was saved again. */
  readonly repeated: number;
  readonly lastAt?: string | undefined;
  /** Moves its rank: 1 at first, between 0.25 and 2. */
  readonly weight: number;
  readonly tier: 'hot' | 'warm' | 'cold';
  /** Called wrong twice: no search finds it until a person restores it. */
  readonly isWithheld: boolean;
}

export interface AddedLearning {
  readonly learning: Learning;
  readonly status: 'saved' | 'known';
  readonly redacted: number;
  /** It repeats what was saved in the same task. */
  readonly isRepeated?: true;
}

export interface LearningQuery {
  /** The words of the task, and what else is known. */
  readonly text: string;
  readonly files?: readonly string[];
  readonly intent?: string | undefined;
  readonly max: number;
  /** Ids that were shown already. */
  readonly without?: readonly string[];
}

export interface Match {
  readonly learning: Learning;
  /** Share of the best possible score, 0 to 1. */
  readonly score: number;
}

export interface NewViolation {
  readonly type: string;
  readonly file: string;
  readonly description: string;
  readonly reason?: string | undefined;
  readonly prevention: string;
  readonly by: Provenance;
}

export interface Violation extends NewViolation {
  /** `viol_` and twelve hex digits: a hash that takes in time and a nonce. */
  readonly id: string;
  readonly at: string;
  /** Its file did not exist when it was reported, so it cannot have been deleted since. */
  readonly wasMissing?: true | undefined;
}

export type Promotion = 'NO' | 'PROMOTED' | 'AUTO';

/** All violations of one type. */
export interface ViolationType {
  readonly type: string;
  /** Number of distinct ids. */
  readonly count: number;
  readonly promote: Promotion;
  /** Oldest first. */
  readonly violations: readonly Violation[];
  /** Of the newest one. */
  readonly prevention: string;
  readonly lastAt: string;
}

export interface ViolationMatch {
  readonly type: ViolationType;
  /** As {@link Match.score}. */
  readonly score: number;
}

export interface GcPlan {
  readonly archive: readonly string[];
  readonly delete: readonly string[];
  /** Each joins the learning that stays. */
  readonly merge: readonly { readonly id: string; readonly into: string }[];
  readonly kept: number;
  /** Violations whose file was deleted. They are named, never removed. */
  readonly staleViolations: readonly string[];
}

export interface Gc extends GcPlan {
  readonly action: 'plan' | 'apply' | 'undo';
  /** Whether something was written. */
  readonly changed: boolean;
}

/** What is known in a workspace: learnings and violations, which are shared, and how they were used, which is private. */
export interface Knowledge {
  /**
   * Saves it, or counts a repetition of the one with the same content. Secrets are removed first.
   * @throws SnapError `usage` for an empty or oversized text; otherwise for an error of the disk.
   */
  add(learning: NewLearning): Promise<AddedLearning>;
  /** The relevant ones, best first; none when nothing is relevant. Withheld ones are not among them. */
  search(query: LearningQuery): Promise<readonly Match[]>;
  /** Active ones by default, newest first. */
  list(filter?: { readonly type?: LearningType; readonly archived?: boolean }): Promise<readonly Learning[]>;
  /** By its id or a unique beginning of it. */
  find(id: string): Promise<Learning | undefined>;
  findViolation(id: string): Promise<Violation | undefined>;
  report(violation: NewViolation): Promise<{ readonly violation: Violation; readonly count: number; readonly promote: Promotion }>;
  /** Most frequent first. */
  violationTypes(): Promise<readonly ViolationType[]>;
  /** Types that the text is about, promoted or not, best first. */
  searchViolations(query: { readonly text: string; readonly max: number }): Promise<readonly ViolationMatch[]>;
  /** Promoted types that fit the words, a word and a file, or code in the files that their reports quote. */
  matchingViolations(text: string, files: readonly string[]): Promise<readonly ViolationType[]>;
  shown(ids: readonly string[], task: string | undefined): Promise<void>;
  /** Says of learnings, by their names, what became of them in a task. */
  judge(ids: readonly string[], verdict: 'used' | 'helped' | 'unhelpful' | 'wrong', task: string | undefined): Promise<void>;
  /** Shows a withheld learning again: a person looked at it. */
  restore(id: string): Promise<void>;
  /** Removes it from the store, with those that were merged into it. @throws as {@link add} */
  forget(id: string): Promise<void>;
  /** When it was shown and judged, oldest first. */
  story(id: string): Promise<readonly { readonly at: string; readonly what: UseWord; readonly task?: string }[]>;
  gc(action: Gc['action'], limits: { readonly maxAgeDays: number; readonly minUses: number }): Promise<Gc>;
  /** What is wrong with the files of the store, as sentences for the person: incomplete or unreadable lines with their number. */
  faults(): Promise<readonly string[]>;
  /** Whether learnings are stored in `.snap/` (after `snap init`) or in the user's data directory. */
  place(): Promise<{ readonly kind: 'project' | 'user'; readonly directory: string }>;
}
