import type { WorkspacePath } from '../workspace/index.ts';

/** What existed in earlier commits. Without git every answer is empty. */
export interface Past {
  /** Whether every commit is here, so that what is not found never existed; else why not. */
  extent(signal?: AbortSignal): Promise<{ readonly isComplete: boolean; readonly problem?: string | undefined }>;
  /** Files that a commit deleted or renamed, by the newest such commit. One that was created again is among them too. */
  deletions(signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, Moment>>;
  /** New names of the files that one commit renamed, found by their content. */
  renamesIn(commit: string, signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, WorkspacePath>>;
  /** The lines that each commit took out of a file and put into it, newest first. @param word only commits that change how often it occurs. */
  lineChanges(file: WorkspacePath, word?: string, signal?: AbortSignal): Promise<readonly LineChanges[]>;
  /**
   * Lines of code of earlier commits that contain one of the words, from the newest look to the oldest; a word that was found is not looked for
   * in older commits. Not every commit is looked at: a word that existed for a short time only may be missed.
   */
  earlierLines(question: EarlierLines, signal?: AbortSignal): Promise<readonly EarlierLine[]>;
  /** When each line of a file was last changed; by its text, since the file may differ from the commit. */
  lineTimes(file: WorkspacePath, signal?: AbortSignal): Promise<ReadonlyMap<string, Moment>>;
}

/** A commit and its time. */
export interface Moment {
  readonly commit: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export interface LineChanges extends Moment {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface EarlierLines {
  /** Of letters, digits, `_`, `$` and `-` alone; others are left out. */
  readonly words: readonly string[];
  /** Endings of the files that are looked into, without a dot. */
  readonly endings: readonly string[];
  /** Whether a line counts for a word. */
  accepts(word: string, line: string, file: WorkspacePath): boolean;
}

export interface EarlierLine {
  readonly word: string;
  /** Its name at that time. */
  readonly file: WorkspacePath;
  readonly text: string;
  /** The commit that was looked at; the line may be older. */
  readonly seenIn: string;
}
