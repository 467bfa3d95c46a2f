export { type FileChange, type FileOutcome } from './change.ts';
export { interruptedSentences } from './interrupted-sentences.ts';
export { interruptedChanges } from './journal-index.ts';
export { history } from './list-changes.ts';
export { passagesMemo } from './passage-memo.ts';
export { defaultScope, planEntries, planEntry, type EntryRequest, type PlannedStep } from './plan.ts';
export { planSwitch } from './plan-switch.ts';
export { planSync, type LeftOut } from './plan-sync.ts';
export { previewChanges, type PreviewedFile } from './preview.ts';
export { type SettledChange } from './settle.ts';
export { isWritten, type StepResult } from './step-result.ts';
export { lastingNode, snapEntry, type SnapProgram } from './snap-entry.ts';
export { findTargets, type Selection, type Targets } from './targets.ts';
export {
  previewEntries,
  writeEntries,
  type EntryPlan,
  type EntryPreview,
  type RemainingEntry,
  type WriteOutcome,
} from './write-entries.ts';
