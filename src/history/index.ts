export type { Changed, Companion, History } from './history.ts';
export { openHistory } from './open-history.ts';
