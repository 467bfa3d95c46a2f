// Plan, preview and write changes of config files. `apply.ts` and `undo.ts` are doors of their own, so that commands that only look
// load nothing that writes.

// Whole use cases, for the command line and an editor alike: find the targets, plan steps, preview them, ask, write.
export { findTargets, type Selection, type Targets } from './targets.ts';
export { defaultScope, planEntries, planEntry, planFor, type EntryRequest, type PlannedStep } from './plan.ts';
export { planSwitch } from './plan-switch.ts';
export { planSync, type LeftOut } from './plan-sync.ts';
export {
  previewEntries,
  writeEntries,
  type EntryPlan,
  type EntryPreview,
  type RemainingEntry,
  type WriteOutcome,
} from './write-entries.ts';
export { isWritten, type StepResult } from './step-result.ts';

// Names that no server has.
export { namesHint, serverNames } from './server-names.ts';

// A server as a person typed it.
export { typedEntry } from './typed-entry.ts';

// snap's own entry.
export { addressEntry, type DaemonAddress } from './address-entry.ts';
export { planDaemonToken } from './daemon-token.ts';
export { entryChooser, type EntryWishes } from './choose-entry.ts';
export { hasProjectFile, snapEntry, stableNode, type EntryChoice, type SnapProgram } from './snap-entry.ts';

// Changes of files as data, for the repairs of doctor.
export type { FileChange, FileOutcome } from './change.ts';
export { previewChanges, type PreviewedFile } from './preview.ts';
export { maskedText, shownSides, type ShownSide, type ShownSides } from './shown-sides.ts';
export { diffBytes } from './byte-splices.ts';
export { passagesUndoData } from './undo-passages.ts';

// The journal, read only: earlier changes, and those that a killed run left unfinished.
export { listChanges, type ListedChange } from './journal/list-changes.ts';
export { interruptedChanges } from './journal/journal-index.ts';
export type { RecoveredChange } from './recover-interrupted.ts';
