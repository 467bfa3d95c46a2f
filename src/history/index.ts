export type { AddedLines, Changed, Companion, DiffKind, History, LineRange } from './history.ts';
export { openHistory } from './open-history.ts';
export { PathLog, type WatchedPaths } from './watched-paths.ts';
