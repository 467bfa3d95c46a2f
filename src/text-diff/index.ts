export { type AppliedPatch, applyPatch } from './apply-patch.ts';
export { type ChangedLines, countChangedLines, countChangedLinesOfCheckout } from './changed-lines.ts';
export { changedPassages } from './changed-passages.ts';
export { cutLine, isLongLine, type Range, shownParts, type ShownPart } from './cut-lines.ts';
export { cutPatch } from './cut-patch.ts';
export { diffLists } from './diff-lists.ts';
export { isBinary, splitLines } from './lines.ts';
export { type Hunk, printHunks, unifiedHunks } from './print-hunks.ts';
