export type { ComputedChange, FileChange, FileOutcome } from './change.ts';
export { history, type HistoryChange } from './history.ts';
export type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';
export { planEntries, type EntryRequest, type PlannedStep } from './plan.ts';
export { previewChanges, type PreviewedFile } from './preview.ts';
export { probe, type ProbeOptions } from './probe.ts';
export { lastingNode, snapEntry, type EntryChoice, type SnapProgram } from './snap-entry.ts';
export { findWorkspace } from './workspace.ts';
