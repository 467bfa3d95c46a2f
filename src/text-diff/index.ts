export { type ChangedLines, countChangedLines, countChangedLinesOfCheckout } from './changed-lines.ts';
export { changedPassages } from './changed-passages.ts';
export { diffLists } from './diff-lists.ts';
export { isBinary, splitLines } from './lines.ts';
export { type Hunk, printHunks, unifiedHunks } from './print-hunks.ts';
