export type { ComputedChange, FileChange, FileOutcome } from './change.ts';
export { history, type HistoryChange } from './history.ts';
export type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';
export { clientPath } from './client-path.ts';
export { findProgram } from './evidence.ts';
export { interruptedChanges } from './journal-index.ts';
export { interruptedSentences } from './interrupted-sentences.ts';
export { defaultScope, planEntries, planEntry, type EntryRequest, type PlannedStep } from './plan.ts';
export { previewChanges, type PreviewedFile } from './preview.ts';
export { probe, type ProbeOptions } from './probe.ts';
export {
  columnFor,
  columnsOf,
  findIn,
  placed,
  serverMatrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixRow,
  type ServerMatrix,
} from './server-matrix.ts';
export { shellWord } from './judging/shell-words.ts';
export { lastingNode, snapEntry, type EntryChoice, type SnapProgram } from './snap-entry.ts';
export type { SettledChange } from './settle.ts';
