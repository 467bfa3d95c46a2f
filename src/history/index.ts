export type { Changed, Companion, History } from './history.ts';
export { openHistory } from './open-history.ts';
export { PathLog, type WatchedPaths } from './watched-paths.ts';
