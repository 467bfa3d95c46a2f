// Judging a setup and repairing it. Commands that only read or write entries do not load this room.
export { uncalledBridges } from './calls/call-entries.ts';
export type { ProjectProgram } from './calls/call-entries.ts';
export { askServers, checkUp, type Checkup, type CheckupCalls, type CheckupOptions } from './checkup.ts';
export type { ConfigFinding, Diagnostic, Fix, Severity } from './diagnostic.ts';
export { diagnostics } from './diagnostics/index.ts';
export { examine, type Examination } from './examine.ts';
export { callDocuments, findingDocument, summaryOf, type Summary } from './findings-document.ts';
export { planRepair } from './repair/plan-repair.ts';
export { changesOf, type ProposedChange, type RepairDecisions, type RepairedFile, type RepairPlan } from './repair/repair-plan.ts';
export { asksToSignIn, tellingLine } from './judging/answers/called-entries.ts';
export type { EntryFacts, FileFacts, LiveFacts, Setup } from './setup.ts';
