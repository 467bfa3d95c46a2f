// Judging a setup and repairing it. Commands that only look or write entries do not load this room.
export { callEntries } from './calls/call-entries.ts';
export { diagnose } from './diagnose.ts';
export type { ConfigFinding, Diagnostic, Fix, Severity } from './diagnostic.ts';
export { diagnostics } from './diagnostics/index.ts';
export { examine, withAnswers, type Examination } from './examine.ts';
export { changesOf, planRepair, type RepairedFile, type RepairPlan } from './repair/plan-repair.ts';
export type { EntryFacts, FileFacts, LiveFacts, Setup } from './setup.ts';
