export type { FileChange, FileOutcome } from './change.ts';
export { interruptedMessages } from './interrupted-messages.ts';
export { interruptedChanges } from './journal/journal-index.ts';
export { listChanges } from './journal/list-changes.ts';
export { passagesUndoData } from './undo-passages.ts';
export { planEntries, type EntryRequest, type PlannedStep } from './plan.ts';
export { planSwitch } from './plan-switch.ts';
export { planSync, type LeftOut } from './plan-sync.ts';
export { previewChanges, type PreviewedFile } from './preview.ts';
export type { RecoveredChange } from './recover-interrupted.ts';
export { isWritten, type StepResult } from './step-result.ts';
export { stableNode, snapEntry, type SnapProgram } from './snap-entry.ts';
export { findTargets, type Selection, type Targets } from './targets.ts';
export {
  previewEntries,
  writeEntries,
  type EntryPlan,
  type EntryPreview,
  type RemainingEntry,
  type WriteOutcome,
} from './write-entries.ts';
