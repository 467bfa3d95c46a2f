// A door of its own: a command that takes a snapshot asks the daemon before it loads what takes one.
export { askFirstOf, isSmallByIndex, takeFirst, type SnapshotTaker } from './assisted.ts';
export type { Assist } from './pieces.ts';
export { telling } from '../snapshots-of.ts';
