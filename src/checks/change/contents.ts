import type { LineRange } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** What a file would be, before it is written. */
export interface PlannedFile {
  /** As it is now; absent for a new one. */
  readonly before?: string | undefined;
  /** As it would be; absent: it would be deleted. */
  readonly after?: string | undefined;
  /** The lines of {@link after} that are new. */
  readonly added: readonly LineRange[];
}

/** A change that is examined in memory. */
export type PlannedChange = ReadonlyMap<WorkspacePath, PlannedFile>;
