// A door of its own: a command that takes a snapshot asks the daemon before it loads what takes one.
export type { Assist } from './assist.ts';
export { askFirstOf, takeFirst } from './assisted.ts';
export { telling } from '../snapshots-of.ts';
