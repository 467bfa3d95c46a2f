export type { About, CheckContext } from './check-context.ts';
export { aboutMode, checkModes, isWorking, type CheckMode, usefulModes, usefulModesText } from './mode-names.ts';
export type { CheckDetails, CheckFinding, CheckReport, CheckState, LayerReport } from './report.ts';
export { checkDocument, counts } from './report.ts';
export { findingLine, placeOf, reportLines } from './report-text.ts';
export { runCheck } from './run-check.ts';
export type { CheckRequest } from './scope.ts';
