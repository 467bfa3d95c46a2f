/** The commands about snapshots, as one chunk: with them comes the engine, which the others do not need. */
export { default as snapshotCreate } from './create.ts';
export { default as snapshotDiff } from './diff.ts';
export { default as snapshotList } from './list.ts';
export { snapshotProtect, snapshotShow, snapshotUnprotect } from './one.ts';
export { default as snapshotRestore } from './restore.ts';
export { default as snapshotUndo } from './undo.ts';
