export type { About, CheckContext, RunningServer } from './check-context.ts';
export { aboutMode, checkModes, isWorking, type CheckMode, usefulModes, usefulModesText } from './mode-names.ts';
export type { CheckDetails, CheckFinding, CheckReport, CheckState, LayerReport } from './report.ts';
export { checkDocument, counts, hasError } from './report.ts';
export { placeOf, reportLines } from './report-text.ts';
export { runCheck } from './run-check.ts';
export { type CheckRequest, maxCode } from './scope.ts';
export { approve, listPrograms, notApproved, revoke, type ListedProgram, type ProgramPlace } from './programs/approval.ts';
export type { Program } from './programs/program.ts';
