export type { Commit, CommitMark, CommitWindow } from './commits.ts';
export type { AddedLines, Changed, Companion, DiffKind, History, LineRange } from './history.ts';
export { openHistory } from './open-history.ts';
export type { LineChanges, Moment, Past } from './past.ts';
export { uncommittedChanges } from './uncommitted-changes.ts';
export { PathLog, type WatchedPaths } from './watched-paths.ts';
