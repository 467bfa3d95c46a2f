import type { WorkspacePath } from '../workspace/index.ts';
import type { LineCounts } from './risk/program-code.ts';
import type { Risk } from './risk/risk.ts';

/**
 * What a change will probably need, and how often changes like it went wrong: from the history, from names and from contents. Reads only. Each
 * answer says what it is based on; what is not known is left out, never made up.
 */
export interface Forecast {
  /** The files a task will need, besides the given ones, most certain first. With a text alone, with files alone, or with both. */
  files(question: FilesQuestion, signal?: AbortSignal): Promise<FilesNeeded>;
  /** The tests that a change will break or have to change with, and the one command that runs them. */
  tests(question: TestsQuestion, signal?: AbortSignal): Promise<TestsNeeded>;
  /** Files that usually change with the changed ones and were not touched. Empty unless that was right at least twice in three. */
  forgotten(changed: readonly WorkspacePath[], signal?: AbortSignal): Promise<readonly Needed[]>;
  /** How risky it is to change these files; of those with lines in `change`, how risky these lines are. */
  risk(files: readonly WorkspacePath[], change?: readonly LineCounts[], signal?: AbortSignal): Promise<Risk>;
  /** The change that is not committed, as {@link risk} wants it: of each file of program code the added lines. Empty where git cannot say. */
  uncommitted(signal?: AbortSignal): Promise<readonly LineCounts[]>;
}

export interface FilesQuestion {
  /** The task in the person's words; may be empty. */
  readonly text: string;
  /** Files that are known to belong to it; may be empty. */
  readonly files: readonly WorkspacePath[];
  /** Files that are not to be named: they are changed already. */
  readonly without?: readonly WorkspacePath[] | undefined;
  readonly max: number;
}

export interface FilesNeeded {
  readonly files: readonly Needed[];
  /** The files in a sentence. Absent where the sentence would be wrong too often, even when `files` has some. */
  readonly said?: SaidFiles | undefined;
  /** What was missing, in a few words each, as said to people: `no git`, `a shallow clone`. */
  readonly limits: readonly string[];
}

export type ReasonKind = 'like subjects' | 'together' | 'path words' | 'namesake' | 'contents';

/** Files that are likely enough to be named, in words. */
export interface SaidFiles {
  /** The most likely first; at least one. */
  readonly files: readonly [Needed, ...Needed[]];
  /** The chance, 0 to 1, that the sentence is right: that the first file is needed, or one of them. */
  readonly chance: number;
  /** One sentence about all of them, each with its reason. */
  readonly text: string;
  /** The same as a step that begins with the name of the first: `You will need it`. */
  readonly ofFirst: string;
}

/** Why a file is named. */
export interface Reason {
  readonly kind: ReasonKind;
  /** In plain words, with counts: `changed together with src/a.ts in 9 of 14 commits`. Cleaned. */
  readonly text: string;
  /** The same in parts, where it is a count: 9 of `14 commits of src/a.ts`. */
  readonly counts?: { readonly changed: number; readonly of: string } | undefined;
}

export interface Needed {
  readonly file: WorkspacePath;
  /** 0 to 1: how often a file with such evidence was needed. */
  readonly score: number;
  /** The strongest first; at least one. */
  readonly reasons: readonly Reason[];
}

export interface TestsQuestion {
  readonly text: string;
  readonly files: readonly WorkspacePath[];
}

export interface TestsNeeded {
  readonly tests: readonly Needed[];
  /** Absent where the workspace does not say how its tests are run. */
  readonly command?: CheckCommand | undefined;
}

export interface CheckCommand {
  /** Names in it are quoted for a POSIX shell. Foreign text, to be shown and never run. */
  readonly command: string;
  /** The file of the project that says so. */
  readonly file: WorkspacePath;
  /** The same with what it says: `package.json: script "unit" runs borp`. */
  readonly why: string;
  /** Where it has to be run, when that is not the workspace itself. */
  readonly folder?: WorkspacePath | undefined;
}
