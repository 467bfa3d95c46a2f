import type { Past } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ProjectFacts } from './project-facts.ts';

/** What proofs are made of. */
export interface Evidence {
  readonly past: Past;
  /** Whether all commits could be asked. */
  readonly isComplete: boolean;
  readonly facts: ProjectFacts;
  /** Files that are gone from the disk while the last commit has them, with their new names where git sees them. */
  readonly uncommitted: ReadonlyMap<WorkspacePath, WorkspacePath | undefined>;
  /** Lines that differ between the last commit and the disk. */
  workChanges(file: WorkspacePath): Promise<{ readonly removed: readonly string[]; readonly added: readonly string[] }>;
  /** Whether a line of a document is not committed yet. */
  isNewLine(document: WorkspacePath, line: number): Promise<boolean>;
  /** The text of a line of a document as it is now. */
  lineOf(document: WorkspacePath, line: number): string;
  /** Whether the ignore rules leave a path out. */
  isIgnored(path: WorkspacePath): Promise<boolean>;
  readonly signal: AbortSignal;
}
